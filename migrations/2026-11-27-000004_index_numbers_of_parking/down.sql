DROP INDEX CONCURRENTLY IF EXISTS parking_citation_number_index;
