//! The back office's lists on a database that has something in them: every answer by indexes, every count as counted by hand.

use adapters_postgres::PgStore;
use adapters_postgres::testing::TestDatabase;
use adapters_postgres::testing::large::{Size, fill};
use chrono::{DateTime, TimeDelta, Utc};
use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use diesel::{PgConnection, QueryableByName, RunQueryDsl, sql_query};
use domain::accounts::user::{LicenseStatus, Role};
use domain::back_office::timeline::TimelineKind;
use domain::help::inquiry::{InquiryKind, InquiryStatus};
use domain::imports::import::{ImportKind, LineOutcome};
use domain::imports::line::DriverNamed;
use domain::legal_help::hire::HireStatus;
use domain::payments::payment::{PaymentType, TransactionStatus};
use domain::requests::report::{ReportStatus, TicketReportType};
use domain::security::event::{SecurityEventKind, Severity};
use domain::shared::ids::UserId;
use domain::shared::search::Search;
use domain::shared::us_state::UsState;
use ports::back_office::lists::{
    HireFilter, HireQuery, InquiryFilter, InquiryQuery, MoneySort, QueueSort, ReportFilter, ReportQuery,
    StatusRequestFilter, StatusRequestQuery, TextRequestFilter, TextRequestQuery, TransactionFilter,
    TransactionQuery, UserFilter, UserQuery, UserSort, VehicleUpdateFilter, VehicleUpdateQuery,
};
use ports::back_office::timeline::TimelineCursor;
use ports::payments::history::HistoryFilter;
use ports::security::watch::{AuditFilter, EventFilter};
use ports::shared::paging::Page;
use ports::store::Store;

use crate::support::statements;

const SIZE: Size = Size { users: 40_000, tickets: 40_000, queue: 20_000 };
const FIRST: Page = Page { limit: 50, offset: 0 };
const PAGES: [Page; 3] = [FIRST, Page { limit: 50, offset: 50 }, Page { limit: 50, offset: 9_950 }];

fn filled() -> (TestDatabase, PgConnection) {
    let db = TestDatabase::new();
    let mut connection = db.connection();
    db.execute("INSERT INTO users (id, email, password_hash, role) VALUES (1, 'admin@example.com', '$argon2id$', 'admin')");
    fill(&mut connection, "$argon2id$", SIZE, &mut |_| ()).unwrap();
    (db, connection)
}

fn search(q: &str) -> Option<Search> {
    Search::parse(q)
}

/// Each of these filters alone, all filters together, and searches: rare, common, by id.
fn users() -> Vec<UserFilter> {
    let one = UserFilter::default;
    let mut all = vec![
        one(),
        UserFilter { license_status: Some(LicenseStatus::Suspended), ..one() },
        UserFilter { role: Some(Role::Admin), ..one() },
        UserFilter { role: Some(Role::Driver), needs_update: Some(true), ..one() },
        UserFilter { needs_update: Some(false), license_status: Some(LicenseStatus::Unknown), ..one() },
    ];
    all.extend(
        ["smith", "quigley777", "texas", "example", "CA1234", "777"]
            .map(|q| UserFilter { search: search(q), ..one() }),
    );
    all
}

fn hires() -> Vec<HireFilter> {
    let one = HireFilter::default;
    let mut all = vec![
        one(),
        HireFilter { status: Some(HireStatus::Pending), ..one() },
        HireFilter { is_solved: Some(false), ..one() },
        HireFilter {
            is_seen: Some(false),
            is_solved: Some(true),
            status: Some(HireStatus::Completed),
            ..one()
        },
        HireFilter { user: Some(UserId(77)), ..one() },
    ];
    let searched = ["speeding", "u-turn", "conf-", "f-ab", "ABC", "777"];
    all.extend(searched.map(|q| HireFilter { search: search(q), ..one() }));
    all.push(HireFilter { search: search("speed"), status: Some(HireStatus::Completed), ..one() });
    all
}

fn transactions() -> Vec<TransactionFilter> {
    let one = TransactionFilter::default;
    let mut all = vec![
        one(),
        TransactionFilter { kind: Some(PaymentType::Toll), ..one() },
        TransactionFilter { status: Some(TransactionStatus::Refunded), ..one() },
        TransactionFilter { user: Some(UserId(77)), search: search("speed"), ..one() },
    ];
    let searched = ["speeding", "e-470", "conf-", "f-ab", "ABC", "777", "zzz-none"];
    all.extend(searched.map(|q| TransactionFilter { search: search(q), ..one() }));
    all.push(TransactionFilter { search: search("meter"), kind: Some(PaymentType::Parking), ..one() });
    all
}

