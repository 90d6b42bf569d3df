-- The contents of new files of cases are in the storage of files (docs/product/evidence.md#storage-of-files). Those of
-- older ones stay in case_file_pieces.
ALTER TABLE case_files ADD COLUMN content_name text;
COMMENT ON COLUMN case_files.content_name IS 'Name of the content in the storage of files. NULL if it is in case_file_pieces.';
CREATE TRIGGER case_files_delete_content AFTER DELETE ON case_files FOR EACH ROW
    WHEN (OLD.content_name IS NOT NULL) EXECUTE FUNCTION delete_content();
