-- Since when an inquiry has waited for an answer, and the staff member it is assigned to.
ALTER TABLE help_inquiries
    ADD COLUMN waiting_since timestamptz,
    ADD COLUMN is_answered boolean NOT NULL DEFAULT false,
    ADD COLUMN assigned_to integer,
    ADD CONSTRAINT help_inquiries_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES users ON DELETE SET NULL NOT VALID;
COMMENT ON COLUMN help_inquiries.waiting_since IS 'When the driver said the first thing that nobody has answered; null: since it was asked.';
COMMENT ON COLUMN help_inquiries.is_answered IS 'Support has said the last word.';
COMMENT ON COLUMN help_inquiries.assigned_to IS 'Who of the staff looks after it.';
