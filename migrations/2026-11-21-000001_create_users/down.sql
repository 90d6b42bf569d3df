DROP TABLE driving_profiles;
DROP TABLE sessions;
DROP TABLE users;
DROP DOMAIN us_state;
-- The extension stays, because it may have existed before.
