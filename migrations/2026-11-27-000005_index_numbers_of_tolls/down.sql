DROP INDEX CONCURRENTLY IF EXISTS tolls_citation_number_index;