fn reports() -> Vec<ReportFilter> {
    let one = ReportFilter::default;
    let mut all = vec![
        one(),
        ReportFilter { status: Some(ReportStatus::Pending), ..one() },
        ReportFilter { state: Some(UsState::Texas), is_solved: Some(false), ..one() },
        ReportFilter { state: Some(UsState::Wyoming), ..one() },
        ReportFilter { kind: Some(TicketReportType::RedLight), ..one() },
        ReportFilter { is_solved: Some(false), ..one() },
        ReportFilter { user: Some(UserId(77)), search: search("texas"), ..one() },
    ];
    all.extend(["new", "wyoming", "ticket", "777"].map(|q| ReportFilter { search: search(q), ..one() }));
    all
}

fn inquiries() -> Vec<InquiryFilter> {
    let one = InquiryFilter::default;
    let mut all = vec![
        one(),
        InquiryFilter { status: Some(InquiryStatus::Pending), ..one() },
        InquiryFilter { kind: Some(InquiryKind::Callback), ..one() },
        InquiryFilter { is_solved: Some(false), ..one() },
        InquiryFilter { user: Some(UserId(77)), search: search("lawyer"), ..one() },
    ];
    let searched = ["lawyer", "reference", "C4CA4238", "777", "7777", "(212) 55"];
    all.extend(searched.map(|q| InquiryFilter { search: search(q), ..one() }));
    all
}

fn texts() -> Vec<TextRequestFilter> {
    let one = TextRequestFilter::default;
    let mut all = vec![
        one(),
        TextRequestFilter { is_sent: Some(false), ..one() },
        TextRequestFilter { is_solved: Some(false), is_sent: Some(true), ..one() },
        TextRequestFilter { user: Some(UserId(77)), ..one() },
    ];
    all.extend(["777", "77777", "212555", "smith"].map(|q| TextRequestFilter { search: search(q), ..one() }));
    all
}

fn vehicles() -> Vec<VehicleUpdateFilter> {
    let one = VehicleUpdateFilter::default;
    let mut all = vec![one(), VehicleUpdateFilter { is_solved: Some(false), ..one() }];
    all.extend(
        ["smith", "abc", "quigley777", "texas", "778"]
            .map(|q| VehicleUpdateFilter { search: search(q), ..one() }),
    );
    all
}

fn requests() -> Vec<StatusRequestFilter> {
    let one = StatusRequestFilter::default;
    let mut all = vec![
        one(),
        StatusRequestFilter { is_solved: Some(false), ..one() },
        StatusRequestFilter { state: Some(UsState::Wyoming), ..one() },
        StatusRequestFilter { state: Some(UsState::Texas), is_solved: Some(false), ..one() },
    ];
    all.extend(["smith", "quigley777", "777"].map(|q| StatusRequestFilter { search: search(q), ..one() }));
    all
}

const MONEY: [MoneySort; 3] = [MoneySort::Id, MoneySort::Amount, MoneySort::CreatedAt];

