-- Files are stored in pieces, so that none is in memory three times. Files that were uploaded before stay in import_files until their
-- import ends. While servers of release 0.1 may run, new files are stored there, too.
CREATE TABLE import_pieces (
    import_id integer NOT NULL REFERENCES imports ON DELETE CASCADE,
    number integer NOT NULL CONSTRAINT import_pieces_number_check CHECK (number >= 0),
    content bytea NOT NULL CONSTRAINT import_pieces_content_check CHECK (octet_length(content) BETWEEN 1 AND 262144),
    PRIMARY KEY (import_id, number)
);
COMMENT ON TABLE import_pieces IS 'Files of imports, in pieces of 256 kB; deleted when their import ends.';
