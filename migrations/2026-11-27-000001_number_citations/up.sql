-- A citation has a number and an issuer (docs/product/everywhere.md#citation-numbers).
ALTER TABLE tickets
    ADD COLUMN citation_number text,
    ADD COLUMN issuer text,
    ADD CONSTRAINT tickets_citation_number_check
        CHECK (citation_number ~ '^[A-Za-z0-9./][A-Za-z0-9 ./-]{0,63}$') NOT VALID,
    ADD CONSTRAINT tickets_issuer_check CHECK (length(issuer) BETWEEN 1 AND 200) NOT VALID;
COMMENT ON COLUMN tickets.citation_number IS 'The issuer''s number of it, as the paper has it.';
COMMENT ON COLUMN tickets.issuer IS 'The authority that issued it, by one of its names.';
ALTER TABLE parking
    ADD COLUMN citation_number text,
    ADD COLUMN issuer text,
    ADD CONSTRAINT parking_citation_number_check
        CHECK (citation_number ~ '^[A-Za-z0-9./][A-Za-z0-9 ./-]{0,63}$') NOT VALID,
    ADD CONSTRAINT parking_issuer_check CHECK (length(issuer) BETWEEN 1 AND 200) NOT VALID;
COMMENT ON COLUMN parking.citation_number IS 'The issuer''s number of it, as the paper has it.';
COMMENT ON COLUMN parking.issuer IS 'The authority that issued it, by one of its names.';
ALTER TABLE tolls
    ADD COLUMN citation_number text,
    ADD COLUMN issuer text,
    ADD COLUMN time_of_day text,
    ADD CONSTRAINT tolls_citation_number_check
        CHECK (citation_number ~ '^[A-Za-z0-9./][A-Za-z0-9 ./-]{0,63}$') NOT VALID,
    ADD CONSTRAINT tolls_issuer_check CHECK (length(issuer) BETWEEN 1 AND 200) NOT VALID;
COMMENT ON COLUMN tolls.citation_number IS 'The issuer''s number of it, as the paper has it.';
COMMENT ON COLUMN tolls.issuer IS 'The authority that issued it, by one of its names.';
COMMENT ON COLUMN tolls.time_of_day IS 'Local time, as written.';
