-- Tables and functions for reusing a database that a test has returned. The template of all test
-- databases contains these objects, which only the superuser uses.
CREATE SCHEMA lending;
CREATE SEQUENCE lending.definitions;

-- Counts schema changes. A test's schema changes can't be undone, so a database with such changes is dropped.
CREATE FUNCTION lending.note_definition() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS
$$ BEGIN PERFORM nextval('lending.definitions'); END $$;

CREATE TABLE lending.sequences AS
    SELECT format('%I.%I', schemaname, sequencename)::regclass::oid AS id, last_value, start_value
    FROM pg_sequences WHERE schemaname = 'public';

-- The rows that migrations inserted, stored as JSON, so that one table can hold rows of all tables.
CREATE TABLE lending.rows (table_id oid, content json);
DO $$
DECLARE one regclass;
BEGIN
    FOR one IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT relispartition LOOP
        EXECUTE format('INSERT INTO lending.rows SELECT %s, row_to_json(one) FROM %s AS one', one::oid, one);
    END LOOP;
END $$;

-- Cleans the database and returns true. Returns false if the database can't be reused: after schema changes, after ANALYZE,
-- which changes query plans, or if the database is so large that the next test would be slow.
CREATE FUNCTION lending.clean() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    most_bytes CONSTANT bigint := 8 * 1024 * 1024;
    one record;
BEGIN
    IF (SELECT is_called FROM lending.definitions)
        OR EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples > 0)
        OR (SELECT sum(pg_relation_size(oid)) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r') > most_bytes
    THEN RETURN false; END IF;
    -- With this setting, PostgreSQL skips triggers and the checks of foreign keys.
    PERFORM set_config('session_replication_role', 'replica', true);
    FOR one IN
        SELECT oid::regclass AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
    LOOP
        EXECUTE format('DELETE FROM ONLY %s', one.name);
    END LOOP;
    FOR one IN SELECT table_id::regclass AS name, json_agg(content) AS content FROM lending.rows GROUP BY table_id LOOP
        EXECUTE format('INSERT INTO %1$s OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::%1$s, $1)', one.name)
            USING one.content;
    END LOOP;
    PERFORM setval(id::regclass, coalesce(last_value, start_value), last_value IS NOT NULL)
        FROM lending.sequences
        WHERE last_value IS DISTINCT FROM pg_sequence_last_value(id::regclass);
    RETURN true;
END $$;

CREATE EVENT TRIGGER lending ON ddl_command_end EXECUTE FUNCTION lending.note_definition();