/// Every list × filter × sort × page, and every count.
fn ask_everything(store: &mut dyn Store) {
    for page in PAGES {
        for filter in users() {
            for sort in [UserSort::Id, UserSort::FullName, UserSort::LastAdminUpdateAt, UserSort::CreatedAt] {
                for is_descending in [true, false] {
                    let query = UserQuery { sort, is_descending, ..UserQuery::newest(filter.clone(), page) };
                    store.list_users(&query).unwrap();
                }
            }
            store.list_users(&UserQuery { before: Some(7_000), ..UserQuery::newest(filter, page) }).unwrap();
        }
        for filter in hires() {
            for sort in MONEY {
                store.list_hires(&HireQuery { sort, ..HireQuery::newest(filter.clone(), page) }).unwrap();
            }
            store.list_hires(&HireQuery { before: Some(7_000), ..HireQuery::newest(filter, page) }).unwrap();
        }
        for filter in transactions() {
            for sort in MONEY {
                let query = TransactionQuery { sort, ..TransactionQuery::newest(filter.clone(), page) };
                store.list_transactions(&query).unwrap();
            }
            store.transaction_totals(&filter).unwrap();
        }
        for filter in reports() {
            store.list_reports(&ReportQuery::newest(filter, page)).unwrap();
        }
        for filter in inquiries() {
            store.list_inquiries(&InquiryQuery::newest(filter, page)).unwrap();
        }
        for filter in texts() {
            store.list_text_requests(&TextRequestQuery::newest(filter, page)).unwrap();
        }
        for sort in [QueueSort::Asked, QueueSort::Id] {
            for filter in vehicles() {
                let query = VehicleUpdateQuery { sort, ..VehicleUpdateQuery::newest(filter, page) };
                store.list_vehicle_updates(&query).unwrap();
                store.list_vehicle_updates(&VehicleUpdateQuery { before: Some(7_000), ..query }).unwrap();
            }
            for filter in requests() {
                let query = StatusRequestQuery { sort, ..StatusRequestQuery::newest(filter, page) };
                store.list_status_requests(&query).unwrap();
            }
        }
    }
    store.hire_summary().unwrap();
    store.report_summary().unwrap();
    store.vehicle_update_summary().unwrap();
    store.status_request_summary().unwrap();
    store.inquiry_summary().unwrap();
    store.text_request_summary().unwrap();
    store.unsolved_counts().unwrap();
    store.fold_tallies().unwrap();
}

/// What staff look at beside the lists: imports, the staff, the trails, the figures, one driver's timeline.
fn ask_the_rest(store: &mut dyn Store, now: DateTime<Utc>) {
    let import = store.imports(FIRST).unwrap().items[0].id;
    for page in PAGES {
        store.imports(page).unwrap();
        for outcome in [None, Some(LineOutcome::New), Some(LineOutcome::Bad)] {
            store.staged_lines(import, outcome, page).unwrap();
        }
        for filter in events(now) {
            store.security_events(&filter, page).unwrap();
        }
        for filter in entries(now) {
            store.audit_entries(&filter, page).unwrap();
        }
    }
    store.bad_lines_after(import, 7_000, 500).unwrap();
    store.line_after(import, 7_000, 1_000).unwrap();
    store.open_imports().unwrap();
    let days: Vec<_> = (1..200).map(|user| (UserId(user), now.date_naive())).collect();
    store.items_of_days(ImportKind::Ticket, &days).unwrap();
    let driver = |id| DriverNamed {
        id: Some(UserId(id)),
        email: Some(format!("smith{id}@example.com")),
        license: Some((format!("TE{id}"), UsState::Texas)),
    };
    store.find_drivers(&(1..200).map(driver).collect::<Vec<_>>()).unwrap();
    store.staff().unwrap();
    store.invitations(now).unwrap();
    store.security_event_counts(now - TimeDelta::days(1)).unwrap();
    store.password_hashes_of(&["admin@lanewise.test", "driver@lanewise.test"]).unwrap();
    store.blocks(now, 1_000).unwrap();
    for days in [7, 30, 90] {
        store.revenue_by_day(now - TimeDelta::days(days)).unwrap();
        store.payments_by_type(now - TimeDelta::days(days)).unwrap();
    }
    store.open_work(now).unwrap();
    store.hires_by_status().unwrap();
    for kinds in [TimelineKind::ALL, &[TimelineKind::Audit], &[TimelineKind::Ticket]] {
        store.timeline(UserId(77), kinds, None, 50).unwrap();
        let before = TimelineCursor { at: now, kind: TimelineKind::Ticket, id: 7_000 };
        store.timeline(UserId(77), kinds, Some(before), 50).unwrap();
    }
    store.personal_data(UserId(77)).unwrap().unwrap();
    store.lock_for_closing(UserId(77)).unwrap();
    store.moving_payments_of(UserId(77)).unwrap();
    store.hires_at_work(UserId(77)).unwrap();
    store.paid_items(UserId(77), &HistoryFilter::default(), FIRST).unwrap();
    store.charged(UserId(77), now - TimeDelta::days(365), now).unwrap();
}

