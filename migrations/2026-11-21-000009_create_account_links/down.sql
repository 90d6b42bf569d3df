DROP TABLE account_links;
DROP INDEX users_open_index;
ALTER TABLE users DROP COLUMN closed_at;
