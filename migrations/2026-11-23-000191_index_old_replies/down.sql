DROP INDEX CONCURRENTLY IF EXISTS notice_replies_received_at_index;
