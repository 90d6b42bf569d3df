CREATE FUNCTION step_of_label(label text) RETURNS text LANGUAGE sql IMMUTABLE
    RETURN CASE label WHEN 'Completed' THEN 'closed' WHEN 'Cancelled' THEN 'ended' ELSE 'hired' END;
COMMENT ON FUNCTION step_of_label IS 'The step of a case that is handled outside, from its hire''s status.';

-- Runs as its owner: until the migration has granted the serving role its privileges on cases, servers must be able to insert hires.
CREATE FUNCTION open_case_of_hire() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO cases (hire_id, handling, step, created_at)
        VALUES (NEW.id, 'outside', step_of_label(NEW.status), NEW.created_at)
        ON CONFLICT (hire_id) DO UPDATE SET step = EXCLUDED.step
            WHERE cases.handling = 'outside' AND cases.version = 1 AND cases.step <> EXCLUDED.step;
    RETURN NULL;
END $$;
COMMENT ON FUNCTION open_case_of_hire IS 'Gives every hire a case, also those that a server from before cases inserts or changes.';
CREATE TRIGGER lawyer_hires_open_case AFTER INSERT OR UPDATE OF status ON lawyer_hires
    FOR EACH ROW EXECUTE FUNCTION open_case_of_hire();
