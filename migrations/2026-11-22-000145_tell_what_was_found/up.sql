-- The item that was found for a report of a missing ticket.
ALTER TABLE missing_ticket_reports
    ADD COLUMN found_kind text,
    ADD COLUMN found_id integer,
    ADD CONSTRAINT missing_ticket_reports_found_check
        CHECK ((found_kind IS NULL) = (found_id IS NULL) AND found_kind IN ('ticket', 'parking', 'toll')) NOT VALID;
COMMENT ON COLUMN missing_ticket_reports.found_kind IS 'What was found: a ticket, parking ticket or toll.';
COMMENT ON COLUMN missing_ticket_reports.found_id IS 'Which. An item that is erased with its account leaves no report behind.';
