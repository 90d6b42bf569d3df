CREATE TABLE lost_payments (
    provider_intent_id text PRIMARY KEY REFERENCES orphan_intents ON DELETE CASCADE,
    confirmation_number text NOT NULL
        CONSTRAINT lost_payments_confirmation_number_check CHECK (length(confirmation_number) BETWEEN 1 AND 32),
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    kind text CONSTRAINT lost_payments_kind_check CHECK (kind IN ('ticket', 'parking', 'toll', 'lawyer')),
    ticket_id integer REFERENCES tickets ON DELETE SET NULL,
    parking_id integer REFERENCES parking ON DELETE SET NULL,
    toll_id integer REFERENCES tolls ON DELETE SET NULL,
    started_at timestamptz NOT NULL,
    CONSTRAINT lost_payments_item_check CHECK (num_nonnulls(ticket_id, parking_id, toll_id) <= 1)
);
COMMENT ON TABLE lost_payments IS 'Payments of this installation that succeeded at the provider and that the database doesn''t know, as after an older backup was restored.';
COMMENT ON COLUMN lost_payments.confirmation_number IS 'The number the payment had.';
COMMENT ON COLUMN lost_payments.kind IS 'What was paid for; null when its intent doesn''t say, or the driver doesn''t have it.';
COMMENT ON COLUMN lost_payments.started_at IS 'When its intent was made.';
CREATE INDEX lost_payments_user_id_index ON lost_payments (user_id);
CREATE INDEX lost_payments_ticket_id_index ON lost_payments (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE INDEX lost_payments_parking_id_index ON lost_payments (parking_id) WHERE parking_id IS NOT NULL;
CREATE INDEX lost_payments_toll_id_index ON lost_payments (toll_id) WHERE toll_id IS NOT NULL;
