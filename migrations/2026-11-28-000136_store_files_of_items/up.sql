-- Photos and documents of tickets, parking tickets and tolls (docs/product/evidence.md).
CREATE TABLE file_keys (
    user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    sealed_key bytea NOT NULL CONSTRAINT file_keys_sealed_key_check CHECK (octet_length(sealed_key) BETWEEN 41 AND 500),
    created_at timestamptz NOT NULL
);
COMMENT ON TABLE file_keys IS 'The key of each driver with photos or documents of items, encrypted with a data key. Deleting it deletes them.';

CREATE TABLE item_files (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES file_keys ON DELETE CASCADE,
    ticket_id integer REFERENCES tickets ON DELETE CASCADE,
    parking_id integer REFERENCES parking ON DELETE CASCADE,
    toll_id integer REFERENCES tolls ON DELETE CASCADE,
    is_from_staff boolean NOT NULL,
    kind text NOT NULL CONSTRAINT item_files_kind_check CHECK (kind IN ('pdf', 'jpeg', 'png')),
    bytes bigint NOT NULL CONSTRAINT item_files_bytes_check CHECK (bytes BETWEEN 1 AND 15728640),
    sha256 bytea CONSTRAINT item_files_sha256_check CHECK (octet_length(sha256) = 32),
    stored_at timestamptz,
    sealed_name bytea NOT NULL CONSTRAINT item_files_sealed_name_check CHECK (octet_length(sealed_name) BETWEEN 41 AND 1000),
    content_name text NOT NULL CONSTRAINT item_files_content_name_key UNIQUE
        CONSTRAINT item_files_content_name_check CHECK (content_name ~ '^[A-Za-z0-9_-]{20,100}$'),
    added_at timestamptz NOT NULL,
    CONSTRAINT item_files_item_check CHECK (num_nonnulls(ticket_id, parking_id, toll_id) = 1),
    CONSTRAINT item_files_stored_check CHECK ((sha256 IS NULL) = (stored_at IS NULL)),
    CONSTRAINT item_files_pdf_check CHECK (kind <> 'pdf' OR sha256 IS NOT NULL)
);
COMMENT ON TABLE item_files IS 'Photos and documents of items. Their contents are outside the database.';
COMMENT ON COLUMN item_files.kind IS 'Type of the original. JPEG until the original is complete.';
COMMENT ON COLUMN item_files.bytes IS 'Size of the original before encryption.';
COMMENT ON COLUMN item_files.sha256 IS 'Hash of the original. NULL until it is complete.';
COMMENT ON COLUMN item_files.stored_at IS 'When the original was complete.';
COMMENT ON COLUMN item_files.sealed_name IS 'The name, encrypted with the key of the driver.';
COMMENT ON COLUMN item_files.content_name IS 'Name of the contents in the storage of files.';
CREATE INDEX item_files_user_id_index ON item_files (user_id);
CREATE INDEX item_files_ticket_id_index ON item_files (ticket_id, id) WHERE ticket_id IS NOT NULL;
CREATE INDEX item_files_parking_id_index ON item_files (parking_id, id) WHERE parking_id IS NOT NULL;
CREATE INDEX item_files_toll_id_index ON item_files (toll_id, id) WHERE toll_id IS NOT NULL;

CREATE TABLE item_file_pieces (
    file_id bigint NOT NULL REFERENCES item_files ON DELETE CASCADE,
    number integer NOT NULL CONSTRAINT item_file_pieces_number_check CHECK (number BETWEEN 0 AND 14),
    sealed bytea NOT NULL CONSTRAINT item_file_pieces_sealed_check CHECK (octet_length(sealed) BETWEEN 41 AND 1048616),
    PRIMARY KEY (file_id, number)
);
COMMENT ON TABLE item_file_pieces IS 'Pieces of 1 MB of originals that are still uploading, encrypted with the key of the driver.';
-- Encrypted data can't be compressed.
ALTER TABLE item_file_pieces ALTER COLUMN sealed SET STORAGE EXTERNAL;

CREATE TABLE content_deletions (
    content_name text PRIMARY KEY,
    due_at timestamptz NOT NULL
);
COMMENT ON TABLE content_deletions IS 'Contents to delete from the storage of files: those of deleted files, and those of uploads that did not end.';
CREATE INDEX content_deletions_due_at_index ON content_deletions (due_at);

-- An upload may be writing the content at this moment, so it is deleted a minute later.
CREATE FUNCTION delete_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO content_deletions (content_name, due_at) VALUES (OLD.content_name, now() + interval '1 minute')
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER item_files_delete_content AFTER DELETE ON item_files FOR EACH ROW EXECUTE FUNCTION delete_content();
