-- Two equal lines without numbers in a file are two citations, also when staff decide on them.
ALTER TABLE waiting_citations ADD COLUMN ordinal integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN waiting_citations.ordinal IS 'Among its file''s equal lines without a number: the first is 1.';
COMMENT ON COLUMN waiting_citations.key IS 'By what it is known again: whom it names, and its number or what it says. No driver is part of it.';
