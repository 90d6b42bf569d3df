//! Tests of the embedded PostgreSQL server, including when its owner process is killed or its postmaster dies.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use adapters_postgres::PgDatabase;
use adapters_postgres::PoolSettings;
use adapters_postgres::embedded::{self, EmbeddedError};
use adapters_postgres::migrate;
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, RunQueryDsl, sql_query};
use ports::store::Database;

fn node_modules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/node_modules")
}

fn start(dir: &Path) -> embedded::Embedded {
    embedded::start(dir, &node_modules()).unwrap()
}

/// Returns an empty folder, which the server's operating system user can access.
fn folder() -> tempfile::TempDir {
    tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o755)).tempdir().unwrap()
}

/// Returns a folder with an initialized data directory. The folder is copied from a shared one, because
/// initializing a data directory takes a long time.
fn initialized_directory() -> tempfile::TempDir {
    let dir = folder();
    copy_data(dir.path());
    dir
}

/// Copies the shared initialized data directory into a folder.
pub fn copy_data(target: &Path) {
    let marker = Path::new(env!("CARGO_TARGET_TMPDIR")).join("made");
    let lock = fs::File::create(marker.with_extension("lock")).unwrap();
    lock.lock().unwrap();
    if embedded::start(&marker, &node_modules()).is_err() {
        let _ = fs::remove_dir_all(&marker);
        drop(start(&marker));
    }
    let copied = Command::new("cp").arg("-a").arg(marker.join("pg")).arg(target).status().unwrap();
    assert!(copied.success());
}

fn execute(url: &str, sql: &str) {
    PgConnection::establish(url).unwrap().batch_execute(sql).unwrap();
}

/// Waits until the condition holds. After 20 seconds, fails with the `description`.
fn wait_until(description: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(20), "{description}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether this process is a running PostgreSQL and not a zombie.
fn is_running_postgres(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| stat.contains("(postgres)") && !stat.contains(") Z "))
}

/// This function isn't a test. Other tests run it in another process, as the server's owner, and kill that process.
#[test]
fn helper_process_that_owns_the_embedded_server() {
    let Some(dir) = std::env::var_os("LANEWISE_TEST_OWNER_OF") else { return };
    let embedded = start(Path::new(&dir));
    println!("owner {} {} {}", embedded.is_owner(), embedded.postmaster().unwrap_or(0), embedded.url());
    std::thread::sleep(Duration::from_secs(60));
}

/// Another process that started the server in a folder, or joined a server that was running.
struct Owner {
    process: Child,
    is_owner: bool,
    postmaster: u32,
}

impl Owner {
    /// Starts the process, and waits until its server is ready.
    fn of(dir: &Path) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "connection::embedded::helper_process_that_owns_the_embedded_server",
                "--nocapture",
            ])
            .env("LANEWISE_TEST_OWNER_OF", dir)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output_lines =
            BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok).find_map(|line| {
                Some(line[line.find("owner ")?..].to_owned()).filter(|line| line.contains("host="))
            });
        let output_lines = output_lines.expect("the owner starts");
        let words: Vec<&str> = output_lines.split(' ').collect();
        Self { process, is_owner: words[1] == "true", postmaster: words[2].parse().unwrap() }
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn an_embedded_server_restarts_with_its_data_and_neither_of_its_urls_is_for_a_superuser() {
    let dir = folder();
    let first = Instant::now();
    let mut embedded = start(dir.path());
    println!("first start: {:?}", first.elapsed());
    let postmaster = embedded.postmaster().unwrap();
    assert!(embedded.is_owner() && is_running_postgres(postmaster));
    execute(embedded.owner_url(), "CREATE TABLE kept (n integer); INSERT INTO kept VALUES (7)");
    let applied = migrate(embedded.owner_url(), embedded.url()).unwrap().len();
    assert_eq!(applied, crate::support::migrations(), "migrations don't need a superuser");
    for url in [embedded.owner_url(), embedded.url()] {
        assert!(PgConnection::establish(url).unwrap().batch_execute("CREATE ROLE other").is_err());
    }
    embedded.stop();
    assert!(!is_running_postgres(postmaster));

    let again = Instant::now();
    let embedded = start(dir.path());
    println!("ordinary start: {:?}", again.elapsed());
    execute(embedded.owner_url(), "DO $$ BEGIN ASSERT (SELECT n FROM kept) = 7; END $$");
    let database = PgDatabase::open(embedded.url(), PoolSettings::default()).unwrap();
    database.check().unwrap();
    assert!(migrate(embedded.owner_url(), embedded.url()).unwrap().is_empty());
    database.check_role().unwrap();
    let postmaster = embedded.postmaster().unwrap();
    drop(embedded);
    assert!(!is_running_postgres(postmaster), "dropping the owner stops the server");
    assert!(database.check().is_err());
}

#[test]
fn the_embedded_server_stops_when_its_owner_is_killed_and_can_restart() {
    let dir = initialized_directory();
    let mut owner = Owner::of(dir.path());
    assert!(owner.is_owner);
    owner.kill();
    // The server starts again at once, while the old postmaster is still stopping.
    let embedded = start(dir.path());
    assert!(embedded.is_owner());
    assert!(!is_running_postgres(owner.postmaster));
    execute(embedded.url(), "SELECT 1");
    drop(embedded);

    let mut owner = Owner::of(dir.path());
    owner.kill();
    wait_until("the postmaster ends by itself", || !is_running_postgres(owner.postmaster));
    assert!(!dir.path().join("pg/postmaster.pid").exists(), "the shutdown was clean");
}

