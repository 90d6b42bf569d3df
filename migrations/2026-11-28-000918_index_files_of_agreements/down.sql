DROP INDEX CONCURRENTLY IF EXISTS case_agreements_file_id_index;
