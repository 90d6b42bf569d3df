CREATE FUNCTION trail_ends(trail text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT max((regexp_match(pg_get_expr(relpartbound, pg_class.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz)
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = trail::regclass
$$;
COMMENT ON FUNCTION trail_ends IS 'Until when a trail has partitions.';

CREATE FUNCTION make_months_ahead(trail text, months integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    -- Both are in UTC.
    upto CONSTANT timestamp := date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => months + 1);
    month timestamp;
    partition text;
    made integer := 0;
BEGIN
    LOOP
        month := trail_ends(trail) AT TIME ZONE 'UTC';
        EXIT WHEN month >= upto;
        partition := trail || to_char(month, '"_"YYYY"_"MM');
        -- Created as a table and then attached, so that readers and writers of the trail don't wait.
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition, trail);
        IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = trail::regclass AND tgname = trail || '_append_only') THEN
            EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
                FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', trail || '_append_only', partition);
            EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', partition);
        END IF;
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', trail, partition,
            month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
        made := made + 1;
    END LOOP;
    RETURN made;
END
$$;
COMMENT ON FUNCTION make_months_ahead IS 'Adds partitions to a trail until so many months after this one have theirs; answers how many it made.';

-- The table has few rows, so this is fast.
CREATE INDEX staff_invitations_email_index ON staff_invitations (lower(email));
CREATE INDEX staff_invitations_expires_at_index ON staff_invitations (expires_at);
