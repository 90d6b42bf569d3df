CREATE OR REPLACE FUNCTION note_new_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO news_items (user_id, item_kind, item_id)
        SELECT user_id, TG_ARGV[0], id FROM fresh WHERE NOT is_paid
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION note_changed_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO news_items (user_id, item_kind, item_id, amount_before)
        VALUES (NEW.user_id, TG_ARGV[0], NEW.id, OLD.amount)
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION note_changed_dates_of_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE FUNCTION note_changed_due_date() RETURNS trigger LANGUAGE plpgsql AS $$
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
DROP TABLE added_items;
ALTER TABLE tickets DROP COLUMN driver_entry;
ALTER TABLE parking DROP COLUMN driver_entry;
ALTER TABLE tolls DROP COLUMN driver_entry;
