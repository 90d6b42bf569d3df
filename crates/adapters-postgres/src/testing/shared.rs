//! The PostgreSQL server that all test processes of a run share.
//!
//! SQL: raw, because PostgreSQL's catalog isn't in `schema`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::sql_types::Bool;
use diesel::{PgConnection, RunQueryDsl, select, sql_query};
use ports::shared::store_error::BoxError;

use crate::connection::migrations::migrate_for_tests;
use crate::connection::watch::connect_unwatched;
use crate::embedded::{Cluster, EmbeddedError, NAME, SERVER, SUPERUSER, make_roles};
use crate::shared::rows::OneColumn;

/// Shell script that stops the server when the last test process has ended. While a test process runs, it holds
/// a shared lock on a file. The script waits for the exclusive lock, which it gets even if the processes were
/// killed. The script then waits two more seconds for another process to start. While the script stops the
/// server, it holds the exclusive lock, so that no process can start using the server.
const SUPERVISOR: &str = r#"exec 3<&0 </dev/null
lock() {
    if command -v flock >/dev/null; then flock "$1" 3
    else perl -e 'use Fcntl ":flock"; open(my $f, "<&=", 3); my %how = ("-x", LOCK_EX, "-n", LOCK_EX | LOCK_NB, "-u", LOCK_UN);
        exit !flock($f, $how{$ARGV[0]});' -- "$1"
    fi
}
{
    while lock -x && lock -u && sleep 2 && ! lock -n; do :; done
    kill -INT $$
    tries=0
    while [ -e "$3/postmaster.pid" ] && [ $tries -lt 200 ]; do tries=$((tries + 1)); sleep 0.05; done
} 2>/dev/null &
exec "$@" 3<&-"#;

/// Settings for speed. These settings may lose data in a crash, but test data can be created again.
const FAST: &[&str] = &[
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "max_wal_size=1GB",
    "autovacuum=off",
    "max_connections=300",
    "max_worker_processes=2",
    "jit=off",
];

/// Maximum wait until a terminated connection has ended.
const MAX_DISCONNECT_WAIT: Duration = Duration::from_secs(5);
const LENDING_SQL: &str = include_str!("lending.sql");

const MAX_WAIT: Duration = Duration::from_secs(120);

/// Returns the name of the template database. The name depends on the migrations and grants. The name also
/// changes every two weeks, because the template has partitions for only a few months.
fn template_name() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("template_{}_{}", env!("MIGRATIONS_HASH"), since.as_secs() / (14 * 24 * 3600))
}

/// A test process's access to the shared server.
pub(super) struct Shared {
    cluster: Cluster,
    /// Idle superuser connections, for creating and dropping databases.
    idle: Mutex<Vec<PgConnection>>,
    /// Names of databases that tests have returned and that are clean.
    given_back: Mutex<Vec<String>>,
    _in_use: File,
}

