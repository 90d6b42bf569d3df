-- Drivers add tickets, parking tickets and tolls themselves, and staff check them (docs/product/adding-tickets.md).
ALTER TABLE tickets
    ADD COLUMN driver_entry text,
    ADD CONSTRAINT tickets_driver_entry_check CHECK (driver_entry IN ('being_checked', 'confirmed')) NOT VALID;
ALTER TABLE parking
    ADD COLUMN driver_entry text,
    ADD CONSTRAINT parking_driver_entry_check CHECK (driver_entry IN ('being_checked', 'confirmed')) NOT VALID;
ALTER TABLE tolls
    ADD COLUMN driver_entry text,
    ADD CONSTRAINT tolls_driver_entry_check CHECK (driver_entry IN ('being_checked', 'confirmed')) NOT VALID;
COMMENT ON COLUMN tickets.driver_entry IS 'Whether staff have confirmed a ticket that its driver added. Null for all other tickets.';
COMMENT ON COLUMN parking.driver_entry IS 'Whether staff have confirmed a parking ticket that its driver added. Null for all others.';
COMMENT ON COLUMN tolls.driver_entry IS 'Whether staff have confirmed a toll that its driver added. Null for all other tolls.';

CREATE TABLE added_items (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    ticket_id integer CONSTRAINT added_items_ticket_id_key UNIQUE REFERENCES tickets ON DELETE CASCADE,
    parking_id integer CONSTRAINT added_items_parking_id_key UNIQUE REFERENCES parking ON DELETE CASCADE,
    toll_id integer CONSTRAINT added_items_toll_id_key UNIQUE REFERENCES tolls ON DELETE CASCADE,
    added_at timestamptz NOT NULL,
    status text NOT NULL DEFAULT 'being_checked' CONSTRAINT added_items_status_check CHECK (
        status IN ('being_checked', 'confirmed', 'merged', 'not_found', 'withdrawn')
    ),
    reason text CONSTRAINT added_items_reason_check CHECK (length(reason) BETWEEN 1 AND 2000),
    checked_at timestamptz,
    CONSTRAINT added_items_item_check CHECK (num_nonnulls(ticket_id, parking_id, toll_id) = 1),
    CONSTRAINT added_items_checked_check CHECK ((status = 'being_checked') = (checked_at IS NULL)),
    CONSTRAINT added_items_not_found_check CHECK ((status = 'not_found') = (reason IS NOT NULL))
);
COMMENT ON TABLE added_items IS 'Items that drivers added, and the results of staff''s checks.';
COMMENT ON COLUMN added_items.reason IS 'Why staff didn''t find the citation. The driver reads it.';
COMMENT ON COLUMN added_items.checked_at IS 'When staff or the driver ended the check.';
CREATE INDEX added_items_user_id_index ON added_items (user_id, added_at);
CREATE INDEX added_items_being_checked_index ON added_items (added_at, id) WHERE status = 'being_checked';

-- A driver isn't notified of an item that they added, or of changes to it during the check. The result has its own email.
CREATE OR REPLACE FUNCTION note_new_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO news_items (user_id, item_kind, item_id)
        SELECT user_id, TG_ARGV[0], id FROM fresh WHERE NOT is_paid AND driver_entry IS NULL
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION note_changed_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.driver_entry IS DISTINCT FROM 'being_checked' THEN
        INSERT INTO news_items (user_id, item_kind, item_id, amount_before)
            VALUES (NEW.user_id, TG_ARGV[0], NEW.id, OLD.amount)
            ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION note_changed_dates_of_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.driver_entry IS DISTINCT FROM 'being_checked' AND notes_changes(NEW.user_id, 'ticket', NEW.id) THEN
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
CREATE OR REPLACE FUNCTION note_changed_due_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.driver_entry IS DISTINCT FROM 'being_checked' AND notes_changes(NEW.user_id, TG_ARGV[0], NEW.id) THEN
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
