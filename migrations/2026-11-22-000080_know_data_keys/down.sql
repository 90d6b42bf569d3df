DROP TABLE data_keys;
