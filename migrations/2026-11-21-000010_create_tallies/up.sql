-- Counts and sums of the back office's lists. Counting a million rows is too slow, but adding some hundred numbers is fast. Each
-- statement that changes a list appends the difference, so that writers never wait for each other. A job regularly folds the rows of
-- a group into one.
CREATE TABLE tallies (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    list text NOT NULL,
    kind text,
    status text,
    state text,
    label text,
    is_solved boolean,
    is_marked boolean,
    n bigint NOT NULL,
    amount_cents bigint NOT NULL,
    processing_fee_cents bigint NOT NULL,
    our_fee_cents bigint NOT NULL
);
COMMENT ON TABLE tallies IS 'How many rows each group of a list has: the sum over the group''s rows here. Written by triggers alone.';
COMMENT ON COLUMN tallies.list IS 'users, vehicle_updates, status_requests, hires, transactions, reports, inquiries or texts; hire_labels and transaction_labels by violation.';
COMMENT ON COLUMN tallies.kind IS 'Of a user the role; of others the type.';
COMMENT ON COLUMN tallies.status IS 'Of a user the licence status.';
COMMENT ON COLUMN tallies.label IS 'Violation or road.';
COMMENT ON COLUMN tallies.is_marked IS 'Users: needs the update. Vehicle updates: has a plate. Status requests: has a licence number. Hires: seen. Texts: sent.';
COMMENT ON COLUMN tallies.n IS 'Rows added, less rows removed.';

CREATE INDEX tallies_list_index ON tallies (list);

-- Each table gets one function and four triggers of the same form. The VALUES define the lists and groups of a row in one place.
DO $make$
DECLARE
    counted record;
    columns CONSTANT text := 'list, kind, status, state, label, is_solved, is_marked';
    their_columns CONSTANT text := 'g.list, g.kind, g.status, g.state, g.label, g.is_solved, g.is_marked';
    sums CONSTANT text := 'sum(sign), sum(sign * amount), sum(sign * fee), sum(sign * ours)';
    changed CONSTANT text := 'SELECT 1 AS sign, * FROM come UNION ALL SELECT -1, * FROM gone';
    tally text;
BEGIN
    FOR counted IN SELECT * FROM (VALUES
        ('users', 'users, vehicle_updates, status_requests', $$
            ('users', role, license_status, NULL, NULL, NULL, last_admin_update_at IS NULL, 0, 0, 0, closed_at IS NULL),
            ('vehicle_updates', NULL, NULL, NULL, NULL, is_vehicle_update_solved, vehicle_license_plate IS NOT NULL, 0, 0, 0,
                closed_at IS NULL AND vehicle_info_added_at IS NOT NULL),
            ('status_requests', NULL, NULL, state, NULL, is_status_request_solved, drivers_license_number IS NOT NULL, 0, 0, 0,
                closed_at IS NULL AND status_requested_at IS NOT NULL)$$),
        ('lawyer_hires', 'hires, hire_labels', $$
            ('hires', NULL, status, NULL, NULL, is_solved, is_seen_by_admin, amount_cents, 0, 0, true),
            ('hire_labels', NULL, status, NULL, violation_type, is_solved, is_seen_by_admin, amount_cents, 0, 0, violation_type IS NOT NULL)$$),
        ('payment_transactions', 'transactions, transaction_labels', $$
            ('transactions', payment_type, status, NULL, NULL, NULL::boolean, NULL::boolean, amount_cents, processing_fee_cents, our_fee_cents, true),
            ('transaction_labels', payment_type, status, NULL, violation_type, NULL::boolean, NULL::boolean, amount_cents, processing_fee_cents,
                our_fee_cents, violation_type IS NOT NULL)$$),
        ('missing_ticket_reports', 'reports', $$
            ('reports', ticket_type, status, state, NULL, is_solved, NULL::boolean, 0, 0, 0, true)$$),
        ('help_inquiries', 'inquiries', $$
            ('inquiries', type, status, NULL, NULL, is_solved, NULL::boolean, 0, 0, 0, true)$$),
        ('text_notification_requests', 'texts', $$
            ('texts', NULL, NULL, NULL, NULL, is_solved, is_sent, 0, 0, 0, true)$$)
    ) AS them (from_table, lists, groups)
    LOOP
        tally := format($tally$
            INSERT INTO tallies (%1$s, n, amount_cents, processing_fee_cents, our_fee_cents)
            SELECT %2$s, %3$s FROM (%4$s) AS changed
            CROSS JOIN LATERAL (VALUES %5$s) AS g
                (list, kind, status, state, label, is_solved, is_marked, amount, fee, ours, is_in)
            WHERE g.is_in GROUP BY %2$s HAVING (%3$s) IS DISTINCT FROM (0, 0, 0, 0)$tally$,
            columns, their_columns, sums, changed, counted.groups);
        EXECUTE format($function$
            CREATE FUNCTION tally_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
            BEGIN
                IF TG_OP = 'INSERT' THEN %2$s;
                ELSIF TG_OP = 'DELETE' THEN %3$s;
                ELSIF TG_OP = 'UPDATE' THEN %4$s;
                ELSE DELETE FROM tallies WHERE list = ANY (string_to_array(%5$L, ', '));
                END IF;
                RETURN NULL;
            END $body$;
            COMMENT ON FUNCTION tally_%1$s IS 'Adds what a statement changed to tallies.';
            CREATE TRIGGER %1$s_tally_insert AFTER INSERT ON %1$s REFERENCING NEW TABLE AS come
                FOR EACH STATEMENT EXECUTE FUNCTION tally_%1$s();
            CREATE TRIGGER %1$s_tally_delete AFTER DELETE ON %1$s REFERENCING OLD TABLE AS gone
                FOR EACH STATEMENT EXECUTE FUNCTION tally_%1$s();
            CREATE TRIGGER %1$s_tally_update AFTER UPDATE ON %1$s REFERENCING NEW TABLE AS come OLD TABLE AS gone
                FOR EACH STATEMENT EXECUTE FUNCTION tally_%1$s();
            CREATE TRIGGER %1$s_tally_truncate AFTER TRUNCATE ON %1$s
                FOR EACH STATEMENT EXECUTE FUNCTION tally_%1$s();
            $function$,
            counted.from_table,
            replace(tally, changed, 'SELECT 1 AS sign, * FROM come'),
            replace(tally, changed, 'SELECT -1 AS sign, * FROM gone'),
            tally,
            counted.lists);
        -- Counts the existing rows.
        EXECUTE replace(tally, changed, 'SELECT 1 AS sign, * FROM ' || counted.from_table);
    END LOOP;
