CREATE TABLE missing_ticket_reports (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    state us_state NOT NULL,
    ticket_type text NOT NULL
        CONSTRAINT missing_ticket_reports_ticket_type_check
        CHECK (ticket_type IN ('Traffic ticket', 'Red light ticket', 'Speeding ticket', 'Parking ticket')),
    reported_at timestamptz NOT NULL,
    status text NOT NULL DEFAULT 'Pending'
        CONSTRAINT missing_ticket_reports_status_check CHECK (status IN ('Pending', 'Found', 'Not Found')),
    is_seen_by_admin boolean NOT NULL DEFAULT false,
    is_solved boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE missing_ticket_reports IS 'Drivers miss a ticket in their profile.';
COMMENT ON COLUMN missing_ticket_reports.state IS 'State that issued the ticket.';

CREATE INDEX missing_ticket_reports_user_id_index ON missing_ticket_reports (user_id, id DESC);
CREATE INDEX missing_ticket_reports_status_index ON missing_ticket_reports (status, id DESC);
CREATE INDEX missing_ticket_reports_unsolved_index ON missing_ticket_reports (id) WHERE NOT is_solved;

CREATE TABLE text_notification_requests (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer REFERENCES users ON DELETE SET NULL,
    phone_number text NOT NULL
        CONSTRAINT text_notification_requests_phone_number_check CHECK (phone_number ~ '^[0-9]{10}$'),
    requested_at timestamptz NOT NULL,
    is_sent boolean NOT NULL DEFAULT false,
    sent_at timestamptz,
    is_solved boolean NOT NULL DEFAULT false,
    CONSTRAINT text_notification_requests_sent_check CHECK (is_sent = (sent_at IS NOT NULL))
);
COMMENT ON TABLE text_notification_requests IS 'Who wants a text when a case''s status changes.';
COMMENT ON COLUMN text_notification_requests.phone_number IS 'Ten digits.';

CREATE INDEX text_notification_requests_user_id_index ON text_notification_requests (user_id, id DESC)
    WHERE user_id IS NOT NULL;
CREATE INDEX text_notification_requests_unsolved_index ON text_notification_requests (id) WHERE NOT is_solved;

CREATE TABLE help_inquiries (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    type text NOT NULL
        CONSTRAINT help_inquiries_type_check CHECK (type IN ('chat', 'callback')),
    message text
        CONSTRAINT help_inquiries_message_check CHECK (length(message) BETWEEN 1 AND 4000),
    phone_number text
        CONSTRAINT help_inquiries_phone_number_check CHECK (phone_number ~ '^[0-9]{10}$'),
    status text NOT NULL DEFAULT 'pending'
        CONSTRAINT help_inquiries_status_check CHECK (status IN ('pending', 'resolved')),
    created_at timestamptz NOT NULL,
    resolved_at timestamptz,
    is_seen_by_admin boolean NOT NULL DEFAULT false,
    is_solved boolean NOT NULL DEFAULT false,
    CONSTRAINT help_inquiries_callback_check CHECK (type <> 'callback' OR phone_number IS NOT NULL),
    CONSTRAINT help_inquiries_resolved_check CHECK ((status = 'resolved') = (resolved_at IS NOT NULL))
);
COMMENT ON TABLE help_inquiries IS 'Drivers ask support for help.';
COMMENT ON COLUMN help_inquiries.phone_number IS 'Ten digits: where to call.';

CREATE INDEX help_inquiries_user_id_index ON help_inquiries (user_id, id DESC);
CREATE INDEX help_inquiries_status_index ON help_inquiries (status, id DESC);
CREATE INDEX help_inquiries_type_index ON help_inquiries (type, id DESC);
CREATE INDEX help_inquiries_unsolved_index ON help_inquiries (id) WHERE NOT is_solved;

CREATE TABLE chat_messages (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    help_inquiry_id integer NOT NULL REFERENCES help_inquiries ON DELETE CASCADE,
    sender_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    sender_type text NOT NULL
        CONSTRAINT chat_messages_sender_type_check CHECK (sender_type IN ('admin', 'user')),
    message text NOT NULL
        CONSTRAINT chat_messages_message_check CHECK (length(message) BETWEEN 1 AND 4000),
    created_at timestamptz NOT NULL,
    is_read boolean NOT NULL DEFAULT false,
    client_message_id text
        CONSTRAINT chat_messages_client_message_id_check CHECK (length(client_message_id) BETWEEN 1 AND 64),
    CONSTRAINT chat_messages_client_message_id_key UNIQUE (help_inquiry_id, client_message_id)
);
COMMENT ON TABLE chat_messages IS 'What was said in a help inquiry''s chat.';
COMMENT ON COLUMN chat_messages.is_read IS 'The other side has read it.';
COMMENT ON COLUMN chat_messages.client_message_id IS 'Chosen by the page, so that sending again after a lost connection makes no second message.';

CREATE INDEX chat_messages_help_inquiry_id_index ON chat_messages (help_inquiry_id, id);
CREATE INDEX chat_messages_sender_id_index ON chat_messages (sender_id);
