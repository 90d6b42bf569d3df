CREATE INDEX CONCURRENTLY IF NOT EXISTS help_inquiries_folded_message_index ON help_inquiries
    USING gin (search_fold(message) gin_trgm_ops);
