DROP INDEX CONCURRENTLY IF EXISTS tickets_citation_number_index;
