-- Documents of a step, agreements that are a PDF file, and the lawyer who uploaded a file
-- (docs/product/cases.md#messages-and-files).
CREATE TABLE case_event_files (
    event_id bigint NOT NULL REFERENCES case_events ON DELETE CASCADE,
    file_id bigint NOT NULL REFERENCES case_files ON DELETE CASCADE,
    PRIMARY KEY (event_id, file_id)
);
COMMENT ON TABLE case_event_files IS 'Documents of the steps that lawyers recorded.';
CREATE INDEX case_event_files_file_id_index ON case_event_files (file_id);

ALTER TABLE case_files
    ADD COLUMN lawyer_id integer,
    ADD CONSTRAINT case_files_lawyer_id_fkey FOREIGN KEY (lawyer_id) REFERENCES lawyers ON DELETE RESTRICT NOT VALID;
COMMENT ON COLUMN case_files.lawyer_id IS 'The lawyer who uploaded it. Null for the driver''s, and for files of lawyers from before this column.';

ALTER TABLE case_agreements
    ADD COLUMN file_id bigint,
    ADD CONSTRAINT case_agreements_file_id_fkey FOREIGN KEY (file_id) REFERENCES case_files ON DELETE SET NULL NOT VALID;
COMMENT ON COLUMN case_agreements.file_id IS 'The PDF that is the agreement. Its hash is then the hash of the file.';
