ALTER TABLE missing_ticket_reports DROP COLUMN found_kind, DROP COLUMN found_id;
