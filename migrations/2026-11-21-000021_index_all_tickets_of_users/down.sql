CREATE INDEX tickets_user_id_present_index ON tickets (user_id, id DESC) WHERE removed_at IS NULL;
DROP INDEX tickets_user_id_index;
ALTER INDEX tickets_user_id_present_index RENAME TO tickets_user_id_index;
