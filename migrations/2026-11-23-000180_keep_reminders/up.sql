-- Reminders to drivers before a date, and their replies (docs/product/notices.md#reminders).
ALTER TABLE text_notification_requests
    ADD COLUMN confirmed_at timestamptz,
    ADD COLUMN code_salt bytea,
    ADD COLUMN code_hash bytea,
    ADD COLUMN code_expires_at timestamptz,
    ADD COLUMN code_tries integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN text_notification_requests.confirmed_at IS 'When the driver brought the code that was sent there; nothing but codes is sent before.';
COMMENT ON COLUMN text_notification_requests.code_hash IS 'Hashed as recovery codes are, beside code_salt; null once it was brought.';
COMMENT ON COLUMN text_notification_requests.code_tries IS 'Wrong codes since the last one was sent.';

CREATE TABLE reminder_choices (
    user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    text_reminders boolean NOT NULL,
    text_news boolean NOT NULL,
    mail_reminders boolean NOT NULL,
    mail_news boolean NOT NULL,
    changed_at timestamptz NOT NULL
);
COMMENT ON TABLE reminder_choices IS 'What a driver wants to be told of and how; who has no row wants all of it.';
COMMENT ON COLUMN reminder_choices.text_news IS 'New and dearer items, by text.';

CREATE TABLE calendar_feeds (
    user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    secret_hash bytea NOT NULL,
    created_at timestamptz NOT NULL
);
COMMENT ON TABLE calendar_feeds IS 'The address at which a driver''s calendar is read without a session, as a hash.';
CREATE UNIQUE INDEX calendar_feeds_secret_hash_key ON calendar_feeds (secret_hash);

CREATE TABLE notices (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    channel text NOT NULL CONSTRAINT notices_channel_check CHECK (channel IN ('text', 'mail')),
    kind text NOT NULL CONSTRAINT notices_kind_check CHECK (kind IN ('code', 'reminder', 'court_day', 'news')),
    day date NOT NULL,
    request_id integer REFERENCES text_notification_requests ON DELETE SET NULL,
    phone text,
    due_at timestamptz NOT NULL,
    status text NOT NULL DEFAULT 'planned'
        CONSTRAINT notices_status_check CHECK (status IN ('planned', 'sending', 'sent', 'delivered', 'failed', 'skipped')),
    body text,
    reason text,
    unsubscribe_hash bytea,
    sent_at timestamptz,
    changed_at timestamptz,
    confirmed_at timestamptz
);
COMMENT ON TABLE notices IS 'What drivers were told, or are to be: one row for a day, kind, channel and number.';
COMMENT ON COLUMN notices.day IS 'By the clock of the driver''s state.';
COMMENT ON COLUMN notices.phone IS 'The number, as it was then; null of mails and once the account is closed.';
COMMENT ON COLUMN notices.due_at IS 'Not before: texts are planned ten a second.';
COMMENT ON COLUMN notices.body IS 'What was said; null until it is sent, of codes, and once the account is closed.';
COMMENT ON COLUMN notices.reason IS 'Why it was not sent or did not arrive.';
COMMENT ON COLUMN notices.confirmed_at IS 'When the driver answered 1.';
CREATE UNIQUE INDEX notices_once_key ON notices (user_id, day, kind, channel, coalesce(phone, '')) WHERE kind <> 'code';
CREATE INDEX notices_user_id_index ON notices (user_id, id);
CREATE INDEX notices_phone_index ON notices (phone, id) WHERE phone IS NOT NULL;
CREATE INDEX notices_request_id_index ON notices (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX notices_planned_index ON notices (due_at) WHERE status = 'planned' AND channel = 'text';
CREATE UNIQUE INDEX notices_unsubscribe_hash_key ON notices (unsubscribe_hash) WHERE unsubscribe_hash IS NOT NULL;

CREATE TABLE notice_replies (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    provider_id text NOT NULL,
    phone text,
    user_id integer REFERENCES users ON DELETE CASCADE,
    notice_id integer REFERENCES notices ON DELETE SET NULL,
    body text,
    meaning text NOT NULL CONSTRAINT notice_replies_meaning_check
        CHECK (meaning IN ('stop', 'start', 'help', 'confirmed', 'cannot_come', 'may_mean_stop', 'other')),
    received_at timestamptz NOT NULL,
    is_solved boolean NOT NULL,
    solved_by integer REFERENCES users ON DELETE SET NULL,
    solved_at timestamptz
);
COMMENT ON TABLE notice_replies IS 'What came back by text from numbers that are, or were, a driver''s.';
COMMENT ON COLUMN notice_replies.provider_id IS 'The provider''s id: the same reply told again is no second one.';
COMMENT ON COLUMN notice_replies.user_id IS 'Whose number it was then.';
COMMENT ON COLUMN notice_replies.is_solved IS 'Nobody of the staff has to look at it, or somebody has.';
CREATE UNIQUE INDEX notice_replies_provider_id_key ON notice_replies (provider_id);
CREATE INDEX notice_replies_user_id_index ON notice_replies (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX notice_replies_notice_id_index ON notice_replies (notice_id) WHERE notice_id IS NOT NULL;
CREATE INDEX notice_replies_solved_by_index ON notice_replies (solved_by) WHERE solved_by IS NOT NULL;
CREATE INDEX notice_replies_open_index ON notice_replies (id) WHERE NOT is_solved;

CREATE TABLE phone_states (
    phone text PRIMARY KEY CONSTRAINT phone_states_phone_check CHECK (phone ~ '^[0-9]{10}$'),
    state text NOT NULL CONSTRAINT phone_states_state_check CHECK (state IN ('stopped', 'paused')),
    since timestamptz NOT NULL
);
COMMENT ON TABLE phone_states IS 'Numbers that get no text: their owner said so, or may have. It outlives accounts.';

CREATE TABLE reminder_days (
    zone text NOT NULL,
    day date NOT NULL,
    kind text NOT NULL CONSTRAINT reminder_days_kind_check CHECK (kind IN ('reminder', 'court_day')),
    planned_at timestamptz NOT NULL,
    PRIMARY KEY (day, zone, kind)
);
COMMENT ON TABLE reminder_days IS 'Days of which all that is due to be told is in notices.';

CREATE TABLE waived_appearances (
    ticket_id integer PRIMARY KEY REFERENCES tickets ON DELETE CASCADE,
    waived_at timestamptz NOT NULL,
    waived_by integer REFERENCES users ON DELETE SET NULL
);
COMMENT ON TABLE waived_appearances IS 'Tickets whose driver need not appear in court, by staff: only this ends their reminders.';
CREATE INDEX waived_appearances_waived_by_index ON waived_appearances (waived_by) WHERE waived_by IS NOT NULL;
