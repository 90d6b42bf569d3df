CREATE INDEX CONCURRENTLY IF NOT EXISTS import_keys_kind_item_id_index ON import_keys (kind, item_id);
