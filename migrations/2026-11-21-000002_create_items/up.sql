CREATE TABLE tickets (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    violation_type text NOT NULL
        CONSTRAINT tickets_violation_type_check CHECK (length(violation_type) BETWEEN 1 AND 200),
    violation_code text
        CONSTRAINT tickets_violation_code_check CHECK (length(violation_code) BETWEEN 1 AND 100),
    date date NOT NULL,
    time_of_violation text
        CONSTRAINT tickets_time_of_violation_check CHECK (length(time_of_violation) BETWEEN 1 AND 50),
    due_date date,
    location text NOT NULL
        CONSTRAINT tickets_location_check CHECK (length(location) BETWEEN 1 AND 300),
    amount text NOT NULL
        CONSTRAINT tickets_amount_check CHECK (length(amount) BETWEEN 1 AND 100),
    points integer NOT NULL DEFAULT 0
        CONSTRAINT tickets_points_check CHECK (points BETWEEN 0 AND 11),
    category text NOT NULL
        CONSTRAINT tickets_category_check CHECK (category IN ('traffic', 'parking', 'speeding', 'other')),
    status text NOT NULL DEFAULT 'Fine'
        CONSTRAINT tickets_status_check CHECK (status IN ('Fine', 'Warning', 'Court Required')),
    is_paid boolean NOT NULL DEFAULT false,
    paid_at timestamptz,
    is_disputed boolean NOT NULL DEFAULT false,
    is_court_required boolean NOT NULL DEFAULT false,
    court_date date,
    court_time text
        CONSTRAINT tickets_court_time_check CHECK (length(court_time) BETWEEN 1 AND 50),
    consequence text
        CONSTRAINT tickets_consequence_check CHECK (length(consequence) BETWEEN 1 AND 2000),
    things_to_know text
        CONSTRAINT tickets_things_to_know_check CHECK (length(things_to_know) BETWEEN 1 AND 2000),
    evidence_provided text
        CONSTRAINT tickets_evidence_provided_check CHECK (length(evidence_provided) BETWEEN 1 AND 2000),
    issuing_officer_agency text
        CONSTRAINT tickets_issuing_officer_agency_check CHECK (length(issuing_officer_agency) BETWEEN 1 AND 200),
    processing_fee_type text NOT NULL DEFAULT 'flat'
        CONSTRAINT tickets_processing_fee_type_check CHECK (processing_fee_type IN ('flat', 'percentage')),
    processing_fee_hundredths bigint NOT NULL DEFAULT 0
        CONSTRAINT tickets_processing_fee_hundredths_check CHECK (processing_fee_hundredths >= 0),
    our_processing_fee_cents bigint NOT NULL DEFAULT 299
        CONSTRAINT tickets_our_processing_fee_cents_check CHECK (our_processing_fee_cents >= 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    removed_at timestamptz,
    removed_by integer REFERENCES users ON DELETE RESTRICT,
    removal_result text
        CONSTRAINT tickets_removal_result_check CHECK (length(removal_result) BETWEEN 1 AND 2000),
    CONSTRAINT tickets_paid_check CHECK (is_paid = (paid_at IS NOT NULL)),
    CONSTRAINT tickets_removed_check CHECK (num_nonnulls(removed_at, removed_by, removal_result) IN (0, 3))
);
COMMENT ON TABLE tickets IS 'Traffic tickets.';
COMMENT ON COLUMN tickets.date IS 'Issued on.';
COMMENT ON COLUMN tickets.time_of_violation IS 'Local time of day, as written on the ticket.';
COMMENT ON COLUMN tickets.amount IS 'As entered, such as $1,250; the fine is read from it.';
COMMENT ON COLUMN tickets.things_to_know IS 'Comma-separated.';
COMMENT ON COLUMN tickets.processing_fee_hundredths IS 'Third party''s fee: cents when flat, hundredths of a per cent when a percentage.';
COMMENT ON COLUMN tickets.version IS 'Goes up with each change, so that nobody overwrites what they have not seen.';
COMMENT ON COLUMN tickets.removed_at IS 'A removed ticket shows nowhere but in the audit trail.';
COMMENT ON COLUMN tickets.removal_result IS 'Why, in the words of who removed it.';

CREATE INDEX tickets_user_id_index ON tickets (user_id, id DESC) WHERE removed_at IS NULL;
CREATE INDEX tickets_due_date_index ON tickets (due_date) WHERE removed_at IS NULL AND NOT is_paid;
CREATE INDEX tickets_removed_by_index ON tickets (removed_by) WHERE removed_by IS NOT NULL;

CREATE TABLE parking (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    violation_type text NOT NULL
        CONSTRAINT parking_violation_type_check CHECK (length(violation_type) BETWEEN 1 AND 200),
    date date NOT NULL,
    due_date date,
    location text NOT NULL
        CONSTRAINT parking_location_check CHECK (length(location) BETWEEN 1 AND 300),
    amount text NOT NULL
        CONSTRAINT parking_amount_check CHECK (length(amount) BETWEEN 1 AND 100),
    status text NOT NULL DEFAULT 'Unpaid'
        CONSTRAINT parking_status_check CHECK (status IN ('Unpaid', 'Paid', 'Overdue')),
    is_paid boolean NOT NULL DEFAULT false,
    paid_at timestamptz,
    processing_fee_type text NOT NULL DEFAULT 'flat'
        CONSTRAINT parking_processing_fee_type_check CHECK (processing_fee_type IN ('flat', 'percentage')),
    processing_fee_hundredths bigint NOT NULL DEFAULT 0
        CONSTRAINT parking_processing_fee_hundredths_check CHECK (processing_fee_hundredths >= 0),
    our_processing_fee_cents bigint NOT NULL DEFAULT 199
        CONSTRAINT parking_our_processing_fee_cents_check CHECK (our_processing_fee_cents >= 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT parking_paid_check CHECK (is_paid = (paid_at IS NOT NULL)),
    CONSTRAINT parking_paid_status_check CHECK (NOT is_paid OR status = 'Paid')
);
COMMENT ON TABLE parking IS 'Parking tickets.';
COMMENT ON COLUMN parking.date IS 'Issued on.';
COMMENT ON COLUMN parking.amount IS 'As entered, such as $45; the fine is read from it.';
COMMENT ON COLUMN parking.processing_fee_hundredths IS 'Third party''s fee: cents when flat, hundredths of a per cent when a percentage.';
COMMENT ON COLUMN parking.version IS 'Goes up with each change, so that nobody overwrites what they have not seen.';

CREATE INDEX parking_user_id_index ON parking (user_id, id DESC);
CREATE INDEX parking_due_date_index ON parking (due_date) WHERE NOT is_paid;

CREATE TABLE tolls (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE RESTRICT,
    toll_road text NOT NULL
        CONSTRAINT tolls_toll_road_check CHECK (length(toll_road) BETWEEN 1 AND 200),
    date date NOT NULL,
    due_date date,
    amount text NOT NULL
        CONSTRAINT tolls_amount_check CHECK (length(amount) BETWEEN 1 AND 100),
    status text NOT NULL DEFAULT 'Unpaid'
        CONSTRAINT tolls_status_check CHECK (status IN ('Unpaid', 'Paid', 'Overdue')),
    is_paid boolean NOT NULL DEFAULT false,
    paid_at timestamptz,
    processing_fee_type text NOT NULL DEFAULT 'flat'
        CONSTRAINT tolls_processing_fee_type_check CHECK (processing_fee_type IN ('flat', 'percentage')),
    processing_fee_hundredths bigint NOT NULL DEFAULT 0
        CONSTRAINT tolls_processing_fee_hundredths_check CHECK (processing_fee_hundredths >= 0),
    our_processing_fee_cents bigint NOT NULL DEFAULT 150
        CONSTRAINT tolls_our_processing_fee_cents_check CHECK (our_processing_fee_cents >= 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT tolls_paid_check CHECK (is_paid = (paid_at IS NOT NULL)),
    CONSTRAINT tolls_paid_status_check CHECK (NOT is_paid OR status = 'Paid')
);
COMMENT ON TABLE tolls IS 'Tolls.';
COMMENT ON COLUMN tolls.date IS 'Incurred on.';
COMMENT ON COLUMN tolls.amount IS 'As entered, such as $3.50; what is charged is read from it.';
COMMENT ON COLUMN tolls.processing_fee_hundredths IS 'Third party''s fee: cents when flat, hundredths of a per cent when a percentage.';
COMMENT ON COLUMN tolls.version IS 'Goes up with each change, so that nobody overwrites what they have not seen.';

CREATE INDEX tolls_user_id_index ON tolls (user_id, id DESC);
CREATE INDEX tolls_due_date_index ON tolls (due_date) WHERE NOT is_paid;
