ALTER TABLE users ALTER COLUMN search_text SET STATISTICS -1;
DROP INDEX users_list_all_by_name_index, users_list_all_by_update_index, users_list_all_by_creation_index,
    users_list_search_index, users_vehicle_updates_search_index, users_status_requests_search_index;
CREATE INDEX users_open_index ON users (id) WHERE closed_at IS NULL;
CREATE INDEX users_vehicle_updates_index ON users (vehicle_info_added_at DESC, id DESC) WHERE vehicle_info_added_at IS NOT NULL;
CREATE INDEX users_status_requests_index ON users (status_requested_at DESC, id DESC) WHERE status_requested_at IS NOT NULL;
