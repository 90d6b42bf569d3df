-- Drivers are notified of new items and higher amounts, whether from staff, a file or a city's data.
CREATE TABLE news_items (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    item_kind text NOT NULL CONSTRAINT news_items_item_kind_check CHECK (item_kind IN ('ticket', 'parking', 'toll')),
    item_id integer NOT NULL,
    amount_before text,
    noted_at timestamptz NOT NULL DEFAULT now(),
    told_on date
);
COMMENT ON TABLE news_items IS 'Items that are new, or whose amount has changed, for their driver to be told.';
COMMENT ON COLUMN news_items.amount_before IS 'Null of new items.';
COMMENT ON COLUMN news_items.told_on IS 'In the message of this day; null until it is planned.';
CREATE UNIQUE INDEX news_items_untold_key ON news_items (item_kind, item_id) WHERE told_on IS NULL;
CREATE INDEX news_items_waiting_index ON news_items (user_id) WHERE told_on IS NULL;
CREATE INDEX news_items_user_id_index ON news_items (user_id, told_on);
CREATE INDEX news_items_told_on_index ON news_items (told_on);

CREATE FUNCTION note_new_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO news_items (user_id, item_kind, item_id)
        SELECT user_id, TG_ARGV[0], id FROM fresh WHERE NOT is_paid
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE FUNCTION note_changed_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO news_items (user_id, item_kind, item_id, amount_before)
        VALUES (NEW.user_id, TG_ARGV[0], NEW.id, OLD.amount)
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE TRIGGER note_new_tickets AFTER INSERT ON tickets REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION note_new_items('ticket');
CREATE TRIGGER note_new_parking AFTER INSERT ON parking REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION note_new_items('parking');
CREATE TRIGGER note_new_tolls AFTER INSERT ON tolls REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION note_new_items('toll');
CREATE TRIGGER note_changed_tickets AFTER UPDATE OF amount ON tickets FOR EACH ROW
    WHEN (OLD.amount IS DISTINCT FROM NEW.amount) EXECUTE FUNCTION note_changed_amount('ticket');
CREATE TRIGGER note_changed_parking AFTER UPDATE OF amount ON parking FOR EACH ROW
    WHEN (OLD.amount IS DISTINCT FROM NEW.amount) EXECUTE FUNCTION note_changed_amount('parking');
CREATE TRIGGER note_changed_tolls AFTER UPDATE OF amount ON tolls FOR EACH ROW
    WHEN (OLD.amount IS DISTINCT FROM NEW.amount) EXECUTE FUNCTION note_changed_amount('toll');
