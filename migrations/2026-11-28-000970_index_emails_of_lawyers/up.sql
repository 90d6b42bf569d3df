-- Refuses a second lawyer with the same email address.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS lawyers_email_key ON lawyers (lower(email));
