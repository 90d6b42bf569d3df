//! Tests of the back office's lists with many rows: the queries must use indexes.

use adapters_postgres::PgStore;
use adapters_postgres::testing::TestDatabase;
use adapters_postgres::testing::large::{Size, fill};
use chrono::DateTime;
use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use diesel::{PgConnection, QueryableByName, RunQueryDsl, sql_query};
use ports::back_office::queues::Queues;
use ports::payments::lists::{TransactionList, TransactionQuery};
use ports::shared::list::{Lists, Query, Tallies};
use ports::shared::paging::Page;

use super::samples::{FIRST, Samples, search};
use super::screen_queries::run_screen_queries;
use crate::support::statements;

const SIZE: Size = Size { users: 40_000, tickets: 40_000, queue: 20_000 };
pub const PAGES: [Page; 3] = [FIRST, Page { limit: 50, offset: 50 }, Page { limit: 50, offset: 9_950 }];

fn filled_database() -> (TestDatabase, PgConnection) {
    let db = TestDatabase::new();
    let mut connection = db.connection();
    db.execute("INSERT INTO users (id, email, password_hash, role) VALUES (1, 'admin@example.com', '$argon2id$', 'admin')");
    fill(&mut connection, "$argon2id$", SIZE, &mut |_| ()).unwrap();
    (db, connection)
}

/// Requests a list with each sample query, sort order and page.
fn run_list_queries<'a, L: Samples>(store: &mut PgStore<'a>)
where
    PgStore<'a>: Lists<L>,
{
    let searched = L::SEARCHES.iter().map(|q| Query::all(FIRST).with_search(search(q)));
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
        /// Requests each list and each count.
        fn run_all_list_queries(store: &mut PgStore<'_>) {
            $(run_list_queries::<$list>(store);)+
            for q in TransactionList::SEARCHES {
                store.summary(&TransactionQuery::all(FIRST).with_search(search(q))).unwrap();
            }
            for query in TransactionList::queries() {
                store.summary(&query).unwrap();
            }
            store.unsolved_counts().unwrap();
            store.merge_count_increments().unwrap();
        }
    };
}

ports::every_list!(ask_all);

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    text: String,
}

/// Each statement is explained with the parameters that were sent with it. The tables have statistics, and the
/// planner has its default settings.
#[test]
fn no_back_office_query_scans_or_sorts_a_whole_large_table() {
    let (db, mut connection) = filled_database();
    // A plan may scan these tables in full. `tallies` has one row for each group of a list's rows, and the other
    // tables have few rows.
    let small = db.values(
        "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND (reltuples < 500 OR relname = 'tallies')",
    );
    let small: Vec<String> = small.into_iter().flatten().collect();
    let seconds = db.value("SELECT extract(epoch FROM now())::bigint").unwrap().parse().unwrap();
    let now = DateTime::from_timestamp(seconds, 0).unwrap();
    let mut sent =
        statements(&mut connection, |connection| run_all_list_queries(&mut PgStore::new(connection)));
    sent.extend(statements(&mut connection, |connection| {
        run_screen_queries(&mut PgStore::new(connection), now)
    }));
    assert!(sent.len() > 1_000, "{}", sent.len());
    let mut wrong = vec![];
    for statement in &sent {
        // Statements other than SELECT and WITH start or end a transaction or change a setting. They are run,
        // because the next queries depend on them.
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
        // PostgreSQL must merge ranges of an index. If PostgreSQL sorted the rows, it would have to read all rows
        // first. A sort is allowed if it has few rows, and in the export of a queue, because no request waits for that
        // export.
        let is_file = statement.contains("_at IS NOT NULL AND closed_at") && statement.contains("id AS key");
        let is_search = ["LIKE", "ANY (", "IN ("].iter().any(|sign| statement.contains(sign));
        if statement.contains("AS merged")
            && statement.ends_with("OFFSET 0")
            && !is_search
            && !is_file
            && plan.lines().any(|line| sorted_row_count(line) > 1_000)
        {
            wrong.push(format!("sorted: {statement}\n{plan}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), sent.len(), wrong.join("\n\n"));
}

/// Returns the number of rows of the sort in this line of a query plan, and 0 if the line has no sort.
fn sorted_row_count(line: &str) -> u32 {
    let rows =
        line.split_once("->  Sort  (").and_then(|(_, rest)| rest.split("rows=").nth(1)?.split(' ').next());
    rows.map_or(0, |rows| rows.parse().unwrap())
}
