-- A driver's timeline also shows removed tickets. With them, this index serves every query of a driver's tickets.
CREATE INDEX tickets_user_id_all_index ON tickets (user_id, id DESC);
DROP INDEX tickets_user_id_index;
ALTER INDEX tickets_user_id_all_index RENAME TO tickets_user_id_index;
