-- Lawyers, and the case of each hire: which lawyers it was offered to, what they agreed with the driver, and every step until the
-- outcome (docs/product/cases.md).
CREATE TABLE lawyers (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    version integer NOT NULL DEFAULT 1,
    name text NOT NULL CONSTRAINT lawyers_name_check CHECK (length(name) BETWEEN 1 AND 100),
    firm text NOT NULL CONSTRAINT lawyers_firm_check CHECK (length(firm) BETWEEN 1 AND 100),
    takes_misdemeanors boolean NOT NULL,
    capacity integer NOT NULL CONSTRAINT lawyers_capacity_check CHECK (capacity BETWEEN 1 AND 500),
    email text COLLATE "C" NOT NULL
        CONSTRAINT lawyers_email_check CHECK (length(email) BETWEEN 3 AND 254 AND email LIKE '_%@%_'),
    phone text NOT NULL CONSTRAINT lawyers_phone_check CHECK (phone ~ '^[0-9]{10}$'),
    trust_account_name text NOT NULL
        CONSTRAINT lawyers_trust_account_name_check CHECK (length(trust_account_name) BETWEEN 1 AND 100),
    is_active boolean NOT NULL DEFAULT true,
    user_id integer CONSTRAINT lawyers_user_id_key UNIQUE REFERENCES users ON DELETE SET NULL,
    last_offered_at timestamptz,
    created_at timestamptz NOT NULL
);
COMMENT ON TABLE lawyers IS 'Lawyers who take cases, whether or not they have an account.';
COMMENT ON COLUMN lawyers.capacity IS 'Maximum number of open cases.';
COMMENT ON COLUMN lawyers.trust_account_name IS 'Name of the trust account that holds clients'' money.';
COMMENT ON COLUMN lawyers.is_active IS 'False for a lawyer who gets no new cases.';
COMMENT ON COLUMN lawyers.user_id IS 'Account that the lawyer logs in with. Null until an invitation is accepted.';
COMMENT ON COLUMN lawyers.last_offered_at IS 'Time of the latest offer. The next case is offered to the lawyer who has waited longest.';

CREATE TABLE lawyer_licenses (
    lawyer_id integer NOT NULL REFERENCES lawyers ON DELETE CASCADE,
    state text NOT NULL CONSTRAINT lawyer_licenses_state_check CHECK (state IN (
        'Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware', 'Florida',
        'Georgia', 'Hawaii', 'Idaho', 'Illinois', 'Indiana', 'Iowa', 'Kansas', 'Kentucky', 'Louisiana', 'Maine',
        'Maryland', 'Massachusetts', 'Michigan', 'Minnesota', 'Mississippi', 'Missouri', 'Montana', 'Nebraska',
        'Nevada', 'New Hampshire', 'New Jersey', 'New Mexico', 'New York', 'North Carolina', 'North Dakota', 'Ohio',
        'Oklahoma', 'Oregon', 'Pennsylvania', 'Rhode Island', 'South Carolina', 'South Dakota', 'Tennessee', 'Texas',
        'Utah', 'Vermont', 'Virginia', 'Washington', 'West Virginia', 'Wisconsin', 'Wyoming', 'District of Columbia',
        'Puerto Rico', 'Guam', 'American Samoa', 'U.S. Virgin Islands', 'Northern Mariana Islands'
    )),
    number text NOT NULL CONSTRAINT lawyer_licenses_number_check CHECK (length(number) BETWEEN 1 AND 30),
    PRIMARY KEY (lawyer_id, state)
);
COMMENT ON TABLE lawyer_licenses IS 'Bar licenses.';
CREATE INDEX lawyer_licenses_state_index ON lawyer_licenses (state);

