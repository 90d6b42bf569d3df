//! Sample data for the tests of lists: queries of each list, queries that count its rows without the table
//! `tallies`, and statements that change the list.

use domain::accounts::user::{LicenseStatus, Role};
use domain::help::inquiry::{InquiryKind, InquiryStatus};
use domain::legal_help::hire::HireStatus;
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::payment::{PaymentType, TransactionStatus};
use domain::requests::report::{ReportStatus, TicketReportType};
use domain::shared::ids::UserId;
use domain::shared::search::Search;
use domain::shared::us_state::UsState;
use ports::accounts::lists::{UserFilter, UserList, UserQuery, UserSort};
use ports::help::lists::{InquiryFilter, InquiryList, InquiryQuery, InquirySort};
use ports::legal_help::lists::{HireFilter, HireList, HireQuery};
use ports::payments::lists::{
    ChargebackFilter, ChargebackList, ChargebackQuery, ChargebackSort, TransactionFilter, TransactionList,
    TransactionQuery,
};
use ports::requests::lists::{
    ReportFilter, ReportList, ReportQuery, RequestSort, StatusRequestFilter, StatusRequestList,
    StatusRequestQuery, TextRequestFilter, TextRequestList, TextRequestQuery, VehicleUpdateFilter,
    VehicleUpdateList, VehicleUpdateQuery,
};
use ports::shared::list::{List, MoneySort, NewestFirst, Query};
use ports::shared::paging::Page;

pub const FIRST: Page = Page { limit: 50, offset: 0 };

pub fn search(text: &str) -> Option<Search> {
    Search::parse(text)
}

/// The sample data of a list. The tests compile only if each list has it.
pub trait Samples: List {
    /// Each sort order of the list.
    const SORTS: &'static [Self::Sort];
    /// Strings to search for: ids, and strings that are in few or in many rows.
    const SEARCHES: &'static [&'static str];
    /// Queries that count all rows of the list. The columns of each query are those of `tallies`: list, kind,
    /// status, state, label, solved, flagged, the number of rows, and three amounts in cents.
    const COUNTED: &'static [&'static str];
    /// Statements that change the list. The first statements insert rows. Some
    /// statements change several rows.
    const CHANGES: &'static [&'static str];

    /// Returns a query for each filter, for some combinations of filters, and for some searched strings.
    fn queries() -> Vec<Query<Self>>;
}

/// Builds a query that has the given filters.
macro_rules! by {
    ($query:ident, $filter:ident { $($field:ident: $value:expr),+ }) => {{
        let mut query = $query::newest($filter::default(), FIRST);
        $(query.filter.$field = Some($value);)+
        query
    }};
}

impl Samples for UserList {
    const SORTS: &'static [UserSort] =
        &[UserSort::Id, UserSort::FullName, UserSort::LastAdminUpdateAt, UserSort::CreatedAt];
    const SEARCHES: &'static [&'static str] = &[
        "smith",
        "quigley777",
        "texas",
        "example",
        "CA1234",
        "777",
        "s",
        "sm",
        "7",
        "xq",
        "(212) 55",
        "77777",
        "212555",
        "CA123456",
        "o'neil",
        "NÚÑEZ",
        "abc-01",
        "T-00000077",
        "t0000",
    ];
    const COUNTED: &'static [&'static str] = &[
        "SELECT 'users', role, license_status, NULL, NULL, NULL::boolean, last_admin_update_at IS NULL, count(*), 0, 0, 0
        FROM users WHERE closed_at IS NULL GROUP BY 2, 3, 7",
    ];
    const CHANGES: &'static [&'static str] = &[
        "INSERT INTO users (email, password_hash, state, vehicle_info_added_at, status_requested_at, vehicle_license_plate)
        SELECT gen_random_uuid() || '@x.test', '$argon2id$', 'Ohio', CASE WHEN n > 1 THEN now() END, CASE WHEN n < 3 THEN now() END,
        CASE WHEN n > 2 THEN 'A1' END FROM generate_series(1, 3) AS n",
        "UPDATE users SET license_status = 'suspended', last_admin_update_at = now() WHERE id % 2 = 0",
        "UPDATE users SET phone_number = '5551234567', last_admin_update_at = now()",
        "UPDATE users SET closed_at = now() WHERE id % 5 = 0",
        "UPDATE users SET role = 'admin' WHERE id = (SELECT max(id) FROM users)",
        "DELETE FROM users WHERE id % 7 = 0 AND NOT EXISTS (SELECT FROM tickets WHERE user_id = users.id)
        AND NOT EXISTS (SELECT FROM help_inquiries WHERE user_id = users.id) AND NOT EXISTS (SELECT FROM missing_ticket_reports WHERE user_id = users.id)",
    ];

    fn queries() -> Vec<UserQuery> {
        vec![
            by!(UserQuery, UserFilter { license_status: LicenseStatus::Suspended }),
            by!(UserQuery, UserFilter { role: Role::Admin }),
            by!(UserQuery, UserFilter { role: Role::Driver, needs_update: true }),
            by!(UserQuery, UserFilter { needs_update: false, license_status: LicenseStatus::Unknown }),
        ]
    }
}

