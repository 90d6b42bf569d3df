CREATE INDEX CONCURRENTLY IF NOT EXISTS case_agreements_file_id_index ON case_agreements (file_id) WHERE file_id IS NOT NULL;
