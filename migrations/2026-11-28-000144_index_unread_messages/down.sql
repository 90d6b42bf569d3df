DROP INDEX CONCURRENTLY IF EXISTS case_messages_unread_index;
