DROP TRIGGER users_announce_changed ON users;
DROP FUNCTION announce_changed_account;