const MONEY: &[MoneySort] = &[MoneySort::Id, MoneySort::Amount, MoneySort::CreatedAt];

impl Samples for HireList {
    const SORTS: &'static [MoneySort] = MONEY;
    const SEARCHES: &'static [&'static str] = &[
        "speeding",
        "u-turn",
        "conf-",
        "f-ab",
        "ABC",
        "777",
        "s",
        "7x",
        "smith",
        "quigley777",
        "T-00000770",
        "t0000",
    ];
    const COUNTED: &'static [&'static str] = &[
        "SELECT 'hires', NULL, status, NULL, NULL, is_solved, is_seen_by_admin, count(*), sum(amount_cents), 0, 0
        FROM lawyer_hires GROUP BY 3, 6, 7",
        "SELECT 'hire_labels', NULL, status, NULL, violation_type, is_solved, is_seen_by_admin, count(*), sum(amount_cents), 0, 0
        FROM lawyer_hires WHERE violation_type IS NOT NULL GROUP BY 3, 5, 6, 7",
    ];
    const CHANGES: &'static [&'static str] = &[
        "WITH ticket AS (INSERT INTO tickets (user_id, violation_type, date, location, amount, category)
        SELECT id, 'Speeding', current_date, 'Main St', '$1', 'traffic' FROM users RETURNING id, user_id)
        INSERT INTO lawyer_hires (user_id, ticket_id, violation_type, amount_cents, confirmation_number, created_at)
        SELECT user_id, id, CASE WHEN id % 3 > 0 THEN 'Speeding' END, 100 + id, 'CONF-' || gen_random_uuid()::text::varchar(20), now() FROM ticket",
        "UPDATE lawyer_hires SET status = 'Cancelled', is_solved = NOT is_solved WHERE id % 2 = 0",
        "UPDATE lawyer_hires SET is_seen_by_admin = true, amount_cents = amount_cents + 5 WHERE id % 3 = 0",
        "DELETE FROM lawyer_hires WHERE id % 4 = 0",
    ];

    fn queries() -> Vec<HireQuery> {
        let completed = by!(HireQuery, HireFilter { status: HireStatus::Completed });
        vec![
            by!(HireQuery, HireFilter { status: HireStatus::Pending }),
            by!(HireQuery, HireFilter { is_solved: false }),
            by!(HireQuery, HireFilter { is_seen: false, is_solved: true, status: HireStatus::Completed }),
            HireQuery::all(FIRST).of(UserId(77)),
            completed.with_search(search("speed")),
        ]
    }
}

impl Samples for TransactionList {
    const SORTS: &'static [MoneySort] = MONEY;
    const SEARCHES: &'static [&'static str] = &[
        "speeding",
        "e-470",
        "conf-",
        "f-ab",
        "ABC",
        "777",
        "zzz-none",
        "s",
        "smith",
        "quigley777",
        "T-00000770",
        "p 0000",
    ];
    const COUNTED: &'static [&'static str] = &[
        "SELECT 'transactions', payment_type, status, NULL, NULL, NULL, NULL, count(*), sum(amount_cents), sum(processing_fee_cents), sum(our_fee_cents)
        FROM payment_transactions GROUP BY 2, 3",
        "SELECT 'transaction_labels', payment_type, status, NULL, violation_type, NULL, NULL, count(*), sum(amount_cents), sum(processing_fee_cents), sum(our_fee_cents)
        FROM payment_transactions WHERE violation_type IS NOT NULL GROUP BY 2, 3, 5",
    ];
    const CHANGES: &'static [&'static str] = &[
        "INSERT INTO payment_transactions (user_id, payment_type, ticket_id, violation_type, amount_cents, processing_fee_cents, our_fee_cents,
        confirmation_number, created_at) SELECT user_id, 'traffic_ticket', id, violation_type, 500 + id, 299, 299,
        'CONF-' || gen_random_uuid()::text::varchar(20), now() FROM tickets",
        "UPDATE payment_transactions SET status = 'Refunded', refunded_cents = amount_cents WHERE id % 2 = 0",
        "UPDATE payment_transactions SET refunded_cents = 20 WHERE id % 3 = 0 AND status = 'Completed'",
    ];

    fn queries() -> Vec<TransactionQuery> {
        let parking = by!(TransactionQuery, TransactionFilter { kind: PaymentType::Parking });
        vec![
            by!(TransactionQuery, TransactionFilter { kind: PaymentType::Toll }),
            by!(TransactionQuery, TransactionFilter { status: TransactionStatus::Refunded }),
            TransactionQuery::all(FIRST).of(UserId(77)).with_search(search("speed")),
            parking.with_search(search("meter")),
        ]
    }
}

