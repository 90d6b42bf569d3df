-- Users in each order, regardless of license status: index ranges by an expression can't be merged, and a search is faster on one index.
CREATE INDEX users_list_all_by_name_index ON users (lower(coalesce(full_name, '')), id) WHERE closed_at IS NULL;
CREATE INDEX users_list_all_by_update_index ON users (last_admin_update_at DESC NULLS LAST, id DESC) WHERE closed_at IS NULL;
CREATE INDEX users_list_all_by_creation_index ON users (created_at, id) WHERE closed_at IS NULL;

-- A search text that many users match is found by reading the list in its order. The index contains the text, so no row is read.
CREATE INDEX users_list_search_index ON users (id) INCLUDE (search_text) WHERE closed_at IS NULL;
CREATE INDEX users_vehicle_updates_search_index ON users (vehicle_info_added_at, id) INCLUDE (search_text, vehicle_license_plate)
    WHERE vehicle_info_added_at IS NOT NULL AND closed_at IS NULL;
CREATE INDEX users_status_requests_search_index ON users (status_requested_at, id) INCLUDE (search_text)
    WHERE status_requested_at IS NOT NULL AND closed_at IS NULL;
DROP INDEX users_vehicle_updates_index, users_status_requests_index, users_open_index;
ALTER TABLE users ALTER COLUMN search_text SET STATISTICS 1000;
ANALYZE users;
