//! Tests of a database URL with several hosts: a primary and its standbys. Lanewise uses the host that accepts
//! writes.

use std::net::TcpListener;
use std::time::Duration;

use adapters_postgres::testing::TestDatabase;
use adapters_postgres::{PgDatabase, PoolSettings, migrate};
use ports::shared::feed::{AnnouncementFeed, FeedEvent};
use ports::shared::store_error::StoreError;
use ports::store::Database;

fn open_pool(url: &str) -> PgDatabase {
    let settings = PoolSettings { min_idle: 0, wait: Duration::from_secs(1), ..PoolSettings::default() };
    PgDatabase::open(url, settings).unwrap()
}

/// Returns the URL with an additional host in front. That host can't be reached.
fn with_unreachable_host_first(url: &str) -> String {
    url.replace("host=", "host=/nowhere,")
}

/// Sets whether the database is read-only, as a standby is.
fn set_read_only(db: &TestDatabase, is_read_only: bool) {
    let name = db.value("SELECT current_database()").unwrap();
    let to = if is_read_only { "on" } else { "off" };
    db.execute(&format!(
        "BEGIN READ WRITE; ALTER DATABASE {name} SET default_transaction_read_only = {to}; COMMIT"
    ));
}

#[test]
fn if_the_first_database_host_does_not_respond_the_next_host_is_used() {
    let db = TestDatabase::new();
    let url = with_unreachable_host_first(db.url());
    let database = open_pool(&url);
    assert!(database.check().is_ok());
    assert_eq!(database.feed().unwrap().receive(Duration::from_secs(5)), [FeedEvent::Gap]);
    assert!(migrate(&with_unreachable_host_first(db.owner_url()), &url).unwrap().is_empty());
}

#[test]
fn a_read_only_database_host_is_skipped_until_it_accepts_writes() {
    let db = TestDatabase::new();
    set_read_only(&db, true);
    let database = open_pool(db.url());
    // A pooler may still take a standby for the primary. The pooler then passes connections to the standby,
    // even if `target_session_attrs` forbids it.
    let blind = open_pool(&format!("{}&target_session_attrs=any", db.url()));
    for refused in [database.check(), blind.check()] {
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    }
    assert_eq!(database.feed().unwrap().receive(Duration::from_millis(300)), []);
    set_read_only(&db, false);
    for database in [database, blind] {
        assert!(database.check().is_ok(), "the host is found within a request's timeout");
    }
}

#[test]
fn at_startup_the_server_waits_longer_for_the_next_database_host_than_a_request_does() {
    let db = TestDatabase::new();
    // This host accepts a connection and then sends nothing, like a machine that hangs.
    let silent = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = silent.local_addr().unwrap().port();
    let hosts = format!("port={port},5432&connect_timeout=2&host=127.0.0.1,");
    let database = open_pool(&db.url().replace("host=", &hosts));
    assert!(matches!(database.check(), Err(StoreError::Unavailable(_))), "a request waits at most a second");
    database.wait_for_connection(Duration::from_secs(16)).unwrap();
    assert!(database.check().is_ok());
}
