COMMENT ON COLUMN waiting_citations.key IS 'By what it is known again, whoever its driver is.';
ALTER TABLE waiting_citations DROP COLUMN ordinal;
