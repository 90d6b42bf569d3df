-- Another index now contains the words of this one.
DROP INDEX CONCURRENTLY IF EXISTS users_vehicle_updates_search_index;
