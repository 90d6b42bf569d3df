DELETE FROM notices WHERE kind = 'change';
ALTER TABLE notices
    DROP CONSTRAINT notices_kind_check,
    ADD CONSTRAINT notices_kind_check CHECK (kind IN ('code', 'reminder', 'court_day', 'news')),
    DROP COLUMN batch;
DROP TRIGGER note_changed_dates_of_tickets ON tickets;
DROP TRIGGER note_changed_dates_of_parking ON parking;
DROP TRIGGER note_changed_dates_of_tolls ON tolls;
DROP FUNCTION note_changed_dates_of_ticket, note_changed_due_date;
DROP FUNCTION notes_changes(integer, text, integer);
DROP TABLE item_changes;
