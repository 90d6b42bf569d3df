ALTER TABLE book_matching
    DROP COLUMN reading_count,
    DROP COLUMN reading_newest,
    DROP COLUMN reading_after,
    DROP COLUMN reading_since,
    DROP COLUMN reading_started_at;