CREATE TABLE lawyer_areas (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lawyer_id integer NOT NULL REFERENCES lawyers ON DELETE CASCADE,
    state text NOT NULL CONSTRAINT lawyer_areas_state_check CHECK (state IN (
        'Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware', 'Florida',
        'Georgia', 'Hawaii', 'Idaho', 'Illinois', 'Indiana', 'Iowa', 'Kansas', 'Kentucky', 'Louisiana', 'Maine',
        'Maryland', 'Massachusetts', 'Michigan', 'Minnesota', 'Mississippi', 'Missouri', 'Montana', 'Nebraska',
        'Nevada', 'New Hampshire', 'New Jersey', 'New Mexico', 'New York', 'North Carolina', 'North Dakota', 'Ohio',
        'Oklahoma', 'Oregon', 'Pennsylvania', 'Rhode Island', 'South Carolina', 'South Dakota', 'Tennessee', 'Texas',
        'Utah', 'Vermont', 'Virginia', 'Washington', 'West Virginia', 'Wisconsin', 'Wyoming', 'District of Columbia',
        'Puerto Rico', 'Guam', 'American Samoa', 'U.S. Virgin Islands', 'Northern Mariana Islands'
    )),
    county text CONSTRAINT lawyer_areas_county_check CHECK (length(county) BETWEEN 1 AND 100),
    court_id integer REFERENCES authorities ON DELETE CASCADE,
    CONSTRAINT lawyer_areas_area_check CHECK (county IS NULL OR court_id IS NULL)
);
COMMENT ON TABLE lawyer_areas IS 'Where a lawyer takes cases: a whole state, a county of a state, or a court.';
CREATE INDEX lawyer_areas_lawyer_id_index ON lawyer_areas (lawyer_id);
CREATE INDEX lawyer_areas_court_id_index ON lawyer_areas (court_id) WHERE court_id IS NOT NULL;

