DROP TABLE lawyer_obligations;
