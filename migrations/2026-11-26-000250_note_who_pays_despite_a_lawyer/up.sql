ALTER TABLE payments ADD COLUMN despite_lawyer boolean;
COMMENT ON COLUMN payments.despite_lawyer IS 'Whether the driver confirmed paying a ticket despite the lawyer at work on it. Null: from before this was stored, or not for a ticket.';
