-- A trail's default partition takes the rows of months that have no partition, so that no login fails a year after the last
-- `server migrate`. The role that owns the trail makes it together with the months.

CREATE FUNCTION make_part(trail text, part text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- Created as a table and attached later, so that readers and writers of the trail don't wait.
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, trail);
    IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = trail::regclass AND tgname = trail || '_append_only') THEN
        EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', trail || '_append_only', part);
        EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', part);
    END IF;
END
$$;
COMMENT ON FUNCTION make_part IS 'Makes a table that can become a partition of a trail.';

CREATE FUNCTION move_rows(source regclass, target text, since timestamptz, upto timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    is_append_only CONSTANT boolean := NOT has_table_privilege(source, 'DELETE');
BEGIN
    -- Until the end of this transaction. The table is locked, so no other transaction sees or changes it.
    IF is_append_only THEN
        EXECUTE format('GRANT DELETE ON %s TO CURRENT_USER', source);
    END IF;
    EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', source);
    EXECUTE format('WITH moved AS (DELETE FROM %s WHERE created_at >= %L AND created_at < %L RETURNING *)
        INSERT INTO %I SELECT * FROM moved', source, since, upto, target);
    EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', source);
    IF is_append_only THEN
        EXECUTE format('REVOKE DELETE ON %s FROM CURRENT_USER', source);
    END IF;
END
$$;
COMMENT ON FUNCTION move_rows IS 'Moves the rows of a month, as they are, out of a locked default partition.';

CREATE OR REPLACE FUNCTION make_months_ahead(trail text, months integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    -- Both are in UTC.
    upto CONSTANT timestamp := date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => months + 1);
    month timestamp;
    since timestamptz;
    ends timestamptz;
    part text;
    spare regclass;
    referenced regclass;
    has_rows boolean;
    made integer := 0;
BEGIN
    SELECT partdefid INTO spare FROM pg_partitioned_table WHERE partrelid = trail::regclass AND partdefid <> 0;
    IF spare IS NULL THEN
        part := trail || '_default';
        PERFORM make_part(trail, part);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', trail, part);
        spare := part::regclass;
    END IF;
    LOOP
        month := trail_ends(trail) AT TIME ZONE 'UTC';
        EXIT WHEN month >= upto;
        since := month AT TIME ZONE 'UTC';
        ends := (month + interval '1 month') AT TIME ZONE 'UTC';
        part := trail || to_char(month, '"_"YYYY"_"MM');
        PERFORM make_part(trail, part);
        -- In the order in which a login locks them. Attaching locks them too, but only after rows were moved.
        FOR referenced IN SELECT confrelid FROM pg_constraint WHERE conrelid = trail::regclass AND contype = 'f' LOOP
            EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', referenced);
        END LOOP;
        -- A row that PostgreSQL has already routed to the default partition would be refused there once its month is attached. So
        -- writers wait at the trail. Rows of later months aren't written yet.
        IF since < now() + interval '1 day' THEN
            EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', trail);
        END IF;
        EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', spare);
        EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE created_at >= %L AND created_at < %L)', spare, since, ends)
            INTO has_rows;
        IF has_rows THEN
            PERFORM move_rows(spare, part, since, ends);
        END IF;
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', trail, part, since, ends);
        made := made + 1;
    END LOOP;
    RETURN made;
END
$$;
COMMENT ON FUNCTION make_months_ahead IS
    'Adds partitions to a trail until so many months after this one have theirs, and a default partition, whose rows move to the months they belong to; answers how many months it made.';