CREATE TABLE cases (
    hire_id integer PRIMARY KEY REFERENCES lawyer_hires ON DELETE CASCADE,
    handling text NOT NULL CONSTRAINT cases_handling_check CHECK (handling IN ('matched', 'by_staff', 'outside')),
    step text NOT NULL CONSTRAINT cases_step_check CHECK (step IN (
        'hired', 'offered', 'conflict_cleared', 'accepted', 'agreement_signed', 'appearance_filed', 'court_date_set',
        'offer_pending', 'deferred', 'decided', 'appeal_window', 'closed', 'no_lawyer', 'withdrawn', 'ended'
    )),
    version integer NOT NULL DEFAULT 1,
    lawyer_id integer REFERENCES lawyers ON DELETE RESTRICT,
    court_state text CONSTRAINT cases_court_state_check CHECK (court_state IN (
        'Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware', 'Florida',
        'Georgia', 'Hawaii', 'Idaho', 'Illinois', 'Indiana', 'Iowa', 'Kansas', 'Kentucky', 'Louisiana', 'Maine',
        'Maryland', 'Massachusetts', 'Michigan', 'Minnesota', 'Mississippi', 'Missouri', 'Montana', 'Nebraska',
        'Nevada', 'New Hampshire', 'New Jersey', 'New Mexico', 'New York', 'North Carolina', 'North Dakota', 'Ohio',
        'Oklahoma', 'Oregon', 'Pennsylvania', 'Rhode Island', 'South Carolina', 'South Dakota', 'Tennessee', 'Texas',
        'Utah', 'Vermont', 'Virginia', 'Washington', 'West Virginia', 'Wisconsin', 'Wyoming', 'District of Columbia',
        'Puerto Rico', 'Guam', 'American Samoa', 'U.S. Virgin Islands', 'Northern Mariana Islands'
    )),
    court_name text CONSTRAINT cases_court_name_check CHECK (length(court_name) BETWEEN 1 AND 200),
    court_id integer REFERENCES authorities ON DELETE SET NULL,
    county text CONSTRAINT cases_county_check CHECK (length(county) BETWEEN 1 AND 100),
    offense_class text NOT NULL DEFAULT 'unknown'
        CONSTRAINT cases_offense_class_check CHECK (offense_class IN ('infraction', 'misdemeanor', 'unknown')),
    outcome text CONSTRAINT cases_outcome_check CHECK (outcome IN (
        'dismissed', 'not_guilty', 'amended', 'reduced', 'deferred', 'traffic_school', 'guilty', 'default'
    )),
    outcome_fine_cents bigint CONSTRAINT cases_outcome_fine_cents_check CHECK (outcome_fine_cents >= 0),
    outcome_points integer CONSTRAINT cases_outcome_points_check CHECK (outcome_points >= 0),
    outcome_until date,
    outcome_due date,
    fine_cents_at_hire bigint CONSTRAINT cases_fine_cents_at_hire_check CHECK (fine_cents_at_hire >= 0),
    points_at_hire integer CONSTRAINT cases_points_at_hire_check CHECK (points_at_hire >= 0),
    accept_by timestamptz,
    answer_by timestamptz,
    sign_by timestamptz,
    update_due timestamptz,
    contact_by timestamptz,
    contacted_at timestamptz,
    is_label_by_staff boolean NOT NULL DEFAULT false,
    court_date date,
    court_time text CONSTRAINT cases_court_time_check CHECK (length(court_time) BETWEEN 1 AND 50),
    created_at timestamptz NOT NULL,
    CONSTRAINT cases_verdict_check CHECK (outcome IS NOT NULL
        OR num_nonnulls(outcome_fine_cents, outcome_points, outcome_until, outcome_due) = 0)
);
COMMENT ON TABLE cases IS 'The case of each hire. Its step decides what happens to the ticket; the hire''s status is only its label.';
COMMENT ON COLUMN cases.handling IS 'matched with a lawyer here, found by_staff, or outside: hired before cases existed.';
COMMENT ON COLUMN cases.lawyer_id IS 'The lawyer who accepted it.';
COMMENT ON COLUMN cases.court_name IS 'Court as the driver or staff typed it, if it isn''t an authority.';
COMMENT ON COLUMN cases.outcome_until IS 'End of the term of a deferred outcome.';
COMMENT ON COLUMN cases.outcome_due IS 'Date by which the new fine is due.';
COMMENT ON COLUMN cases.accept_by IS 'Without an acceptance until then, matching stops and the price is refunded.';
COMMENT ON COLUMN cases.answer_by IS 'Deadline for the lawyer who has the open offer.';
COMMENT ON COLUMN cases.sign_by IS 'When the driver is reminded to sign the agreement. Null once they signed or were reminded.';
COMMENT ON COLUMN cases.update_due IS 'Deadline for the lawyer''s next update.';
COMMENT ON COLUMN cases.contact_by IS 'Deadline for contacting the driver after the payment.';
COMMENT ON COLUMN cases.is_label_by_staff IS 'Whether staff set the hire''s status by hand. Moves of the case then leave it as it is.';
CREATE INDEX cases_lawyer_id_index ON cases (lawyer_id, step) WHERE lawyer_id IS NOT NULL;
CREATE INDEX cases_court_id_index ON cases (court_id) WHERE court_id IS NOT NULL;
CREATE INDEX cases_matching_index ON cases (accept_by)
    WHERE handling = 'matched' AND step IN ('hired', 'offered', 'conflict_cleared');
CREATE INDEX cases_sign_by_index ON cases (sign_by) WHERE sign_by IS NOT NULL;
CREATE INDEX cases_update_due_index ON cases (update_due) WHERE update_due IS NOT NULL AND step IN (
    'hired', 'offered', 'conflict_cleared', 'accepted', 'agreement_signed', 'appearance_filed', 'court_date_set', 'offer_pending', 'deferred'
);
CREATE INDEX cases_contact_by_index ON cases (contact_by) WHERE contacted_at IS NULL AND contact_by IS NOT NULL AND step IN (
    'hired', 'offered', 'conflict_cleared', 'accepted', 'agreement_signed', 'appearance_filed', 'court_date_set', 'offer_pending', 'deferred'
);