impl Samples for ChargebackList {
    const SORTS: &'static [ChargebackSort] = &[ChargebackSort::Id, ChargebackSort::DueBy];
    const SEARCHES: &'static [&'static str] = &["CONF-A", "777", "smith"];
    const COUNTED: &'static [&'static str] = &[
        "SELECT 'chargebacks', NULL, status, NULL, NULL, is_answered, NULL, count(*), sum(amount_cents), 0, 0 FROM chargebacks GROUP BY 3, 6",
    ];
    const CHANGES: &'static [&'static str] = &[
        "WITH paid AS (INSERT INTO payments (user_id, kind, ticket_id, amount_cents, status, idempotency_key, confirmation_number, created_at, updated_at)
        SELECT user_id, 'ticket', id, 100 + id, 'cancelled', gen_random_uuid(), substr(gen_random_uuid()::text, 1, 20), now(), now()
        FROM tickets RETURNING id, user_id, confirmation_number)
        INSERT INTO chargebacks (payment_id, user_id, confirmation_number, provider_id, amount_cents, reason, status, is_withdrawn, opened_at)
        SELECT id, user_id, confirmation_number, gen_random_uuid(), 100 + id, 'fraudulent', 'needs_response', true, now() FROM paid",
        "UPDATE chargebacks SET status = 'lost', amount_cents = amount_cents + 5 WHERE id % 2 = 0",
        "UPDATE chargebacks SET looked_at = now()",
        "DELETE FROM chargebacks WHERE id % 3 = 0",
    ];

    fn queries() -> Vec<ChargebackQuery> {
        vec![
            by!(ChargebackQuery, ChargebackFilter { status: ChargebackStatus::NeedsResponse }),
            by!(ChargebackQuery, ChargebackFilter { is_answered: false }),
        ]
    }
}

impl Samples for ReportList {
    const SORTS: &'static [NewestFirst] = &[NewestFirst];
    const SEARCHES: &'static [&'static str] = &["new", "wyoming", "ticket", "777", "n", "smith"];
    const COUNTED: &'static [&'static str] =
        &["SELECT 'reports', ticket_type, status, state, NULL, is_solved, NULL, count(*), 0, 0, 0
        FROM missing_ticket_reports GROUP BY 2, 3, 4, 6"];
    const CHANGES: &'static [&'static str] = &[
        "INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at) SELECT id, 'Ohio', 'Parking ticket', now() FROM users",
        "UPDATE missing_ticket_reports SET status = 'Found', is_solved = NOT is_solved WHERE id % 3 = 0",
    ];

    fn queries() -> Vec<ReportQuery> {
        vec![
            by!(ReportQuery, ReportFilter { status: ReportStatus::Pending }),
            by!(ReportQuery, ReportFilter { state: UsState::Texas, is_solved: false }),
            by!(ReportQuery, ReportFilter { state: UsState::Wyoming }),
            by!(ReportQuery, ReportFilter { kind: TicketReportType::RedLight }),
            by!(ReportQuery, ReportFilter { is_solved: false }),
            ReportQuery::all(FIRST).of(UserId(77)).with_search(search("texas")),
        ]
    }
}