fn events(now: DateTime<Utc>) -> Vec<EventFilter> {
    let one = EventFilter::default;
    vec![
        one(),
        EventFilter { kind: Some(SecurityEventKind::LoginFailed), ..one() },
        EventFilter { severity: Some(Severity::High), ..one() },
        EventFilter { severity: Some(Severity::Critical), ..one() },
        EventFilter { address: Some("203.0.7.217".to_owned()), ..one() },
        EventFilter { from: Some(now - TimeDelta::days(1)), ..one() },
        EventFilter { from: Some(now - TimeDelta::days(60)), to: Some(now - TimeDelta::days(59)), ..one() },
        EventFilter {
            kind: Some(SecurityEventKind::LoginFailed),
            from: Some(now - TimeDelta::days(9)),
            ..one()
        },
        EventFilter { before: Some(7_000), ..one() },
    ]
}

fn entries(now: DateTime<Utc>) -> Vec<AuditFilter> {
    let one = AuditFilter::default;
    let text = |text: &str| Some(text.to_owned());
    vec![
        one(),
        AuditFilter { actor: Some(UserId(1)), ..one() },
        AuditFilter { actor: Some(UserId(77)), ..one() },
        AuditFilter { action: text("item_changed"), ..one() },
        AuditFilter { action: text("staff_removed"), ..one() },
        AuditFilter { subject_kind: text("ticket"), ..one() },
        AuditFilter { subject_kind: text("ticket"), subject_id: Some(77), ..one() },
        AuditFilter { subject_id: Some(77), ..one() },
        AuditFilter { from: Some(now - TimeDelta::days(1)), ..one() },
        AuditFilter {
            actor: Some(UserId(1)),
            action: text("item_changed"),
            from: Some(now - TimeDelta::days(9)),
            ..one()
        },
        AuditFilter { before: Some(7_000), ..one() },
    ]
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    text: String,
}

/// The statements as they were sent, each explained with its own values on tables with statistics, nothing switched off.
#[test]
fn no_list_and_no_count_reads_a_table_whole() {
    let (db, mut connection) = filled();
    // `tallies` has a row for each group; the others have next to nothing in them here.
    let small = db.values(
        "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND (reltuples < 500 OR relname = 'tallies')",
    );
    let small: Vec<String> = small.into_iter().flatten().collect();
    let seconds = db.value("SELECT extract(epoch FROM now())::bigint").unwrap().parse().unwrap();
    let now = DateTime::from_timestamp(seconds, 0).unwrap();
    let mut sent = statements(&mut connection, |connection| ask_everything(&mut PgStore::new(connection)));
    sent.extend(statements(&mut connection, |connection| ask_the_rest(&mut PgStore::new(connection), now)));
    assert!(sent.len() > 1_000, "{}", sent.len());
    let mut wrong = vec![];
    for statement in &sent {
        // As sent: a transaction's beginning, end and settings are no queries, but hold for those after them.
        if !["SELECT", "WITH"].iter().any(|verb| statement.trim_start().starts_with(verb)) {
            connection.batch_execute(statement).unwrap();
            continue;
        }
        let lines: Vec<Line> = sql_query(format!("EXPLAIN {statement}")).load(&mut connection).unwrap();
        let plan: String = lines.into_iter().map(|line| line.text + "\n").collect();
        let is_small = |line: &str| small.iter().any(|table| line.contains(&format!("Seq Scan on {table} ")));
        if plan.lines().any(|line| line.contains("Seq Scan on") && !is_small(line)) {
            wrong.push(format!("{statement}\n{plan}"));
        }
        // Stretches are merged, and at the most a short one is sorted: what is sorted is read whole first. But for files of
        // queues, which nobody waits for.
        let is_file = statement.contains("_at IS NOT NULL AND closed_at") && statement.contains("id AS key");
        let is_search = ["LIKE", "ANY (", "IN ("].iter().any(|sign| statement.contains(sign));
        if statement.contains("AS merged")
            && statement.ends_with("OFFSET 0")
            && !is_search
            && !is_file
            && plan.lines().any(|line| sorted(line) > 1_000)
        {
            wrong.push(format!("sorted: {statement}\n{plan}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), sent.len(), wrong.join("\n\n"));
}

/// How many rows a plan's line sorts.
fn sorted(line: &str) -> u32 {
    let rows =
        line.split_once("->  Sort  (").and_then(|(_, rest)| rest.split("rows=").nth(1)?.split(' ').next());
    rows.map_or(0, |rows| rows.parse().unwrap())
}
