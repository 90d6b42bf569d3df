DROP INDEX CONCURRENTLY IF EXISTS help_inquiries_resolved_at_index;
