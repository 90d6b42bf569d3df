DROP INDEX CONCURRENTLY IF EXISTS help_inquiries_waiting_index;
