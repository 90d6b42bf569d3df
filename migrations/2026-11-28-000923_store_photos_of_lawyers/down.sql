DROP TABLE lawyer_photos;