#[test]
fn a_second_process_shares_the_server_of_the_first_process() {
    let dir = initialized_directory();
    let mut first = Owner::of(dir.path());
    let second = start(dir.path());
    assert!(first.is_owner && !second.is_owner());
    assert_eq!(second.postmaster(), None);
    execute(second.url(), "SELECT 1");
    drop(second);
    assert!(is_running_postgres(first.postmaster), "only the owner stops the server");
    first.kill();
    wait_until("the postmaster ends", || !is_running_postgres(first.postmaster));
}

#[test]
fn when_several_processes_start_concurrently_exactly_one_owns_the_server() {
    let dir = folder();
    let owners: Vec<Owner> = std::thread::scope(|scope| {
        let starting: Vec<_> = (0..3).map(|_| scope.spawn(|| Owner::of(dir.path()))).collect();
        starting.into_iter().map(|owner| owner.join().unwrap()).collect()
    });
    assert_eq!(owners.iter().filter(|owner| owner.is_owner).count(), 1);
}

#[test]
fn the_embedded_server_starts_despite_a_stale_pid_file() {
    let dir = initialized_directory();
    drop(start(dir.path()));
    let pid_file = dir.path().join("pg/postmaster.pid");
    // The pid file contains the id of a process that is running: this process, its parent, or the init process.
    for pid in [std::process::id(), std::os::unix::process::parent_id(), 1] {
        let text = format!("{pid}\n/somewhere\n1700000000\n5432\n/socket\n\n  99999 99999\nready\n");
        fs::write(&pid_file, text).unwrap();
        let embedded = start(dir.path());
        execute(embedded.url(), "SELECT 1");
    }
    fs::write(&pid_file, "99999999\n").unwrap();
    execute(start(dir.path()).url(), "SELECT 1");
}

#[test]
fn the_server_recovers_its_data_after_its_postmaster_was_killed() {
    let dir = initialized_directory();
    let mut embedded = start(dir.path());
    execute(embedded.owner_url(), "CREATE TABLE kept (n integer); INSERT INTO kept VALUES (7)");
    let status = Command::new("kill").args(["-9", &embedded.postmaster().unwrap().to_string()]).status();
    assert!(status.unwrap().success());
    embedded.stop();
    let embedded = start(dir.path());
    execute(embedded.owner_url(), "DO $$ BEGIN ASSERT (SELECT n FROM kept) = 7; END $$");
}

fn kill(pid: u32) {
    assert!(Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap().success());
}

#[test]
fn a_postmaster_that_dies_is_restarted() {
    let dir = initialized_directory();
    let embedded = start(dir.path());
    execute(embedded.owner_url(), "CREATE TABLE kept (n integer); INSERT INTO kept VALUES (7)");
    for _ in 0..2 {
        let first = embedded.postmaster().unwrap();
        kill(first);
        wait_until("another postmaster runs", || embedded.postmaster() != Some(first));
        wait_until("the postmaster accepts connections", || PgConnection::establish(embedded.url()).is_ok());
        execute(embedded.owner_url(), "DO $$ BEGIN ASSERT (SELECT n FROM kept) = 7; END $$");
    }
    let last = embedded.postmaster().unwrap();
    drop(embedded);
    assert!(!is_running_postgres(last), "the restarted server stops with its owner");
}

#[test]
fn a_postmaster_that_cannot_be_restarted_is_reported() {
    let dir = initialized_directory();
    let embedded = start(dir.path());
    let (error_sender, gave_up) = std::sync::mpsc::channel();
    embedded.on_giving_up(move |error| error_sender.send(error).unwrap());
    fs::rename(dir.path().join("pg/global"), dir.path().join("pg/lost")).unwrap();
    kill(embedded.postmaster().unwrap());
    let error = gave_up.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(matches!(error, EmbeddedError::Ended { .. }), "{error}");
}

#[test]
fn a_server_starts_in_a_long_path_with_special_characters() {
    let dir = folder();
    let long = dir.path().join(format!("it's a \"long\" & ödd path {}", "x".repeat(100)));
    let embedded = start(&long);
    assert_eq!(sql_query("SELECT 1").execute(&mut PgConnection::establish(embedded.url()).unwrap()), Ok(1));
    let socket = PathBuf::from(embedded.url().split(['=', '&']).nth(1).unwrap());
    assert!(socket.is_dir());
    drop(embedded);
    assert!(!socket.exists(), "the temporary socket directory is removed");
}

#[test]
fn the_data_directory_is_initialized_again_after_an_interrupted_initialization() {
    let dir = folder();
    fs::create_dir_all(dir.path().join("pg.init-1")).unwrap();
    fs::write(dir.path().join("pg.init-1/PG_VERSION"), "18\n").unwrap();
    execute(start(dir.path()).url(), "SELECT 1");
    assert!(!dir.path().join("pg.init-1").exists());
}

#[test]
fn a_data_directory_of_an_unavailable_postgresql_version_is_refused() {
    let dir = folder();
    fs::create_dir_all(dir.path().join("pg")).unwrap();
    fs::write(dir.path().join("pg/PG_VERSION"), "8\n").unwrap();
    let error = embedded::start(dir.path(), &node_modules()).unwrap_err();
    assert!(matches!(&error, EmbeddedError::NoSuchVersion { wanted, .. } if wanted == "8"), "{error}");
}
