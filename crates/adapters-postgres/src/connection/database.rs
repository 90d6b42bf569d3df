//! The pool, and units of work over it.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::connection::{SimpleConnection, TransactionManager};
use diesel::r2d2::{CustomizeConnection, Error as ManagerError, Pool, PooledConnection};
use diesel::sql_types::Bool;
use diesel::{Connection, ConnectionError, PgConnection, QueryableByName, RunQueryDsl, sql_query};
use domain::security::environment::Replica;
use ports::shared::store_error::{StoreError, StoreResult};
use ports::store::{Database, Store, Verdict};

use crate::connection::conninfo::{OpenError, Purpose, complete};
use crate::connection::feed::PgFeed;
use crate::connection::manager::Manager;
use crate::connection::migrations::check_schema;
use crate::connection::replica::ReadReplica;
use crate::connection::watch::GRACE;
use crate::error::store_error;
use crate::store::PgStore;

type Transactions = <PgConnection as Connection>::TransactionManager;

/// How many connections there are, and how long anything may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolSettings {
    /// At most so many connections.
    pub max_connections: u32,
    /// At least so many are kept open.
    pub min_idle: u32,
    /// How long a request waits for one.
    pub wait: Duration,
    /// How long one statement may take. If the server itself doesn't end it a second later, its connection is ended.
    pub statement_timeout: Duration,
    /// How long a statement waits for a lock that another transaction holds.
    pub lock_timeout: Duration,
}

impl Default for PoolSettings {
    fn default() -> Self {
        Self {
            max_connections: 16,
            min_idle: 2,
            wait: Duration::from_secs(1),
            statement_timeout: Duration::from_secs(5),
            lock_timeout: Duration::from_secs(3),
        }
    }
}

impl PoolSettings {
    /// For a program that soon ends: nothing is connected ahead. A connection that a thread of the pool still makes while the process
    /// ends crashes it: OpenSSL has cleaned up by then.
    pub fn of_command() -> Self {
        Self { min_idle: 0, ..Self::default() }
    }
}

/// How a pool stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolState {
    /// Connections at work.
    pub in_use: u32,
    /// Connections that wait for some.
    pub idle: u32,
    /// The most that there may be.
    pub most: u32,
}

/// A PostgreSQL database behind a pool of connections.
#[derive(Clone)]
pub struct PgDatabase {
    pool: Pool<Manager>,
    url: String,
    replica: Option<Arc<ReadReplica>>,
}

impl std::fmt::Debug for PgDatabase {
    /// Without the address: it may hold a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PgDatabase").field("pool", &self.pool.state()).finish_non_exhaustive()
    }
}

impl PgDatabase {
    /// A pool for this address. It connects in the background: [`Database::check`] says whether the database is there.
    ///
    /// # Errors
    /// When the address asks for what this build lacks.
    pub fn open(url: &str, settings: PoolSettings) -> Result<Self, OpenError> {
        let pool = pool(url, settings, Purpose::Writing)?;
        Ok(Self { pool, url: url.to_owned(), replica: None })
    }

    /// The same, with a replica at this address that is read while what it shows is no older than `lag`.
    ///
    /// # Errors
    /// When the address asks for what this build lacks.
    pub fn with_replica(self, url: &str, settings: PoolSettings, lag: Duration) -> Result<Self, OpenError> {
        // A line of its own: a busy pool must not keep anybody from knowing how far the primary is.
        let noting = PoolSettings { max_connections: 1, ..settings };
        let primary = pool(&self.url, noting, Purpose::Writing)?;
        let replica = ReadReplica::follow(pool(url, settings, Purpose::Reading)?, primary, lag);
        Ok(Self { replica: Some(replica), ..self })
    }

    /// Waits for a first connection: of several hosts one that does not answer is given up only after seconds, longer than a request waits.
    ///
    /// # Errors
    /// When none is made in time.
    pub fn reach(&self, within: Duration) -> StoreResult<()> {
        self.pool.get_timeout(within).map(drop).map_err(|error| StoreError::Unavailable(Box::new(error)))
    }

    /// A line of its own on which this database's announcements are heard.
    ///
    /// # Errors
    /// When the address asks for what this build lacks.
    pub fn feed(&self) -> Result<PgFeed, OpenError> {
        Ok(PgFeed::new(&self.url)?.telling(self.replica.clone()))
    }

    pub(crate) fn connection(&self) -> StoreResult<PooledConnection<Manager>> {
        let begun = Instant::now();
        let connection = self.pool.get();
        metrics::histogram!("database_wait_seconds").record(begun.elapsed());
        connection.map_err(|error| {
            metrics::counter!("database_connections_refused_total").increment(1);
            StoreError::Unavailable(Box::new(error))
        })
    }

    /// How the pool stands now.
    pub fn pool(&self) -> PoolState {
        let now = self.pool.state();
        PoolState {
            in_use: now.connections.saturating_sub(now.idle_connections),
            idle: now.idle_connections,
            most: self.pool.max_size(),
        }
    }
}

impl Database for PgDatabase {
    fn connect(&self, work: &mut dyn FnMut(&mut dyn Store)) -> StoreResult<()> {
        let mut connection = self.connection()?;
        work(&mut PgStore::new(&mut connection));
        Ok(())
    }