END
$make$;

-- For lists without a search: each combination of filters is one range of an index in the list's order, and ranges are merged.
CREATE INDEX users_list_index ON users (license_status, id) WHERE closed_at IS NULL;
CREATE INDEX users_list_to_update_index ON users (license_status, id) WHERE closed_at IS NULL AND last_admin_update_at IS NULL;
CREATE INDEX users_list_by_name_index ON users (license_status, lower(coalesce(full_name, '')), id) WHERE closed_at IS NULL;
CREATE INDEX users_list_by_update_index ON users (license_status, last_admin_update_at DESC NULLS LAST, id DESC) WHERE closed_at IS NULL;
CREATE INDEX users_list_by_creation_index ON users (license_status, created_at, id) WHERE closed_at IS NULL;
CREATE INDEX users_vehicle_updates_list_index ON users (is_vehicle_update_solved, vehicle_info_added_at, id)
    WHERE vehicle_info_added_at IS NOT NULL AND closed_at IS NULL;
CREATE INDEX users_status_requests_list_index ON users (is_status_request_solved, status_requested_at, id)
    WHERE status_requested_at IS NOT NULL AND closed_at IS NULL;
CREATE INDEX users_status_requests_state_index ON users (state, is_status_request_solved, status_requested_at, id)
    WHERE status_requested_at IS NOT NULL AND closed_at IS NULL;
CREATE INDEX users_vehicle_license_plate_index ON users USING gin (vehicle_license_plate gin_trgm_ops)
    WHERE vehicle_info_added_at IS NOT NULL;
DROP INDEX users_vehicle_updates_unsolved_index, users_status_requests_unsolved_index;

CREATE INDEX lawyer_hires_list_index ON lawyer_hires (status, is_solved, is_seen_by_admin, id);
CREATE INDEX lawyer_hires_list_by_amount_index ON lawyer_hires (status, is_solved, is_seen_by_admin, amount_cents, id);
CREATE INDEX lawyer_hires_list_by_creation_index ON lawyer_hires (status, is_solved, is_seen_by_admin, created_at, id);
CREATE INDEX lawyer_hires_violation_type_index ON lawyer_hires (violation_type, id);
CREATE INDEX lawyer_hires_search_index ON lawyer_hires USING gin (confirmation_number gin_trgm_ops);
CREATE INDEX lawyer_hires_confirmation_number_index ON lawyer_hires (confirmation_number text_pattern_ops);
DROP INDEX lawyer_hires_status_index, lawyer_hires_unsolved_index;

CREATE INDEX payment_transactions_list_index ON payment_transactions (payment_type, status, id);
CREATE INDEX payment_transactions_list_by_amount_index ON payment_transactions (payment_type, status, amount_cents, id);
CREATE INDEX payment_transactions_list_by_creation_index ON payment_transactions (payment_type, status, created_at, id);
CREATE INDEX payment_transactions_violation_type_index ON payment_transactions (violation_type, id);
CREATE INDEX payment_transactions_confirmation_number_index ON payment_transactions (confirmation_number text_pattern_ops);
DROP INDEX payment_transactions_payment_type_index;

CREATE INDEX missing_ticket_reports_list_index ON missing_ticket_reports (status, ticket_type, is_solved, id);
CREATE INDEX missing_ticket_reports_list_by_state_index ON missing_ticket_reports (state, status, ticket_type, is_solved, id);
DROP INDEX missing_ticket_reports_status_index, missing_ticket_reports_unsolved_index;

CREATE INDEX text_notification_requests_list_index ON text_notification_requests (is_sent, is_solved, id);
CREATE INDEX text_notification_requests_search_index ON text_notification_requests USING gin (phone_number gin_trgm_ops);
DROP INDEX text_notification_requests_unsolved_index;

CREATE INDEX help_inquiries_list_index ON help_inquiries (type, status, is_solved, id);
CREATE INDEX help_inquiries_search_index ON help_inquiries USING gin (lower(message) gin_trgm_ops, phone_number gin_trgm_ops);
DROP INDEX help_inquiries_status_index, help_inquiries_type_index, help_inquiries_unsolved_index;
