//! Tests of the test databases: how they are created, cleaned and dropped.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use adapters_postgres::testing::TestDatabase;
use diesel::dsl::sql;
use diesel::sql_types::Bool;
use diesel::{Connection, PgConnection, RunQueryDsl, select};

use crate::connection::embedded::copy_data;

#[test]
fn each_test_database_is_migrated_empty_and_independent() {
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
fn a_dropped_test_database_is_removed_despite_open_connections() {
    let db = TestDatabase::new();
    let url = db.url().to_owned();
    let database = db.database();
    let _open = db.connection();
    drop(db);
    assert!(PgConnection::establish(&url).is_err());
    assert!(ports::store::Database::check(&database).is_err());
}

/// Returns the rows of each table as JSON, and the current value of each sequence.
fn database_content(db: &TestDatabase) -> Vec<Option<String>> {
    let tables = "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1";
    let mut content: Vec<_> = db
        .values(tables)
        .into_iter()
        .flatten()
        .map(|table| db.value(&format!("SELECT json_agg(one ORDER BY one::text) FROM ONLY {table} AS one")))
        .collect();
    content.extend(
        db.values("SELECT sequencename || coalesce(last_value::text, ' new') FROM pg_sequences ORDER BY 1"),
    );
    content
}

/// Cleans the database in the same way as after its test. Returns `false` if the
/// database can't be reused.
fn clean_database(db: &TestDatabase) -> bool {
    let mut superuser = PgConnection::establish(&db.superuser_url()).unwrap();
    select(sql::<Bool>("lending.clean()")).get_result(&mut superuser).unwrap()
}

#[test]
fn a_returned_test_database_is_cleaned_to_its_initial_state() {
    let db = TestDatabase::new();
    let new = database_content(&db);
    assert!(new.len() > 100 && new.iter().flatten().any(|rows| rows.contains("20261121000001")));
    db.execute(
        "INSERT INTO users (email, password_hash) VALUES ('ann@example.com', '$argon2id$');
         INSERT INTO tickets (user_id, violation_type, date, location, amount, points, category)
             SELECT id, 'Speeding', current_date, 'Elm St', '125', 2, 'traffic' FROM users;
         INSERT INTO security_events (kind, severity, address, path, created_at) VALUES ('bad_login', 'low', '::1', '/', now());
         UPDATE book_matching SET matched_at = now();
         DELETE FROM installation",
    );
    assert_ne!(database_content(&db), new);
    assert!(clean_database(&db));
    assert_eq!(database_content(&db), new);
}

#[test]
fn a_test_database_with_schema_changes_statistics_or_much_data_is_not_reused() {
    let blocked = "INSERT INTO blocked_ips (address, reason, blocked_at, expires_at)
        SELECT '::' || n, repeat('x', 300), now(), now() + '1 h' FROM generate_series(1, 40000) AS n";
    for change in [
        "CREATE TABLE mine (id int)",
        "REVOKE SELECT ON users FROM lanewise_server",
        "BEGIN; DROP TABLE chat_messages CASCADE; ROLLBACK",
        "INSERT INTO users (email, password_hash) VALUES ('ann@example.com', '$argon2id$'); ANALYZE users",
        blocked,
    ] {
        let db = TestDatabase::new();
        db.execute(change);
        assert!(!clean_database(&db), "{change}");
    }
}

#[test]
fn many_test_databases_can_be_created_concurrently() {
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(TestDatabase::new().value("SELECT 1").as_deref(), Some("1")));
        }
    });
}

/// This function isn't a test. Other tests run it in another process, and either kill that process or let it finish.
#[test]
fn helper_process_of_another_test_run() {
    if std::env::var_os("LANEWISE_TEST_OTHER_PROCESS").is_some() {
        let db = TestDatabase::new();
        println!("database {}", db.url());
        let _ = std::io::stdin().read_line(&mut String::new());
        assert_eq!(db.value("SELECT 1").as_deref(), Some("1"));
    }
}

/// Another test process, which has its own test database.
struct OtherProgram {
    process: Child,
    /// The output of the process. The output stays open, because the process prints its test result to it.
    _said: Lines<BufReader<ChildStdout>>,
    url: String,
}

impl OtherProgram {
    /// Starts the helper test in this program, and waits until it has a database.
    fn start(program: &Path) -> Self {
        let mut process = Command::new(program)
            .args(["--exact", "connection::templates::helper_process_of_another_test_run", "--nocapture"])
            .env("LANEWISE_TEST_OTHER_PROCESS", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output_lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let url = output_lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| Some(line.split_once("database ")?.1.to_owned()));
        Self { process, _said: output_lines, url: url.expect("the other process has a database") }
    }

    /// Kills the process, and returns the URL of its database.
    fn kill(mut self) -> String {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.url
    }

    /// Makes the process finish by itself, and waits for its end.
    fn end(mut self) {
        drop(self.process.stdin.take());
        assert!(self.process.wait().unwrap().success());
    }
}

#[test]
fn a_killed_test_process_does_not_affect_other_tests() {
    let before = TestDatabase::new();
    OtherProgram::start(&std::env::current_exe().unwrap()).kill();
    assert_eq!(before.value("SELECT 1").as_deref(), Some("1"));
    assert_eq!(TestDatabase::new().value("SELECT 1").as_deref(), Some("1"));
}

/// Copies this program into another target folder. The copy therefore uses a separate database server.
fn copy_program(dir: &Path) -> PathBuf {
    fs::set_permissions(dir, fs::Permissions::from_mode(0o755)).unwrap();
    let program = dir.join("deps/program");
    fs::create_dir(dir.join("deps")).unwrap();
    let this = std::env::current_exe().unwrap();
    if fs::hard_link(&this, &program).is_err() {
        fs::copy(&this, &program).unwrap();
    }
    program
}

#[test]
fn the_shared_test_server_stops_with_its_last_process_and_the_next_run_cleans_up() {
    let dir = tempfile::tempdir().unwrap();
    let program = copy_program(dir.path());
    fs::create_dir(dir.path().join("test-postgres")).unwrap();
    copy_data(&dir.path().join("test-postgres"));
    let pid_file = dir.path().join("test-postgres/pg/postmaster.pid");
    let has_ended = || {
        let start = Instant::now();
        while pid_file.exists() {
            assert!(start.elapsed() < Duration::from_secs(20), "the server does not end");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let starter = OtherProgram::start(&program);
    let last = OtherProgram::start(&program);
    // The server outlives the process that started it. It stops when the last process that uses it ends.
    let stopped_url = starter.kill();
    last.end();
    has_ended();

    let next = OtherProgram::start(&program);
    assert!(PgConnection::establish(&next.url).is_ok());
    assert!(PgConnection::establish(&stopped_url).is_err(), "the killed process's database is gone");
    next.kill();
    has_ended();
}
