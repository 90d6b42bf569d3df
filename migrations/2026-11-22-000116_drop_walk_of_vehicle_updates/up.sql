-- Its words stand in another index by now.
DROP INDEX CONCURRENTLY IF EXISTS users_vehicle_updates_search_index;
