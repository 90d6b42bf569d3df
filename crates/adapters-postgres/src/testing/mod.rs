//! A separate database for each test. Each database is a copy of a migrated template, or a database that an
//! earlier test returned and that was cleaned.
//!
//! All test processes of a run share one PostgreSQL server, whose data is in the target folder. The first
//! process starts the server. The server stops soon after the last process has ended for any reason. At the
//! server's next start, databases that killed tests left are dropped.
//!
//! SQL: raw, because tests pass statements as strings.

pub mod large;
pub mod replicated;
mod shared;

use std::fmt::{self, Debug, Formatter};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use diesel::connection::SimpleConnection;
use diesel::{PgConnection, QueryResult, RunQueryDsl, sql_query};
use ports::shared::store_error::BoxError;

use crate::PgDatabase;
use crate::PoolSettings;
use crate::connection::database::PLANNING;
use crate::connection::migrations::{migrate, migrate_to};
use crate::connection::watch::{connect_unwatched, statements_sent};
use crate::embedded::{NAME, SERVER, SUPERUSER};
use crate::shared::rows::row_by_name;
use shared::Shared;

/// A migrated, empty database. Dropping this value returns or drops the database.
pub struct TestDatabase {
    name: String,
    url: String,
    owner_url: String,
    database: PgDatabase,
    /// Idle connections with the owner role, for single statements. Connecting takes longer than most statements.
    idle: Mutex<Vec<PgConnection>>,
}

impl Debug for TestDatabase {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestDatabase").field("url", &self.url).finish_non_exhaustive()
    }
}

impl TestDatabase {
    /// Creates a database that no other test uses.
    ///
    /// # Panics
    /// Panics when PostgreSQL can't be started.
    pub fn new() -> Self {
        unwrap_or_panic(Self::create())
    }

    /// Starts or joins the shared server, and takes a clean database from it.
    fn create() -> Result<Self, BoxError> {
        let shared = Shared::get()?;
        let name = unique_name();
        shared.lend(&name)?;
        let [url, owner_url] = [SERVER, NAME].map(|role| shared.url(&name, role));
        let settings = PoolSettings { max_connections: 8, min_idle: 0, ..PoolSettings::default() };
        let database = PgDatabase::open(&url, settings)?;
        Ok(Self { database, name, url, owner_url, idle: Mutex::default() })
    }

    /// Creates a database with the schema of an earlier release. `last` is the version of that release's last
    /// migration, such as `20261122000070`.
    ///
    /// # Panics
    /// Panics when PostgreSQL can't be started, or a migration fails.
    pub fn at_migration(last: &str) -> Self {
        let db = unwrap_or_panic(Self::create());
        db.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
        let _applied = unwrap_or_panic(migrate_to(db.owner_url(), last).map_err(Into::into));
        db
    }

    /// Returns the database's URL for the serving role, which owns nothing.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the database's URL for the role that owns it, which isn't a superuser.
    pub fn owner_url(&self) -> &str {
        &self.owner_url
    }

    /// Returns the database's URL for the superuser.
    pub fn superuser_url(&self) -> String {
        unwrap_or_panic(Shared::get().map(|shared| shared.url(&self.name, SUPERUSER)))
    }

    /// Returns the environment variables with which a separate server process finds the database.
    pub fn settings(&self) -> [(&'static str, &str); 2] {
        [("DATABASE_URL", &self.url), ("MIGRATION_DATABASE_URL", &self.owner_url)]
    }

    /// Applies all missing migrations, creates all future partitions, and returns the migrations' names.
    ///
    /// # Panics
    /// Panics when a migration fails.
    pub fn migrate(&self) -> Vec<String> {
        unwrap_or_panic(migrate(&self.owner_url, &self.url).map_err(Into::into))
    }

    /// Returns the database as the port that use cases need, with the serving role. Clones share one pool.
    pub fn database(&self) -> PgDatabase {
        self.database.clone()
    }

    /// Returns a connection with the serving role, outside the pool but with the pool's planner settings.
    ///
    /// # Panics
    /// Panics if the connection fails.
    pub fn server_connection(&self) -> PgConnection {
        connection_at(&self.url)
    }

    /// Returns a connection with the owner role, which can write data that the serving role may not write.
    ///
    /// # Panics
    /// Panics if the connection fails.
    pub fn connection(&self) -> PgConnection {
        connection_at(&self.owner_url)
    }

    /// Executes SQL statements with the owner role.
    ///
    /// # Panics
    /// Panics when a statement fails.
    pub fn execute(&self, sql: &str) {
        self.as_owner(|connection| connection.batch_execute(sql));
    }

    /// Runs `work` on a connection with the owner role. The connection is reset afterwards, so that no settings
    /// or prepared statements remain.
    fn as_owner<T>(&self, work: impl FnOnce(&mut PgConnection) -> QueryResult<T>) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let idle_database = idle().pop();
        // An idle connection may be dead, because some tests end connections.
        let alive = idle_database.and_then(|mut idle_database| {
            idle_database.batch_execute("SELECT").is_ok().then_some(idle_database)
        });
        let mut connection = alive.unwrap_or_else(|| self.connection());
        let done = unwrap_or_panic(work(&mut connection).map_err(Into::into));
        let is_new_again =
            connection.batch_execute("DISCARD ALL").and_then(|()| connection.batch_execute(PLANNING));
        if is_new_again.is_ok() {
            idle().push(connection);
        }
        done
    }

    /// Returns the number of statements that this process's open connections to the database have sent,
    /// including BEGIN and COMMIT.
    pub fn statements_sent(&self) -> u64 {
        statements_sent(&self.name)
    }

    /// Returns the only column of the first row of a query (or `RETURNING`), as a string. `None` if it is null
    /// or there is no row.
    ///
    /// # Panics
    /// Panics when the query fails.
    pub fn value(&self, sql: &str) -> Option<String> {
        self.values(sql).into_iter().next().flatten()
    }

    /// Runs a query with the owner role. Returns the only column of each row (or of `RETURNING`), as a string.
    ///
    /// # Panics
    /// Panics when the query fails.
    pub fn values(&self, sql: &str) -> Vec<Option<String>> {
        row_by_name! {
            struct Row {
                value: Option<String>,
            }
        }
        let sql = format!("WITH query (value) AS ({sql}) SELECT value::text FROM query");
        let rows: Vec<Row> = self.as_owner(|connection| sql_query(sql).load(connection));
        rows.into_iter().map(|row| row.value).collect()
    }
}

impl Default for TestDatabase {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let Ok(shared) = Shared::get() {
            shared.return_database(&self.name);
        }
    }
}

/// Connects to this `url`, with the pool's planner settings.
fn connection_at(url: &str) -> PgConnection {
    let mut connection: PgConnection = unwrap_or_panic(connect_unwatched(url).map_err(Into::into));
    unwrap_or_panic(connection.batch_execute(PLANNING).map_err(Into::into));
    connection
}

fn unique_name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    // The time is added, because another process may later have the same process id.
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    format!("test_{}_{}_{nanos}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Returns the value of `result`. Panics with the messages of the error and all its sources.
#[expect(clippy::panic, reason = "a test can't run without its database")]
fn unwrap_or_panic<T>(result: Result<T, BoxError>) -> T {
    result.unwrap_or_else(|error| {
        let mut message = error.to_string();
        let mut source = error.source();
        while let Some(error) = source {
            message = format!("{message}: {error}");
            source = error.source();
        }
        panic!("test database: {message}")
    })
}
