DROP INDEX CONCURRENTLY IF EXISTS hardship_requests_open_toll_key;
