-- Notifies all server processes of ended sessions at the commit, so that they close open sockets.
CREATE FUNCTION announce_ended_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('lanewise', 'session ' || OLD.id);
    RETURN NULL;
END $$;
COMMENT ON FUNCTION announce_ended_session IS 'Tells listeners on the channel lanewise that a session is over.';

CREATE TRIGGER sessions_announce_ended AFTER DELETE ON sessions
    FOR EACH ROW EXECUTE FUNCTION announce_ended_session();
