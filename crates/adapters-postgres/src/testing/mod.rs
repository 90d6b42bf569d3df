//! A database of its own for each test: a copy of a migrated template, or one that another test gave back and that was made as if new.
//!
//! All test processes of a run share one PostgreSQL, whose data lies in the target folder. The first to need it starts it;
//! it ends soon after the last one has ended, however that was. Nothing is left running, and what killed tests left in it goes at
//! its next start.

pub mod followed;
pub mod large;
mod shared;

use std::fmt::{self, Debug, Formatter};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use diesel::connection::SimpleConnection;
use diesel::sql_types::{Nullable, Text};
use diesel::{PgConnection, QueryResult, QueryableByName, RunQueryDsl, sql_query};
use ports::shared::store_error::BoxError;

use crate::PgDatabase;
use crate::PoolSettings;
use crate::connection::database::PLANNING;
use crate::connection::migrations::{migrate, migrate_to};
use crate::connection::watch::connect_unwatched;
use crate::embedded::{NAME, SERVER, SUPERUSER};
use shared::Shared;

/// A migrated, empty database. It goes when this is dropped.
pub struct TestDatabase {
    name: String,
    url: String,
    owner_url: String,
    database: PgDatabase,
    /// Of the role that owns it, for single statements: a new one takes longer than most of them.
    idle: Mutex<Vec<PgConnection>>,
}

impl Debug for TestDatabase {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestDatabase").field("url", &self.url).finish_non_exhaustive()
    }
}

impl TestDatabase {
    /// A new one. Tests that run at once don't see each other's.
    ///
    /// # Panics
    /// When no PostgreSQL can be started.
    pub fn new() -> Self {
        orderly(Self::create())
    }

    fn create() -> Result<Self, BoxError> {
        let shared = Shared::get()?;
        let name = unique_name();
        shared.lend(&name)?;
        let [url, owner_url] = [SERVER, NAME].map(|role| shared.url(&name, role));
        let settings = PoolSettings { max_connections: 8, min_idle: 0, ..PoolSettings::default() };
        let database = PgDatabase::open(&url, settings)?;
        Ok(Self { database, name, url, owner_url, idle: Mutex::default() })
    }

    /// One whose schema is that of an earlier release, by its last migration, such as `20261122000070`.
    ///
    /// # Panics
    /// When no PostgreSQL can be started, or a migration fails.
    pub fn as_of(last: &str) -> Self {
        let db = orderly(Self::create());
        db.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
        let _applied = orderly(migrate_to(db.owner_url(), last).map_err(Into::into));
        db
    }

    /// Its address, for the role that serves and owns nothing.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The same, for the role that owns it and is not a superuser.
    pub fn owner_url(&self) -> &str {
        &self.owner_url
    }

    /// The same, for the superuser.
    pub fn superuser_url(&self) -> String {
        orderly(Shared::get().map(|shared| shared.url(&self.name, SUPERUSER)))
    }

    /// The settings by which a server of its own finds it.
    pub fn settings(&self) -> [(&'static str, &str); 2] {
        [("DATABASE_URL", &self.url), ("MIGRATION_DATABASE_URL", &self.owner_url)]
    }

    /// Brings it up to date, with all months ahead.
    ///
    /// # Panics
    /// When a migration fails.
    pub fn migrate(&self) -> Vec<String> {
        orderly(migrate(&self.owner_url, &self.url).map_err(Into::into))
    }

    /// The database behind its port, for the role that serves; clones share one pool.
    pub fn database(&self) -> PgDatabase {
        self.database.clone()
    }

    /// A connection outside of the pool for the role that serves, which plans as the pool's do.
    ///
    /// # Panics
    /// When there is none.
    pub fn server_connection(&self) -> PgConnection {
        connection_at(&self.url)
    }

    /// The same for the role that owns it, and so may set a stage that the one that serves may not.
    ///
    /// # Panics
    /// When there is none.
    pub fn connection(&self) -> PgConnection {
        connection_at(&self.owner_url)
    }

    /// Executes SQL statements, as the role that owns it.
    ///
    /// # Panics
    /// When one of them fails.
    pub fn execute(&self, sql: &str) {
        self.as_owner(|connection| connection.batch_execute(sql));
    }

    /// Over a connection like a new one: what a statement before has set or prepared is forgotten.
    fn as_owner<T>(&self, work: impl FnOnce(&mut PgConnection) -> QueryResult<T>) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        // Tests cut connections.
        let alive = kept.and_then(|mut kept| kept.batch_execute("SELECT").is_ok().then_some(kept));
        let mut connection = alive.unwrap_or_else(|| self.connection());
        let done = orderly(work(&mut connection).map_err(Into::into));
        let is_new_again =
            connection.batch_execute("DISCARD ALL").and_then(|()| connection.batch_execute(PLANNING));
        if is_new_again.is_ok() {
            idle().push(connection);
        }
        done
    }

    /// The one column of the first row of a query (or `RETURNING`) as text; none when it is null or there is no row.
    ///
    /// # Panics
    /// When the query fails.
    pub fn value(&self, sql: &str) -> Option<String> {
        self.values(sql).into_iter().next().flatten()
    }

    /// The one column of every row of a query (or `RETURNING`) as text, for the role that owns it.
    ///
    /// # Panics
    /// When the query fails.
    pub fn values(&self, sql: &str) -> Vec<Option<String>> {
        #[derive(QueryableByName)]
        struct Row {
            #[diesel(sql_type = Nullable<Text>)]
            value: Option<String>,
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
            shared.take_back(&self.name);
        }
    }
}

fn connection_at(url: &str) -> PgConnection {
    let mut connection: PgConnection = orderly(connect_unwatched(url).map_err(Into::into));
    orderly(connection.batch_execute(PLANNING).map_err(Into::into));
    connection
}

fn unique_name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    // A process id alone may have been a killed one's.
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    format!("test_{}_{}_{nanos}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

#[expect(clippy::panic, reason = "a test without its database can only fail")]
fn orderly<T>(result: Result<T, BoxError>) -> T {
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
