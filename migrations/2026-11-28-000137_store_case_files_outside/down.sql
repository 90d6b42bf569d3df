DROP TRIGGER case_files_delete_content ON case_files;
ALTER TABLE case_files DROP COLUMN content_name;
