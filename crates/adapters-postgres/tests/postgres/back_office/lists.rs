//! The back office's lists on a database that has something in them: every answer by indexes, every count as counted by hand.

use adapters_postgres::PgStore;
use adapters_postgres::testing::TestDatabase;
use adapters_postgres::testing::large::{Size, fill};
use chrono::DateTime;
use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use diesel::{PgConnection, QueryableByName, RunQueryDsl, sql_query};
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
use ports::back_office::queues::Queues;
use ports::help::lists::{InquiryFilter, InquiryList, InquiryQuery, InquirySort};
use ports::legal_help::lists::{HireFilter, HireList, HireQuery};
use ports::payments::lists::{
    ChargebackFilter, ChargebackList, ChargebackQuery, ChargebackSort, TransactionFilter, TransactionList,
    TransactionQuery,
};
use ports::requests::lists::{
    AskedSort, ReportFilter, ReportList, ReportQuery, StatusRequestFilter, StatusRequestList,
    StatusRequestQuery, TextRequestFilter, TextRequestList, TextRequestQuery, VehicleUpdateFilter,
    VehicleUpdateList, VehicleUpdateQuery,
};
use ports::shared::list::{List, Lists, MoneySort, Newest, Query, Tallies};
use ports::shared::paging::Page;

use super::beside_lists::ask_the_rest;
use crate::support::statements;

const SIZE: Size = Size { users: 40_000, tickets: 40_000, queue: 20_000 };
pub const FIRST: Page = Page { limit: 50, offset: 0 };
pub const PAGES: [Page; 3] = [FIRST, Page { limit: 50, offset: 50 }, Page { limit: 50, offset: 9_950 }];

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
        "77777",
        "212555",
        "CA123456",
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
    const SORTS: &'static [InquirySort] = &[InquirySort::Id, InquirySort::Waiting];
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
