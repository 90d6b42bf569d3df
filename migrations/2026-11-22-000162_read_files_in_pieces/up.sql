-- Not compressed, because a piece of a compressed value can't be read without everything before it.
ALTER TABLE import_files ALTER COLUMN content SET STORAGE EXTERNAL;
