DROP INDEX CONCURRENTLY IF EXISTS security_events_id_key;
