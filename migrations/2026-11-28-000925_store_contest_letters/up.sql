-- Letters in which drivers contest tickets, parking tickets and tolls (docs/product/contesting.md).
CREATE TABLE contest_letters (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    ticket_id integer CONSTRAINT contest_letters_ticket_id_key UNIQUE REFERENCES tickets ON DELETE CASCADE,
    parking_id integer CONSTRAINT contest_letters_parking_id_key UNIQUE REFERENCES parking ON DELETE CASCADE,
    toll_id integer CONSTRAINT contest_letters_toll_id_key UNIQUE REFERENCES tolls ON DELETE CASCADE,
    grounds text[] NOT NULL CONSTRAINT contest_letters_grounds_check CHECK (cardinality(grounds) <= 20),
    words text NOT NULL CONSTRAINT contest_letters_words_check CHECK (length(words) <= 10000),
    sender_name text NOT NULL CONSTRAINT contest_letters_sender_name_check CHECK (length(sender_name) <= 200),
    sender_address text NOT NULL CONSTRAINT contest_letters_sender_address_check CHECK (length(sender_address) <= 500),
    issuer_name text NOT NULL CONSTRAINT contest_letters_issuer_name_check CHECK (length(issuer_name) <= 200),
    issuer_address text NOT NULL CONSTRAINT contest_letters_issuer_address_check CHECK (length(issuer_address) <= 500),
    is_deadline_on_notice boolean NOT NULL,
    counted_deadline date,
    sent_on date,
    made_disputed boolean NOT NULL,
    version integer NOT NULL CONSTRAINT contest_letters_version_check CHECK (version >= 1),
    saved_at timestamptz NOT NULL,
    CONSTRAINT contest_letters_item_check CHECK (num_nonnulls(ticket_id, parking_id, toll_id) = 1),
    CONSTRAINT contest_letters_sent_check CHECK (sent_on IS NOT NULL OR NOT made_disputed)
);
COMMENT ON TABLE contest_letters IS 'Letters in which drivers contest items. An item has at most one.';
COMMENT ON COLUMN contest_letters.words IS 'The driver''s own words.';
COMMENT ON COLUMN contest_letters.is_deadline_on_notice IS 'Whether the date on the driver''s notice is the last day to contest. False if the place has several dates.';
COMMENT ON COLUMN contest_letters.counted_deadline IS 'The last day to contest, counted from the item''s date. It is used if the notice has no date.';
COMMENT ON COLUMN contest_letters.sent_on IS 'The day on which the driver sent the letter, as the driver entered it.';
COMMENT ON COLUMN contest_letters.made_disputed IS 'Whether marking the letter as sent made the item disputed. Undoing it then ends the dispute.';
CREATE INDEX contest_letters_user_id_index ON contest_letters (user_id);
CREATE INDEX contest_letters_counted_deadline_index ON contest_letters (counted_deadline) WHERE sent_on IS NULL AND counted_deadline IS NOT NULL;
CREATE INDEX contest_letters_sent_on_index ON contest_letters (sent_on) WHERE sent_on IS NOT NULL;

CREATE TABLE contest_letter_files (
    letter_id bigint NOT NULL REFERENCES contest_letters ON DELETE CASCADE,
    file_id bigint NOT NULL REFERENCES item_files ON DELETE CASCADE,
    PRIMARY KEY (letter_id, file_id)
);
COMMENT ON TABLE contest_letter_files IS 'Photos and documents that letters enclose.';
CREATE INDEX contest_letter_files_file_id_index ON contest_letter_files (file_id);
