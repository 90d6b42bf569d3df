-- Refuses a second lawyer with the same bar license, however its number is spaced.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS lawyer_licenses_number_key ON lawyer_licenses (state, lower(translate(number, ' -./', '')));
