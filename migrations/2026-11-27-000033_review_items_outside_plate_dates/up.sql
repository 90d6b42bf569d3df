CREATE TABLE plate_date_reviews (
    kind text NOT NULL
        CONSTRAINT plate_date_reviews_kind_check CHECK (kind IN ('ticket', 'parking', 'toll')),
    item_id integer NOT NULL,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    PRIMARY KEY (kind, item_id)
);
COMMENT ON TABLE plate_date_reviews IS 'Items that were on file before plates had dates, from a day outside their plate''s dates. A row goes when staff have decided.';
CREATE INDEX plate_date_reviews_user_id_index ON plate_date_reviews (user_id);
