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

DROP FUNCTION lock_trail;
