DROP INDEX CONCURRENTLY IF EXISTS case_files_lawyer_id_index;
