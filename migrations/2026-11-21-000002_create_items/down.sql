DROP TABLE tolls;
DROP TABLE parking;
DROP TABLE tickets;
