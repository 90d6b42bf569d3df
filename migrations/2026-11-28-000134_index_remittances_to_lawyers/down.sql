DROP INDEX CONCURRENTLY IF EXISTS remittances_lawyer_id_index;
