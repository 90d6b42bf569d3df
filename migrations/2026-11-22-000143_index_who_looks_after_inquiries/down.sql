DROP INDEX CONCURRENTLY IF EXISTS help_inquiries_assigned_to_index;
