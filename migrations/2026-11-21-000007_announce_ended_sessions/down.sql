DROP TRIGGER sessions_announce_ended ON sessions;
DROP FUNCTION announce_ended_session;
