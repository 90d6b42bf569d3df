DROP INDEX CONCURRENTLY IF EXISTS import_keys_kind_item_id_index;
