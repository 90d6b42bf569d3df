-- Messages to addresses and numbers that their account hasn't confirmed (docs/product/notices.md#unconfirmed-addresses), so that a limit holds
-- over all accounts and server processes.
CREATE TABLE unconfirmed_messages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel text NOT NULL CONSTRAINT unconfirmed_messages_channel_check CHECK (channel IN ('text', 'mail')),
    recipient bytea NOT NULL CONSTRAINT unconfirmed_messages_recipient_check CHECK (octet_length(recipient) = 32),
    sent_at timestamptz NOT NULL
);
COMMENT ON TABLE unconfirmed_messages IS 'One row for each message to an unconfirmed address or number; kept for a day.';
COMMENT ON COLUMN unconfirmed_messages.recipient IS 'SHA-256 of the mailbox or of the number''s ten digits.';
COMMENT ON COLUMN unconfirmed_messages.sent_at IS 'When it was handed over; rows of messages that surely didn''t go out are deleted.';
CREATE INDEX unconfirmed_messages_recipient_index ON unconfirmed_messages (channel, recipient, sent_at);
CREATE INDEX unconfirmed_messages_sent_at_index ON unconfirmed_messages (sent_at, channel);