impl Samples for InquiryList {
    const SORTS: &'static [InquirySort] = &[InquirySort::Id, InquirySort::Waiting];
    const SEARCHES: &'static [&'static str] =
        &["lawyer", "reference", "C4CA4238", "777", "7777", "(212) 55", "l", "smith"];
    const COUNTED: &'static [&'static str] = &[
        "SELECT 'inquiries', type, status, NULL, NULL, is_solved, NULL, count(*), 0, 0, 0 FROM help_inquiries GROUP BY 2, 3, 6",
    ];
    const CHANGES: &'static [&'static str] = &[
        "INSERT INTO help_inquiries (user_id, type, created_at) SELECT id, 'chat', now() FROM users",
        "UPDATE help_inquiries SET status = 'resolved', resolved_at = now() WHERE id % 2 = 0",
        "DELETE FROM help_inquiries WHERE id % 5 = 0",
    ];

    fn queries() -> Vec<InquiryQuery> {
        vec![
            by!(InquiryQuery, InquiryFilter { status: InquiryStatus::Pending }),
            by!(InquiryQuery, InquiryFilter { kind: InquiryKind::Callback }),
            by!(InquiryQuery, InquiryFilter { is_solved: false }),
            InquiryQuery::all(FIRST).of(UserId(77)).with_search(search("lawyer")),
        ]
    }
}

impl Samples for TextRequestList {
    const SORTS: &'static [NewestFirst] = &[NewestFirst];
    const SEARCHES: &'static [&'static str] = &["777", "77777", "212555", "smith", "21"];
    const COUNTED: &'static [&'static str] = &[
        "SELECT 'texts', NULL, NULL, NULL, NULL, is_solved, is_sent, count(*), 0, 0, 0 FROM text_notification_requests GROUP BY 6, 7",
    ];
    const CHANGES: &'static [&'static str] = &[
        "INSERT INTO text_notification_requests (phone_number, requested_at) VALUES ('5551234567', now())",
        "UPDATE text_notification_requests SET is_sent = true, sent_at = now() WHERE NOT is_sent",
        "TRUNCATE text_notification_requests CASCADE",
    ];

    fn queries() -> Vec<TextRequestQuery> {
        vec![
            by!(TextRequestQuery, TextRequestFilter { is_sent: false }),
            by!(TextRequestQuery, TextRequestFilter { is_solved: false, is_sent: true }),
            TextRequestQuery::all(FIRST).of(UserId(77)),
        ]
    }
}

impl Samples for VehicleUpdateList {
    const SORTS: &'static [RequestSort] = &[RequestSort::RequestedAt, RequestSort::Id];
    const SEARCHES: &'static [&'static str] = &["smith", "abc", "quigley777", "texas", "778", "s"];
    const COUNTED: &'static [&'static str] = &[
        "SELECT 'vehicle_updates', NULL, NULL, NULL, NULL, is_vehicle_update_solved, vehicle_license_plate IS NOT NULL, count(*), 0, 0, 0
        FROM users WHERE closed_at IS NULL AND vehicle_info_added_at IS NOT NULL GROUP BY 6, 7",
    ];
    const CHANGES: &'static [&'static str] = &[
        "UPDATE users SET is_vehicle_update_solved = NOT is_vehicle_update_solved, state = 'Iowa' WHERE id % 3 = 0",
    ];

    fn queries() -> Vec<VehicleUpdateQuery> {
        vec![by!(VehicleUpdateQuery, VehicleUpdateFilter { is_solved: false })]
    }
}

impl Samples for StatusRequestList {
    const SORTS: &'static [RequestSort] = &[RequestSort::RequestedAt, RequestSort::Id];
    const SEARCHES: &'static [&'static str] = &["smith", "quigley777", "777", "s"];
    const COUNTED: &'static [&'static str] = &[
        "SELECT 'status_requests', NULL, NULL, state, NULL, is_status_request_solved, drivers_license_number IS NOT NULL, count(*), 0, 0, 0
        FROM users WHERE closed_at IS NULL AND status_requested_at IS NOT NULL GROUP BY 4, 6, 7",
    ];
    const CHANGES: &'static [&'static str] = &[
        "UPDATE users SET is_status_request_solved = true, drivers_license_number = 'X' WHERE status_requested_at IS NOT NULL",
    ];

    fn queries() -> Vec<StatusRequestQuery> {
        vec![
            by!(StatusRequestQuery, StatusRequestFilter { is_solved: false }),
            by!(StatusRequestQuery, StatusRequestFilter { state: UsState::Wyoming }),
            by!(StatusRequestQuery, StatusRequestFilter { state: UsState::Texas, is_solved: false }),
        ]
    }
}
