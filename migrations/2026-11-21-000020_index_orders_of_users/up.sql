-- Users in each order whatever their licence status: stretches by an expression cannot be merged, and a search reads one faster.
CREATE INDEX users_list_all_by_name_index ON users (lower(coalesce(full_name, '')), id) WHERE closed_at IS NULL;
CREATE INDEX users_list_all_by_update_index ON users (last_admin_update_at DESC NULLS LAST, id DESC) WHERE closed_at IS NULL;
CREATE INDEX users_list_all_by_creation_index ON users (created_at, id) WHERE closed_at IS NULL;