    fn transact(&self, work: &mut dyn FnMut(&mut dyn Store) -> Verdict) -> StoreResult<()> {
        let mut connection = self.connection()?;
        Transactions::begin_transaction(&mut *connection).map_err(store_error)?;
        let mut store = PgStore::new(&mut connection);
        let outcome = catch_unwind(AssertUnwindSafe(|| work(&mut store)));
        let is_aborted = store.is_aborted();
        match outcome {
            Ok(Verdict::Commit) if is_aborted => {
                roll_back(&mut connection);
                // PostgreSQL would answer this COMMIT with a silent rollback.
                Err(StoreError::Failed("a statement failed, so its transaction cannot be committed".into()))
            }
            Ok(Verdict::Commit) => Transactions::commit_transaction(&mut *connection).map_err(store_error),
            Ok(Verdict::Rollback) => {
                roll_back(&mut connection);
                Ok(())
            }
            Err(panic) => {
                roll_back(&mut connection);
                resume_unwind(panic)
            }
        }
    }

    fn replica(&self) -> Replica {
        self.replica.as_deref().map_or(Replica::None, ReadReplica::state)
    }

    fn connect_to_replica(&self, work: &mut dyn FnMut(&mut dyn Store)) -> bool {
        let Some(mut connection) = self.replica.as_deref().and_then(ReadReplica::caught_up) else {
            metrics::counter!("replica_reads_total", "outcome" => "primary").increment(1);
            return false;
        };
        let mut store = PgStore::new(&mut connection);
        work(&mut store);
        // A standby cancels what reads rows that the primary has removed: the primary is asked then.
        let is_whole = !store.is_aborted();
        let outcome = if is_whole { "replica" } else { "failed" };
        metrics::counter!("replica_reads_total", "outcome" => outcome).increment(1);
        is_whole
    }

    fn check(&self) -> StoreResult<()> {
        check_schema(&mut *self.connection()?)
    }
}

fn pool(url: &str, settings: PoolSettings, purpose: Purpose) -> Result<Pool<Manager>, OpenError> {
    Ok(Pool::builder()
        .max_size(settings.max_connections.max(1))
        .min_idle(Some(settings.min_idle.min(settings.max_connections)))
        .connection_timeout(settings.wait)
        .idle_timeout(Some(Duration::from_secs(600)))
        .max_lifetime(Some(Duration::from_secs(1800)))
        .connection_customizer(Box::new(SessionSettings { settings, purpose }))
        .error_handler(Box::new(LogErrors))
        .build_unchecked(Manager::new(complete(url, purpose)?, settings.statement_timeout + GRACE)))
}

/// When even this fails, the connection is gone and its transaction with it.
fn roll_back(connection: &mut PgConnection) {
    if let Err(error) = Transactions::rollback_transaction(connection) {
        tracing::warn!(%error, "a rollback failed; the connection is given up");
    }
}

/// How statements are planned: short ones, on a disk where any page is as near as the next, each on one core.
pub(crate) const PLANNING: &str =
    "SET random_page_cost = 1.1; SET max_parallel_workers_per_gather = 0; SET jit = off";

/// What every connection is told when it is made.
#[derive(Debug)]
struct SessionSettings {
    settings: PoolSettings,
    purpose: Purpose,
}

impl CustomizeConnection<PgConnection, ManagerError> for SessionSettings {
    fn on_acquire(&self, connection: &mut PgConnection) -> Result<(), ManagerError> {
        let Self { settings, purpose } = self;
        connection
            .batch_execute(&format!(
                "SET statement_timeout = {}; SET lock_timeout = {}; SET idle_in_transaction_session_timeout = 60000; {PLANNING}",
                settings.statement_timeout.as_millis(),
                settings.lock_timeout.as_millis(),
            ))
            .map_err(ManagerError::QueryError)?;
        match purpose {
            Purpose::Writing => must_write(connection),
            Purpose::Reading => connection
                .batch_execute("SET default_transaction_read_only = on")
                .map_err(ManagerError::QueryError),
        }
    }
}

#[derive(QueryableByName)]
struct Asked {
    #[diesel(sql_type = Bool)]
    only_reads: bool,
}

/// A standby is not served by: all but reading would fail, and readiness would not tell. The address asks for one that writes, but a
/// pooler in between may still say of a node what it was before a failover.
fn must_write(connection: &mut PgConnection) -> Result<(), ManagerError> {
    let Asked { only_reads } =
        sql_query("SELECT current_setting('transaction_read_only')::bool AS only_reads")
            .get_result(connection)
            .map_err(ManagerError::QueryError)?;
    if only_reads {
        let says = "the database only reads: it is a standby, or was set so".to_owned();
        return Err(ManagerError::ConnectionError(ConnectionError::BadConnection(says)));
    }
    Ok(())
}

/// The pool tries again by itself; a request that got no connection in time says so on its own.
#[derive(Debug)]
struct LogErrors;

impl diesel::r2d2::HandleError<ManagerError> for LogErrors {
    fn handle_error(&self, error: ManagerError) {
        tracing::warn!(%error, "no connection to the database");
    }
}
