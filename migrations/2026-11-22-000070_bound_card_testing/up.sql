-- Against card testing, in which attackers try stolen cards. These rows are retained for two days.
CREATE TABLE payment_askers (
    payment_id integer PRIMARY KEY REFERENCES payments ON DELETE CASCADE,
    address text NOT NULL
        CONSTRAINT payment_askers_address_check CHECK (length(address) <= 64),
    asked_at timestamptz NOT NULL
);
COMMENT ON TABLE payment_askers IS 'From where a payment was last asked for; kept for two days.';
COMMENT ON COLUMN payment_askers.address IS 'The client''s address.';
CREATE INDEX payment_askers_asked_at_index ON payment_askers (asked_at);

CREATE TABLE card_declines (
    charge_id text PRIMARY KEY
        CONSTRAINT card_declines_charge_id_check CHECK (length(charge_id) BETWEEN 1 AND 255),
    payment_id integer NOT NULL REFERENCES payments ON DELETE CASCADE,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    address text
        CONSTRAINT card_declines_address_check CHECK (length(address) <= 64),
    fingerprint text
        CONSTRAINT card_declines_fingerprint_check CHECK (length(fingerprint) BETWEEN 1 AND 255),
    declined_at timestamptz NOT NULL
);
COMMENT ON TABLE card_declines IS 'Cards that banks have declined; kept for two days.';
COMMENT ON COLUMN card_declines.charge_id IS 'The provider''s id of the try.';
COMMENT ON COLUMN card_declines.address IS 'From where the payment was asked for.';
COMMENT ON COLUMN card_declines.fingerprint IS 'The provider''s name for the card, the same each time; no part of its number.';
CREATE INDEX card_declines_payment_id_index ON card_declines (payment_id);
CREATE INDEX card_declines_user_id_index ON card_declines (user_id, declined_at DESC);
CREATE INDEX card_declines_address_index ON card_declines (address, declined_at DESC);
CREATE INDEX card_declines_fingerprint_index ON card_declines (fingerprint, declined_at DESC);
CREATE INDEX card_declines_declined_at_index ON card_declines (declined_at);
