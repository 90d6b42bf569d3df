CREATE INDEX CONCURRENTLY IF NOT EXISTS remittances_lawyer_id_index ON remittances (lawyer_id) WHERE lawyer_id IS NOT NULL;
