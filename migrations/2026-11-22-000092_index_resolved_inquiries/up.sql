CREATE INDEX CONCURRENTLY IF NOT EXISTS help_inquiries_resolved_at_index ON help_inquiries (resolved_at) WHERE resolved_at IS NOT NULL;
