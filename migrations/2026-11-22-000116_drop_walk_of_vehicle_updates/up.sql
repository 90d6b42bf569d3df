-- Another index now contains its words.
DROP INDEX CONCURRENTLY IF EXISTS users_vehicle_updates_search_index;
