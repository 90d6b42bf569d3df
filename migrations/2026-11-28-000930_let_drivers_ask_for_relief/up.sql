-- Drivers who can't pay an item now ask staff for help (docs/product/requests.md#drivers-who-cant-pay).
CREATE TABLE hardship_requests (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    ticket_id integer REFERENCES tickets ON DELETE CASCADE,
    parking_id integer REFERENCES parking ON DELETE CASCADE,
    toll_id integer REFERENCES tolls ON DELETE CASCADE,
    need text NOT NULL CONSTRAINT hardship_requests_need_check CHECK (
        need IN ('more_time', 'smaller_payments', 'lower_amount')
    ),
    amount_cents bigint CONSTRAINT hardship_requests_amount_check CHECK (amount_cents > 0),
    pay_by date,
    situation text NOT NULL CONSTRAINT hardship_requests_situation_check CHECK (
        situation IN ('public_benefits', 'out_of_work', 'low_income', 'other')
    ),
    asked_at timestamptz NOT NULL,
    answer text CONSTRAINT hardship_requests_answer_check CHECK (length(answer) BETWEEN 1 AND 2000),
    answered_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT hardship_requests_item_check CHECK (num_nonnulls(ticket_id, parking_id, toll_id) = 1),
    CONSTRAINT hardship_requests_value_check CHECK (
        (need = 'more_time') = (pay_by IS NOT NULL) AND (need = 'more_time') = (amount_cents IS NULL)
    ),
    CONSTRAINT hardship_requests_answered_check CHECK ((answer IS NULL) = (answered_at IS NULL))
);
COMMENT ON TABLE hardship_requests IS 'Requests of drivers who can''t pay an item now, with staff''s answers.';
COMMENT ON COLUMN hardship_requests.need IS 'What the driver needs.';
COMMENT ON COLUMN hardship_requests.amount_cents IS 'What the driver could pay: a month with smaller_payments, in total with lower_amount.';
COMMENT ON COLUMN hardship_requests.pay_by IS 'With more_time: when the driver could pay.';
COMMENT ON COLUMN hardship_requests.answer IS 'Staff''s answer, which the driver reads. NULL while the request is open.';
COMMENT ON COLUMN hardship_requests.version IS 'Incremented with each change.';
CREATE INDEX hardship_requests_user_id_index ON hardship_requests (user_id, asked_at);
CREATE INDEX hardship_requests_ticket_id_index ON hardship_requests (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE INDEX hardship_requests_parking_id_index ON hardship_requests (parking_id) WHERE parking_id IS NOT NULL;
CREATE INDEX hardship_requests_toll_id_index ON hardship_requests (toll_id) WHERE toll_id IS NOT NULL;
CREATE INDEX hardship_requests_open_index ON hardship_requests (asked_at, id) WHERE answered_at IS NULL;
