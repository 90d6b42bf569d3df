-- An installation labels its intents at the provider to distinguish them from those of others. Other received money waits for staff.
CREATE TABLE installation (
    singleton boolean PRIMARY KEY DEFAULT true CONSTRAINT installation_singleton_check CHECK (singleton),
    id text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', '')
        CONSTRAINT installation_id_check CHECK (length(id) = 32)
);
COMMENT ON TABLE installation IS 'One row: the random id of this installation.';
COMMENT ON COLUMN installation.id IS 'In the metadata of every intent that is made here.';
INSERT INTO installation DEFAULT VALUES;

CREATE TABLE orphan_intents (
    provider_intent_id text PRIMARY KEY
        CONSTRAINT orphan_intents_provider_intent_id_check CHECK (length(provider_intent_id) BETWEEN 1 AND 255),
    amount_cents bigint NOT NULL CONSTRAINT orphan_intents_amount_cents_check CHECK (amount_cents >= 0),
    currency text NOT NULL CONSTRAINT orphan_intents_currency_check CHECK (length(currency) BETWEEN 1 AND 16),
    reason text NOT NULL CONSTRAINT orphan_intents_reason_check
        CHECK (reason IN ('payment', 'installation', 'confirmation_number', 'user', 'currency', 'amount')),
    seen_at timestamptz NOT NULL
);
COMMENT ON TABLE orphan_intents IS 'Money that succeeded at the provider and is no payment of ours: it settles nothing, staff look at it.';
COMMENT ON COLUMN orphan_intents.reason IS 'What does not agree with our payment; payment: there is none.';
CREATE INDEX orphan_intents_seen_at_index ON orphan_intents (seen_at DESC);
