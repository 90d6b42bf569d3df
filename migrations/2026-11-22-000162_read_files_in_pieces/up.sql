-- A piece of a compressed value cannot be read without all that stands before it.
ALTER TABLE import_files ALTER COLUMN content SET STORAGE EXTERNAL;
