-- Drivers are notified when a date of an item changes, when court is required, and when the item is removed. Email and text have rows of
-- their own, because texts wait for the morning.
CREATE TABLE item_changes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    channel text NOT NULL CONSTRAINT item_changes_channel_check CHECK (channel IN ('text', 'mail')),
    item_kind text NOT NULL CONSTRAINT item_changes_item_kind_check CHECK (item_kind IN ('ticket', 'parking', 'toll')),
    item_id integer NOT NULL,
    item_date date NOT NULL,
    needs_court_before boolean NOT NULL,
    court_date_before date,
    court_time_before text,
    due_date_before date,
    needs_court_after boolean NOT NULL,
    court_date_after date,
    court_time_after text,
    due_date_after date,
    is_removed boolean NOT NULL,
    noted_at timestamptz NOT NULL DEFAULT now(),
    batch bigint
);
COMMENT ON TABLE item_changes IS 'Changes of an item''s dates, and removals, for its driver to be notified of.';
COMMENT ON COLUMN item_changes.item_date IS 'Date of the violation or trip, which tells the driver which item is meant.';
COMMENT ON COLUMN item_changes.noted_at IS 'Time of the first change in the row.';
COMMENT ON COLUMN item_changes.batch IS 'The message with this change, as in notices.batch. Null until it is planned; until then later changes of the item are added to the row.';
CREATE UNIQUE INDEX item_changes_open_key ON item_changes (item_kind, item_id, channel) WHERE batch IS NULL;
CREATE INDEX item_changes_waiting_index ON item_changes (channel, user_id) WHERE batch IS NULL;
CREATE INDEX item_changes_user_id_index ON item_changes (user_id, batch);
CREATE INDEX item_changes_noted_at_index ON item_changes (noted_at);

-- Returns whether a driver is notified of an item's changes: the record is ready, and no notice of the new item is about to go out.
CREATE FUNCTION notes_changes(driver integer, kind text, item integer) RETURNS boolean LANGUAGE sql STABLE
    RETURN EXISTS (SELECT FROM users u WHERE u.id = driver AND u.closed_at IS NULL AND u.last_admin_update_at IS NOT NULL)
        AND NOT EXISTS (
            SELECT FROM news_items n WHERE n.item_kind = kind AND n.item_id = item AND n.told_on IS NULL
                AND n.amount_before IS NULL AND n.noted_at > now() - interval '10 minutes'
        );

CREATE FUNCTION note_changed_dates_of_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF notes_changes(NEW.user_id, 'ticket', NEW.id) THEN
        INSERT INTO item_changes (user_id, channel, item_kind, item_id, item_date,
                needs_court_before, court_date_before, court_time_before, due_date_before,
                needs_court_after, court_date_after, court_time_after, due_date_after, is_removed)
            SELECT NEW.user_id, way, 'ticket', NEW.id, NEW.date,
                OLD.is_court_required, OLD.court_date, OLD.court_time, OLD.due_date,
                NEW.is_court_required, NEW.court_date, NEW.court_time,
                CASE WHEN NEW.is_paid THEN OLD.due_date ELSE NEW.due_date END, NEW.removed_at IS NOT NULL
            FROM unnest(ARRAY['text', 'mail']) AS way
            ON CONFLICT (item_kind, item_id, channel) WHERE batch IS NULL DO UPDATE SET
                needs_court_after = EXCLUDED.needs_court_after, court_date_after = EXCLUDED.court_date_after,
                court_time_after = EXCLUDED.court_time_after, due_date_after = EXCLUDED.due_date_after,
                is_removed = EXCLUDED.is_removed;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION note_changed_due_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF notes_changes(NEW.user_id, TG_ARGV[0], NEW.id) THEN
        INSERT INTO item_changes (user_id, channel, item_kind, item_id, item_date,
                needs_court_before, due_date_before, needs_court_after, due_date_after, is_removed)
            SELECT NEW.user_id, way, TG_ARGV[0], NEW.id, NEW.date,
                false, OLD.due_date, false,
                CASE WHEN NEW.is_paid THEN OLD.due_date ELSE NEW.due_date END, NEW.removed_at IS NOT NULL
            FROM unnest(ARRAY['text', 'mail']) AS way
            ON CONFLICT (item_kind, item_id, channel) WHERE batch IS NULL DO UPDATE SET
                due_date_after = EXCLUDED.due_date_after, is_removed = EXCLUDED.is_removed;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER note_changed_dates_of_tickets
    AFTER UPDATE OF is_court_required, court_date, court_time, due_date, removed_at ON tickets FOR EACH ROW
    WHEN (OLD.removed_at IS NULL AND (
        (OLD.is_court_required, OLD.court_date, OLD.court_time, OLD.due_date, OLD.removed_at)
        IS DISTINCT FROM (NEW.is_court_required, NEW.court_date, NEW.court_time, NEW.due_date, NEW.removed_at)))
    EXECUTE FUNCTION note_changed_dates_of_ticket();
CREATE TRIGGER note_changed_dates_of_parking AFTER UPDATE OF due_date, removed_at ON parking FOR EACH ROW
    WHEN (OLD.removed_at IS NULL AND (OLD.due_date, OLD.removed_at) IS DISTINCT FROM (NEW.due_date, NEW.removed_at))
    EXECUTE FUNCTION note_changed_due_date('parking');
CREATE TRIGGER note_changed_dates_of_tolls AFTER UPDATE OF due_date, removed_at ON tolls FOR EACH ROW
    WHEN (OLD.removed_at IS NULL AND (OLD.due_date, OLD.removed_at) IS DISTINCT FROM (NEW.due_date, NEW.removed_at))
    EXECUTE FUNCTION note_changed_due_date('toll');

ALTER TABLE notices
    ADD COLUMN batch bigint,
    DROP CONSTRAINT notices_kind_check,
    ADD CONSTRAINT notices_kind_check CHECK (kind IN ('code', 'reminder', 'court_day', 'news', 'change')) NOT VALID;
COMMENT ON COLUMN notices.batch IS 'In a notice of changes, the batch of item_changes.';
