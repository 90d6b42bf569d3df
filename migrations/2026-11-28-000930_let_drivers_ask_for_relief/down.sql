DROP TABLE hardship_requests;
