ALTER TABLE case_agreements DROP COLUMN file_id;
ALTER TABLE case_files DROP COLUMN lawyer_id;
DROP TABLE case_event_files;
