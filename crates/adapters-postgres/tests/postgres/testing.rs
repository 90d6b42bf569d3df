//! The test databases themselves.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use adapters_postgres::testing::TestDatabase;
use diesel::{Connection, PgConnection};

#[test]
fn each_is_migrated_empty_and_its_own() {
    let first = TestDatabase::new();
    let second = TestDatabase::default();
    first.execute("INSERT INTO blocked_ips (address, reason, blocked_at, expires_at) VALUES ('::1', 'x', now(), now() + '1 h')");
    let count = "SELECT count(*) FROM blocked_ips";
    assert_eq!(first.value(count).as_deref(), Some("1"));
    assert_eq!(second.value(count).as_deref(), Some("0"));
    assert_eq!(first.value("SELECT NULL"), None);
    assert_eq!(first.values("SELECT generate_series(1, 2)"), [Some("1".to_owned()), Some("2".to_owned())]);
    assert_eq!(
        first.value("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").as_deref(),
        Some("false")
    );
}

#[test]
fn it_goes_when_it_is_dropped_even_with_connections_open() {
    let db = TestDatabase::new();
    let url = db.url().to_owned();
    let database = db.database();
    let _open = db.connection();
    drop(db);
    assert!(PgConnection::establish(&url).is_err());
    assert!(ports::store::Database::check(&database).is_err());
}

#[test]
fn many_at_once() {
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(TestDatabase::new().value("SELECT 1").as_deref(), Some("1")));
        }
    });
}

/// Not a test by itself: a test process that another one kills.
#[test]
fn killed_process() {
    if std::env::var_os("LANEWISE_TEST_TO_BE_KILLED").is_some() {
        let db = TestDatabase::new();
        println!("database {}", db.url());
        std::thread::sleep(std::time::Duration::from_secs(60));
    }
}

#[test]
fn a_killed_test_does_not_disturb_the_others() {
    let before = TestDatabase::new();
    let mut killed = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "testing::killed_process", "--nocapture"])
        .env("LANEWISE_TEST_TO_BE_KILLED", "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(killed.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line.contains("database postgres://")));
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(before.value("SELECT 1").as_deref(), Some("1"));
    assert_eq!(TestDatabase::new().value("SELECT 1").as_deref(), Some("1"));
}
