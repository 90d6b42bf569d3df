-- A driver's timeline tells of removed tickets, too: with them the index serves every look at a driver's tickets.
CREATE INDEX tickets_user_id_all_index ON tickets (user_id, id DESC);
DROP INDEX tickets_user_id_index;
ALTER INDEX tickets_user_id_all_index RENAME TO tickets_user_id_index;
