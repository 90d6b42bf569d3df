ALTER TABLE tickets DROP COLUMN citation_number, DROP COLUMN issuer;
ALTER TABLE parking DROP COLUMN citation_number, DROP COLUMN issuer;
ALTER TABLE tolls DROP COLUMN citation_number, DROP COLUMN issuer, DROP COLUMN time_of_day;
