DROP INDEX CONCURRENTLY IF EXISTS import_keys_item_id_index;
