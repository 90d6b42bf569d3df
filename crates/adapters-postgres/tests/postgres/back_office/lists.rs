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
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::payment::{PaymentType, TransactionStatus};
use domain::requests::report::{ReportStatus, TicketReportType};
use domain::security::event::{SecurityEventKind, Severity};
use domain::shared::ids::{PaymentId, UserId};
use domain::shared::search::Search;
use domain::shared::us_state::UsState;
use ports::accounts::lists::{UserFilter, UserList, UserQuery, UserSort};
use ports::back_office::queues::Queues;
use ports::back_office::timeline::TimelineCursor;
use ports::help::lists::{InquiryFilter, InquiryList, InquiryQuery};
use ports::legal_help::lists::{HireFilter, HireList, HireQuery};
use ports::payments::chargebacks::ChargebacksBefore;
use ports::payments::history::HistoryFilter;
use ports::payments::lists::{
    ChargebackFilter, ChargebackList, ChargebackQuery, ChargebackSort, TransactionFilter, TransactionList,
    TransactionQuery,
};
use ports::requests::lists::{
    AskedSort, ReportFilter, ReportList, ReportQuery, StatusRequestFilter, StatusRequestList,
    StatusRequestQuery, TextRequestFilter, TextRequestList, TextRequestQuery, VehicleUpdateFilter,
    VehicleUpdateList, VehicleUpdateQuery,
};
use ports::security::watch::{AuditFilter, EventFilter};
use ports::shared::list::{List, Lists, MoneySort, Newest, Query, Tallies};
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

/// What a list is asked in this test. A list that has none here does not compile.
trait Samples: List {
    /// Its orders.
    const SORTS: &'static [Self::Sort];
    /// Searches: rare, common, by id.
    const SEARCHES: &'static [&'static str];

    /// Each filter alone, some together, some with a search.
    fn queries() -> Vec<Query<Self>>;
}

/// A query with these filters.
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
        "o'neil",
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
    const SEARCHES: &'static [&'static str] =
        &["speeding", "u-turn", "conf-", "f-ab", "ABC", "777", "s", "7x", "smith", "quigley777"];

    fn queries() -> Vec<HireQuery> {
        let completed = by!(HireQuery, HireFilter { status: HireStatus::Completed });
        vec![
            by!(HireQuery, HireFilter { status: HireStatus::Pending }),
            by!(HireQuery, HireFilter { is_solved: false }),
            by!(HireQuery, HireFilter { is_seen: false, is_solved: true, status: HireStatus::Completed }),
            HireQuery::all(FIRST).of(UserId(77)),
            completed.searched(search("speed")),
        ]
    }
}

impl Samples for TransactionList {
    const SORTS: &'static [MoneySort] = MONEY;
    const SEARCHES: &'static [&'static str] =
        &["speeding", "e-470", "conf-", "f-ab", "ABC", "777", "zzz-none", "s", "smith", "quigley777"];

    fn queries() -> Vec<TransactionQuery> {
        let parking = by!(TransactionQuery, TransactionFilter { kind: PaymentType::Parking });
        vec![
            by!(TransactionQuery, TransactionFilter { kind: PaymentType::Toll }),
            by!(TransactionQuery, TransactionFilter { status: TransactionStatus::Refunded }),
            TransactionQuery::all(FIRST).of(UserId(77)).searched(search("speed")),
            parking.searched(search("meter")),
        ]
    }
}

impl Samples for ChargebackList {
    const SORTS: &'static [ChargebackSort] = &[ChargebackSort::Id, ChargebackSort::DueBy];
    const SEARCHES: &'static [&'static str] = &["CONF-A", "777", "smith"];

    fn queries() -> Vec<ChargebackQuery> {
        vec![
            by!(ChargebackQuery, ChargebackFilter { status: ChargebackStatus::NeedsResponse }),
            by!(ChargebackQuery, ChargebackFilter { is_answered: false }),
        ]
    }
}

impl Samples for ReportList {
    const SORTS: &'static [Newest] = &[Newest];
    const SEARCHES: &'static [&'static str] = &["new", "wyoming", "ticket", "777", "n", "smith"];

    fn queries() -> Vec<ReportQuery> {
        vec![
            by!(ReportQuery, ReportFilter { status: ReportStatus::Pending }),
            by!(ReportQuery, ReportFilter { state: UsState::Texas, is_solved: false }),
            by!(ReportQuery, ReportFilter { state: UsState::Wyoming }),
            by!(ReportQuery, ReportFilter { kind: TicketReportType::RedLight }),
            by!(ReportQuery, ReportFilter { is_solved: false }),
            ReportQuery::all(FIRST).of(UserId(77)).searched(search("texas")),
        ]
    }
}