impl Shared {
    /// Returns the shared server. The first call in a process starts or joins it.
    pub(super) fn get() -> Result<&'static Self, BoxError> {
        static SHARED: OnceLock<Result<Shared, BoxError>> = OnceLock::new();
        SHARED.get_or_init(|| Self::join(&server_folder())).as_ref().map_err(|error| error.to_string().into())
    }

    /// Registers this process as a user of the server in this folder, by taking a shared lock that lasts until the
    /// process ends. The server keeps running while a process has this lock. Starts the server if it isn't running.
    fn join(folder: &Path) -> Result<Self, BoxError> {
        fs::create_dir_all(folder)?;
        let users = folder.join("users.lock");
        let in_use = open_lock(&users)?;
        in_use.lock_shared()?;
        let turn = open_lock(&folder.join("turn.lock"))?;
        turn.lock()?;
        let cluster = locate(folder)?;
        let is_new = !cluster.is_ready();
        if is_new && start(&cluster, &users).is_err() {
            // After a crash of the machine, the data may be corrupt, so it is deleted.
            fs::remove_dir_all(folder.join("pg"))?;
            start(&locate(folder)?, &users)?;
        }
        let shared = Self { cluster, idle: Mutex::default(), given_back: Mutex::default(), _in_use: in_use };
        shared.prepare_template(is_new)?;
        Ok(shared)
    }

    /// Creates the template if it is missing. If the server was just started, drops databases that earlier runs left.
    fn prepare_template(&self, is_new: bool) -> Result<(), BoxError> {
        let found: Vec<OneColumn<String>> = self.with_superuser(|connection| {
            sql_query("SELECT datname FROM pg_database WHERE datname ~ '^(test|template|new)_'")
                .load(connection)
        })?;
        let names: Vec<String> = found.into_iter().map(|OneColumn(name)| name).collect();
        let template = template_name();
        for leftover in names.iter().filter(|name| is_new && **name != template) {
            self.drop_database(leftover);
        }
        if !names.contains(&template) {
            self.make_template(&template)?;
        }
        Ok(())
    }

    /// Creates the template. The owner role may see the serving role's queries and end its connections, because
    /// some tests do that.
    fn make_template(&self, template: &str) -> Result<(), BoxError> {
        make_roles(&self.url("postgres", SUPERUSER))?;
        self.execute_as_superuser(&format!("GRANT {SERVER} TO {NAME}"))?;
        let half_made = template.replace("template", "new");
        self.drop_database(&half_made);
        self.execute_as_superuser(&format!("CREATE DATABASE {half_made} OWNER {NAME}"))?;
        migrate_for_tests(&self.url(&half_made, NAME), &self.url(&half_made, SERVER))?;
        connect_unwatched(&self.url(&half_made, SUPERUSER))?.batch_execute(LENDING_SQL)?;
        self.execute_as_superuser(&format!("ALTER DATABASE {half_made} RENAME TO {template}"))
    }

    /// Provides a clean database with this name. The database is a returned one or, if there is none, a copy of
    /// the template. Cleaning takes milliseconds, copying a quarter of a second.
    pub(super) fn lend(&self, name: &str) -> Result<(), BoxError> {
        let given_back = self.given_back.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match given_back {
            Some(other) => self.execute_as_superuser(&format!("ALTER DATABASE {other} RENAME TO {name}")),
            None => self.clone_template(name),
        }
    }

    /// Takes a test's database back for another test. Drops a database that can't be cleaned.
    pub(super) fn return_database(&self, name: &str) {
        match self.clean(name) {
            Ok(Some(cleaned)) => self.given_back.lock().unwrap_or_else(PoisonError::into_inner).push(cleaned),
            Ok(None) => self.drop_database(name),
            Err(error) => {
                tracing::warn!(%error, name, "could not clean a test database; it will be dropped");
                self.drop_database(name);
            }
        }
    }

    /// Cleans and renames a database. Returns the new name, or `None` if the database couldn't be cleaned.
    fn clean(&self, name: &str) -> Result<Option<String>, BoxError> {
        self.execute_as_superuser(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        ))?;
        self.wait_until_left(name)?;
        let is_clean: bool = {
            let mut connection = connect_unwatched(&self.url(name, SUPERUSER))?;
            select(sql::<Bool>("lending.clean()")).get_result(&mut connection)?
        };
        if !is_clean {
            return Ok(None);
        }
        self.wait_until_left(name)?;
        let cleaned = format!("{name}_");
        self.execute_as_superuser(&format!("ALTER DATABASE {name} RENAME TO {cleaned}"))?;
        Ok(Some(cleaned))
    }

    /// Waits until all connections to a database have ended. PostgreSQL itself would check only ten times a second.
    fn wait_until_left(&self, name: &str) -> Result<(), BoxError> {
        let deadline = Instant::now() + MAX_DISCONNECT_WAIT;
        let others = format!("SELECT datname FROM pg_stat_activity WHERE datname = '{name}'");
        while Instant::now() < deadline {
            sleep(Duration::from_millis(2));
            let found: Vec<OneColumn<String>> =
                self.with_superuser(|connection| sql_query(&others).load(connection))?;
            if found.is_empty() {
                return Ok(());
            }
        }
        Err(format!("{name} still has open connections").into())
    }

    /// Creates a database as a copy of the template. Privileges on a database aren't copied, so they are set here.
    fn clone_template(&self, name: &str) -> Result<(), BoxError> {
        self.execute_as_superuser(&format!(
            "CREATE DATABASE {name} TEMPLATE {} OWNER {NAME}",
            template_name()
        ))?;
        self.execute_as_superuser(&format!("REVOKE TEMPORARY ON DATABASE {name} FROM PUBLIC"))
    }

    /// Ends all connections to a database and drops it.
    pub(super) fn drop_database(&self, name: &str) {
        if let Err(error) = self.execute_as_superuser(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        {
            tracing::warn!(%error, name, "could not drop a test database; it stays until the next start");
        }
    }

    /// Returns the URL with which this `role` connects to a `database` of the shared server.
    pub(super) fn url(&self, database: &str, role: &str) -> String {
        self.cluster.url(database, role)
    }

    /// Executes SQL statements as the superuser in the database `postgres`.
    fn execute_as_superuser(&self, sql: &str) -> Result<(), BoxError> {
        self.with_superuser(|connection| connection.batch_execute(sql))
    }

    /// Runs `work` on a superuser's connection to the database `postgres`.
    fn with_superuser<T, E: Into<BoxError>>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, E>,
    ) -> Result<T, BoxError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => connect_unwatched(&self.url("postgres", SUPERUSER))?,
        };
        let outcome = work(&mut connection).map_err(Into::into);
        if outcome.is_ok() {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
        outcome
    }
}

/// Locates the server's files. If no programs fit the data's version, deletes the data.
fn locate(folder: &Path) -> Result<Cluster, EmbeddedError> {
    let node_modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/node_modules");
    match Cluster::locate(folder, &node_modules) {
        Err(EmbeddedError::NoSuchVersion { .. }) => {
            let data = folder.join("pg");
            fs::remove_dir_all(&data).map_err(|source| EmbeddedError::Io { path: data, source })?;
            Cluster::locate(folder, &node_modules)
        }
        located => located,
    }
}

/// Starts the server, which stops when no process has the file `users` locked.
fn start(cluster: &Cluster, users: &Path) -> Result<(), BoxError> {
    let deadline = Instant::now() + MAX_WAIT;
    if !cluster.is_initialised() {
        cluster.initialise(NAME, &["--no-sync"])?;
    }
    cluster.clear_leftovers(deadline)?;
    // A file lock belongs to the open file. The script gets a separate open file, so that it must wait
    // for this process's lock.
    let mut postmaster = cluster.spawn_postmaster(SUPERVISOR, Stdio::from(File::open(users)?), FAST)?;
    Ok(cluster.wait_until_ready(&mut postmaster, deadline)?)
}

/// Opens a file to be locked, and creates it if it doesn't exist.
fn open_lock(path: &Path) -> std::io::Result<File> {
    File::options().read(true).write(true).create(true).truncate(false).open(path)
}

/// Returns the folder for the server's data: a folder in the target folder for test programs, and a temporary
/// folder for other programs.
fn server_folder() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let profile = program
        .ancestors()
        .find(|folder| folder.ends_with("deps"))
        .and_then(Path::parent)
        .map(Path::to_owned);
    profile.unwrap_or_else(|| std::env::temp_dir().join("lanewise-tests")).join("test-postgres")
}
