-- Messages and files between a driver and the lawyer, encrypted with their case's own key, and the driver's consents
-- (docs/product/cases.md#messages-and-files).
CREATE TABLE case_keys (
    hire_id integer PRIMARY KEY REFERENCES cases ON DELETE CASCADE,
    sealed_key bytea NOT NULL CONSTRAINT case_keys_sealed_key_check CHECK (octet_length(sealed_key) BETWEEN 41 AND 500),
    created_at timestamptz NOT NULL
);
COMMENT ON TABLE case_keys IS 'The key of each case with messages or files, encrypted with a data key. Deleting it deletes them.';
CREATE INDEX case_keys_created_at_index ON case_keys (created_at);

CREATE TABLE case_messages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hire_id integer NOT NULL REFERENCES case_keys ON DELETE CASCADE,
    lawyer_id integer NOT NULL REFERENCES lawyers ON DELETE RESTRICT,
    is_from_lawyer boolean NOT NULL,
    sealed bytea NOT NULL CONSTRAINT case_messages_sealed_check CHECK (octet_length(sealed) BETWEEN 41 AND 20000),
    sent_at timestamptz NOT NULL,
    read_at timestamptz
);
COMMENT ON TABLE case_messages IS 'Messages between a driver and a lawyer.';
COMMENT ON COLUMN case_messages.lawyer_id IS 'The lawyer who wrote it or to whom it was written.';
COMMENT ON COLUMN case_messages.sealed IS 'The text, encrypted with the key of the case.';
COMMENT ON COLUMN case_messages.read_at IS 'When the other side first read it.';
CREATE INDEX case_messages_hire_id_index ON case_messages (hire_id, id);
CREATE INDEX case_messages_lawyer_id_index ON case_messages (lawyer_id);

CREATE TABLE case_files (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hire_id integer NOT NULL REFERENCES case_keys ON DELETE CASCADE,
    is_from_lawyer boolean NOT NULL,
    sealed_name bytea NOT NULL CONSTRAINT case_files_sealed_name_check CHECK (octet_length(sealed_name) BETWEEN 41 AND 1000),
    kind text NOT NULL CONSTRAINT case_files_kind_check CHECK (kind IN ('pdf', 'jpeg', 'png')),
    bytes bigint NOT NULL CONSTRAINT case_files_bytes_check CHECK (bytes BETWEEN 1 AND 15728640),
    added_at timestamptz NOT NULL
);
COMMENT ON TABLE case_files IS 'Files that a driver and a lawyer exchange. Their content is in case_file_pieces.';
COMMENT ON COLUMN case_files.sealed_name IS 'The name, encrypted with the key of the case.';
COMMENT ON COLUMN case_files.bytes IS 'Size before encryption.';
CREATE INDEX case_files_hire_id_index ON case_files (hire_id, id);

CREATE TABLE case_file_pieces (
    file_id bigint NOT NULL REFERENCES case_files ON DELETE CASCADE,
    number integer NOT NULL CONSTRAINT case_file_pieces_number_check CHECK (number BETWEEN 0 AND 60),
    content bytea NOT NULL CONSTRAINT case_file_pieces_content_check CHECK (octet_length(content) BETWEEN 1 AND 262144),
    PRIMARY KEY (file_id, number)
);
COMMENT ON TABLE case_file_pieces IS 'The encrypted content of files, in pieces of 256 kB.';
-- Encrypted data can't be compressed.
ALTER TABLE case_file_pieces ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE TABLE case_consents (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hire_id integer NOT NULL REFERENCES cases ON DELETE CASCADE,
    kind text NOT NULL CONSTRAINT case_consents_kind_check CHECK (kind IN ('record_for_lawyer', 'staff_reading')),
    lawyer_id integer REFERENCES lawyers ON DELETE RESTRICT,
    asked_by integer REFERENCES users ON DELETE SET NULL,
    asked_at timestamptz NOT NULL,
    given_at timestamptz,
    expires_at timestamptz,
    ended_at timestamptz,
    CONSTRAINT case_consents_lawyer_check CHECK ((kind = 'record_for_lawyer') = (lawyer_id IS NOT NULL)),
    CONSTRAINT case_consents_expires_check CHECK ((kind = 'staff_reading' AND given_at IS NOT NULL) = (expires_at IS NOT NULL))
);
COMMENT ON TABLE case_consents IS 'Requests for a driver''s consent in a case, and the answers. Rows stay as a log.';
COMMENT ON COLUMN case_consents.lawyer_id IS 'The lawyer who asked for the driver''s record.';
COMMENT ON COLUMN case_consents.given_at IS 'When the driver gave the consent.';
COMMENT ON COLUMN case_consents.ended_at IS 'When the driver refused or withdrew it.';
CREATE INDEX case_consents_hire_id_index ON case_consents (hire_id, id);
CREATE INDEX case_consents_lawyer_id_index ON case_consents (lawyer_id) WHERE lawyer_id IS NOT NULL;
CREATE INDEX case_consents_asked_by_index ON case_consents (asked_by) WHERE asked_by IS NOT NULL;
