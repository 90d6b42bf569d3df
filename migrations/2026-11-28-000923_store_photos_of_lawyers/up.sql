-- Photos of lawyers, which drivers see in their cases (docs/product/cases.md#photo).
CREATE TABLE lawyer_photos (
    lawyer_id integer PRIMARY KEY REFERENCES lawyers ON DELETE CASCADE,
    content bytea NOT NULL CONSTRAINT lawyer_photos_content_check CHECK (octet_length(content) BETWEEN 1 AND 262144),
    added_at timestamptz NOT NULL
);
COMMENT ON TABLE lawyer_photos IS 'A lawyer''s photo, if staff uploaded one.';
COMMENT ON COLUMN lawyer_photos.content IS 'A square JPEG.';
