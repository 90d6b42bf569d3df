CREATE INDEX CONCURRENTLY IF NOT EXISTS case_files_lawyer_id_index ON case_files (lawyer_id) WHERE lawyer_id IS NOT NULL;