impl Samples for InquiryList {
    const SORTS: &'static [Newest] = &[Newest];
    const SEARCHES: &'static [&'static str] =
        &["lawyer", "reference", "C4CA4238", "777", "7777", "(212) 55", "l", "smith"];

    fn queries() -> Vec<InquiryQuery> {
        vec![
            by!(InquiryQuery, InquiryFilter { status: InquiryStatus::Pending }),
            by!(InquiryQuery, InquiryFilter { kind: InquiryKind::Callback }),
            by!(InquiryQuery, InquiryFilter { is_solved: false }),
            InquiryQuery::all(FIRST).of(UserId(77)).searched(search("lawyer")),
        ]
    }
}

impl Samples for TextRequestList {
    const SORTS: &'static [Newest] = &[Newest];
    const SEARCHES: &'static [&'static str] = &["777", "77777", "212555", "smith", "21"];

    fn queries() -> Vec<TextRequestQuery> {
        vec![
            by!(TextRequestQuery, TextRequestFilter { is_sent: false }),
            by!(TextRequestQuery, TextRequestFilter { is_solved: false, is_sent: true }),
            TextRequestQuery::all(FIRST).of(UserId(77)),
        ]
    }
}

impl Samples for VehicleUpdateList {
    const SORTS: &'static [AskedSort] = &[AskedSort::Asked, AskedSort::Id];
    const SEARCHES: &'static [&'static str] = &["smith", "abc", "quigley777", "texas", "778", "s"];

    fn queries() -> Vec<VehicleUpdateQuery> {
        vec![by!(VehicleUpdateQuery, VehicleUpdateFilter { is_solved: false })]
    }
}

impl Samples for StatusRequestList {
    const SORTS: &'static [AskedSort] = &[AskedSort::Asked, AskedSort::Id];
    const SEARCHES: &'static [&'static str] = &["smith", "quigley777", "777", "s"];

    fn queries() -> Vec<StatusRequestQuery> {
        vec![
            by!(StatusRequestQuery, StatusRequestFilter { is_solved: false }),
            by!(StatusRequestQuery, StatusRequestFilter { state: UsState::Wyoming }),
            by!(StatusRequestQuery, StatusRequestFilter { state: UsState::Texas, is_solved: false }),
        ]
    }
}

/// A list × filter × sort × page.
fn ask_all_of<'a, L: Samples>(store: &mut PgStore<'a>)
where
    PgStore<'a>: Lists<L>,
{
    let searched = L::SEARCHES.iter().map(|q| Query::all(FIRST).searched(search(q)));
    let queries: Vec<Query<L>> =
        [Query::all(FIRST)].into_iter().chain(L::queries()).chain(searched).collect();
    for query in queries {
        for page in PAGES {
            for sort in L::SORTS {
                for is_descending in [true, false] {
                    let query = Query { page, sort: *sort, is_descending, ..query.clone() };
                    store.list(&query).unwrap();
                }
            }
            store.list(&Query { page, before: Some(7_000), ..query.clone() }).unwrap();
        }
    }
    store.summary(&Query::all(FIRST)).unwrap();
}

macro_rules! ask_all {
    ($($list:ty),+) => {
        /// Every list, and every count.
        fn ask_everything(store: &mut PgStore<'_>) {
            $(ask_all_of::<$list>(store);)+
            for q in TransactionList::SEARCHES {
                store.summary(&TransactionQuery::all(FIRST).searched(search(q))).unwrap();
            }
            for query in TransactionList::queries() {
                store.summary(&query).unwrap();
            }
            store.unsolved_counts().unwrap();
            store.fold_tallies().unwrap();
        }
    };
}

ports::every_list!(ask_all);

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
        store.money_by_day(now - TimeDelta::days(days)).unwrap();
        store.payments_by_type(now - TimeDelta::days(days)).unwrap();
    }
    store.open_work(now).unwrap();
    store.longest_waiting(25).unwrap();
    store.records_numbered(7).unwrap();
    store.records_confirmed("CONF-AB", 4).unwrap();
    store.names_of(&(1..60).map(UserId).collect::<Vec<_>>()).unwrap();
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
    store.chargebacks_of(PaymentId(77)).unwrap();
    let before = ChargebacksBefore { open: now, over: now, forgotten: now };
    store.chargebacks_to_look_at(before, 50).unwrap();
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