CREATE TABLE case_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hire_id integer NOT NULL REFERENCES cases ON DELETE CASCADE,
    kind text NOT NULL CONSTRAINT case_events_kind_check CHECK (length(kind) BETWEEN 1 AND 50),
    step text NOT NULL CONSTRAINT case_events_step_check CHECK (length(step) BETWEEN 1 AND 50),
    at timestamptz NOT NULL,
    actor text NOT NULL CONSTRAINT case_events_actor_check CHECK (actor IN ('driver', 'lawyer', 'staff', 'system')),
    actor_id integer REFERENCES users ON DELETE SET NULL,
    lawyer_id integer REFERENCES lawyers ON DELETE SET NULL,
    note text CONSTRAINT case_events_note_check CHECK (length(note) BETWEEN 1 AND 2000),
    court_date date,
    court_time text CONSTRAINT case_events_court_time_check CHECK (length(court_time) BETWEEN 1 AND 50),
    outcome text CONSTRAINT case_events_outcome_check CHECK (outcome IN (
        'dismissed', 'not_guilty', 'amended', 'reduced', 'deferred', 'traffic_school', 'guilty', 'default'
    )),
    outcome_fine_cents bigint,
    outcome_points integer,
    outcome_until date,
    outcome_due date
);
COMMENT ON TABLE case_events IS 'What happened in a case, in order. Rows never change, so an outcome that is corrected keeps both.';
COMMENT ON COLUMN case_events.step IS 'Step of the case after the event.';
COMMENT ON COLUMN case_events.lawyer_id IS 'The lawyer whom the event is about.';
COMMENT ON COLUMN case_events.note IS 'Text that the driver reads.';
CREATE INDEX case_events_hire_id_index ON case_events (hire_id, id);
CREATE INDEX case_events_actor_id_index ON case_events (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX case_events_lawyer_id_index ON case_events (lawyer_id) WHERE lawyer_id IS NOT NULL;

CREATE TABLE case_offers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hire_id integer NOT NULL REFERENCES cases ON DELETE CASCADE,
    lawyer_id integer NOT NULL REFERENCES lawyers ON DELETE RESTRICT,
    offered_at timestamptz NOT NULL,
    answer_by timestamptz NOT NULL,
    result text CONSTRAINT case_offers_result_check
        CHECK (result IN ('accepted', 'declined', 'lapsed', 'skipped', 'withdrawn')),
    answered_at timestamptz,
    reason text CONSTRAINT case_offers_reason_check CHECK (length(reason) BETWEEN 1 AND 2000),
    CONSTRAINT case_offers_answered_check CHECK ((result IS NULL) = (answered_at IS NULL))
);
COMMENT ON TABLE case_offers IS 'Offers of a case to a lawyer, at most one open at a time.';
COMMENT ON COLUMN case_offers.result IS 'How it ended. Null while it is open.';
COMMENT ON COLUMN case_offers.reason IS 'Why the lawyer declined, or why staff skipped the lawyer.';
CREATE UNIQUE INDEX case_offers_open_key ON case_offers (hire_id) WHERE result IS NULL;
CREATE INDEX case_offers_hire_id_index ON case_offers (hire_id, id);
CREATE INDEX case_offers_lawyer_id_index ON case_offers (lawyer_id, result);

CREATE TABLE case_agreements (
    hire_id integer NOT NULL REFERENCES cases ON DELETE CASCADE,
    lawyer_id integer NOT NULL REFERENCES lawyers ON DELETE RESTRICT,
    text text NOT NULL CONSTRAINT case_agreements_text_check CHECK (length(text) BETWEEN 1 AND 20000),
    sha256 text NOT NULL CONSTRAINT case_agreements_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    sent_at timestamptz NOT NULL,
    signed_at timestamptz,
    signed_name text CONSTRAINT case_agreements_signed_name_check CHECK (length(signed_name) BETWEEN 1 AND 100),
    PRIMARY KEY (hire_id, lawyer_id),
    CONSTRAINT case_agreements_signed_check CHECK ((signed_at IS NULL) = (signed_name IS NULL))
);
COMMENT ON TABLE case_agreements IS 'Engagement agreements between lawyers and drivers.';
COMMENT ON COLUMN case_agreements.sha256 IS 'Hash of the text that the driver signed.';
CREATE INDEX case_agreements_lawyer_id_index ON case_agreements (lawyer_id);
