//! Tests of the table `tallies`, which contains counts of the lists. After each change of a list, the table must
//! equal a count of all rows.

use std::sync::atomic::{AtomicBool, Ordering};

use adapters_postgres::PgStore;
use adapters_postgres::testing::TestDatabase;
use diesel::connection::SimpleConnection;
use ports::accounts::lists::UserList;
use ports::requests::lists::{ReportList, ReportQuery, TextRequestList};
use ports::shared::list::{Lists, Tallies};
use ports::shared::paging::Page;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::samples::Samples;

macro_rules! counted {
    ($($list:ty),+) => {
        /// Returns the query that counts all rows. The query's result has the columns of `tallies`.
        fn full_count_query() -> String {
            let typed = "SELECT '', '', '', '', '', true, true, 0::bigint, 0::numeric, 0::numeric, 0::numeric WHERE false";
            [&[typed] $(, <$list>::COUNTED)+].concat().join(" UNION ALL ")
        }

        /// Returns all sample statements that change a list, and the word `fold`, which stands for
        /// a call of `merge_count_increments`.
        fn change_statements() -> Vec<&'static str> {
            [$(<$list>::CHANGES,)+ &["fold"]].concat()
        }
    };
}

ports::every_list!(counted);

const TALLIED: &str = "
    SELECT list, kind, status, state, label, is_solved, is_marked, sum(n), sum(amount_cents), sum(processing_fee_cents), sum(our_fee_cents)
    FROM tallies GROUP BY 1, 2, 3, 4, 5, 6, 7
    HAVING (sum(n), sum(amount_cents), sum(processing_fee_cents), sum(our_fee_cents)) IS DISTINCT FROM (0, 0, 0, 0)";

/// Returns the rows that are only in `tallies` or only in the count of all rows.
fn differences(db: &TestDatabase) -> Vec<Option<String>> {
    let counted = full_count_query();
    db.values(&format!(
        "SELECT (a.*)::text FROM (({counted}) EXCEPT ALL ({TALLIED})) AS a
         UNION ALL SELECT 'tallied: ' || (b.*)::text FROM (({TALLIED}) EXCEPT ALL ({counted})) AS b"
    ))
}

#[test]
fn tallies_match_a_full_count_after_random_changes() {
    let mut runner = TestRunner::new(Config { cases: 12, ..Config::default() });
    let one = prop::sample::select(change_statements());
    let changes = proptest::collection::vec((one, prop::bool::weighted(0.8)), 10..40);
    runner
        .run(&changes, |changes| {
            let db = TestDatabase::new();
            let mut connection = db.connection();
            for (change, stays) in changes {
                if change == "fold" {
                    PgStore::new(&mut connection).merge_count_increments().unwrap();
                    let groups = "SELECT count(*) FROM (SELECT FROM tallies GROUP BY list, kind, status, state, label, is_solved, is_marked) AS g";
                    prop_assert_eq!(db.value("SELECT count(*) FROM tallies"), db.value(groups));
                } else {
                    let end = if stays { "COMMIT" } else { "ROLLBACK" };
                    connection.batch_execute(&format!("BEGIN; {change}; {end}")).unwrap();
                }
            }
            prop_assert_eq!(differences(&db), Vec::new());
            Ok(())
        })
        .unwrap();
}

/// In this test, two connections change the same groups, and two others merge rows of `tallies`. At
/// the same time, another connection counts repeatedly.
#[test]
fn merging_tallies_during_writes_loses_no_count() {
    let db = TestDatabase::new();
    for change in [UserList::CHANGES[0], ReportList::CHANGES[0]] {
        db.execute(change);
    }
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..2)
            .map(|writer| {
                let mut connection = db.connection();
                scope.spawn(move || {
                    for _ in 0..60 {
                        let flip = format!("UPDATE missing_ticket_reports SET is_solved = NOT is_solved WHERE id % 2 = {writer}");
                        connection.batch_execute(&flip).unwrap();
                        connection.batch_execute(TextRequestList::CHANGES[0]).unwrap();
                    }
                })
            })
            .collect();
        for _ in 0..2 {
            let (mut connection, is_over) = (db.connection(), &is_over);
            scope.spawn(move || {
                while !is_over.load(Ordering::SeqCst) {
                    PgStore::new(&mut connection).merge_count_increments().unwrap();
                }
            });
        }
        let (mut connection, is_over) = (db.connection(), &is_over);
        let all = ReportQuery::all(Page { limit: 0, offset: 0 });
        scope.spawn(move || {
            while !is_over.load(Ordering::SeqCst) {
                assert_eq!(
                    PgStore::new(&mut connection).summary(&all).unwrap().total,
                    3,
                    "the total never changes"
                );
            }
        });
        for writer in writers {
            writer.join().unwrap();
        }
        is_over.store(true, Ordering::SeqCst);
    });
    assert_eq!(differences(&db), Vec::new());
    assert_eq!(db.value("SELECT sum(n) FROM tallies WHERE list = 'texts'").as_deref(), Some("120"));
}
