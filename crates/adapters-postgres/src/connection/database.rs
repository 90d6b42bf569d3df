//! The connection pool, and running units of work on its connections.
//!
//! SQL: raw, because the only query reads a setting of the connection.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::connection::{SimpleConnection, TransactionManager};
use diesel::r2d2::{CustomizeConnection, Error as ManagerError, Pool, PooledConnection};
use diesel::{Connection, ConnectionError, PgConnection, RunQueryDsl, sql_query};
use domain::security::environment::ReplicaState;
use ports::shared::store_error::{StoreError, StoreResult};
use ports::store::{Database, Store, TransactionEnd};

use crate::connection::conninfo::{OpenError, Purpose, with_defaults};
use crate::connection::feed::PgAnnouncementFeed;
use crate::connection::manager::Manager;
use crate::connection::migrations::check_schema;
use crate::connection::replica::ReadReplica;
use crate::connection::watch::GRACE;
use crate::error::store_error;
use crate::shared::rows::OneColumn;
use crate::store::PgStore;

type Transactions = <PgConnection as Connection>::TransactionManager;

/// Size and timeouts of a connection pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolSettings {
    /// Maximum number of connections.
    pub max_connections: u32,
    /// Minimum number of idle connections to keep open.
    pub min_idle: u32,
    /// How long a caller waits for a free connection.
    pub wait: Duration,
    /// Maximum duration of one statement. If the server doesn't cancel the statement within one more second,
    /// the connection is closed.
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
    /// Returns settings for a short-lived command. The pool keeps no idle connections, because a pool
    /// thread that is still connecting when the process exits would crash: by then, OpenSSL has already cleaned up.
    pub fn of_command() -> Self {
        Self { min_idle: 0, ..Self::default() }
    }
}

/// The current number of connections in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolState {
    /// Number of connections that are in use.
    pub in_use: u32,
    /// Number of open connections that are not in use.
    pub idle: u32,
    /// Maximum number of connections.
    pub most: u32,
}

/// A PostgreSQL database with a connection pool.
#[derive(Clone)]
pub struct PgDatabase {
    pool: Pool<Manager>,
    url: String,
    replica: Option<Arc<ReadReplica>>,
}

impl std::fmt::Debug for PgDatabase {
    /// Formats the database without its URL, which may contain a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PgDatabase").field("pool", &self.pool.state()).finish_non_exhaustive()
    }
}

impl PgDatabase {
    /// Creates a pool for this URL. The pool connects in the background; [`Database::check`]
    /// reports whether the database is reachable.
    ///
    /// # Errors
    /// Fails when the URL requires TLS and this build doesn't support TLS.
    pub fn open(url: &str, settings: PoolSettings) -> Result<Self, OpenError> {
        let pool = create_pool(url, settings, Purpose::Writing)?;
        Ok(Self { pool, url: url.to_owned(), replica: None })
    }

    /// Adds a read replica, which is used while its data is at most `lag` old.
    ///
    /// # Errors
    /// Fails when the URL requires TLS and this build doesn't support TLS.
    pub fn with_replica(self, url: &str, settings: PoolSettings, lag: Duration) -> Result<Self, OpenError> {
        // A separate connection reads the primary's WAL position, so that a busy pool
        // can't delay the reading.
        let noting = PoolSettings { max_connections: 1, ..settings };
        let primary = create_pool(&self.url, noting, Purpose::Writing)?;
        let replica = ReadReplica::start(create_pool(url, settings, Purpose::Reading)?, primary, lag);
        Ok(Self { replica: Some(replica), ..self })
    }

    /// Waits for the first connection, at most `within`. If one of several hosts doesn't respond, trying the
    /// next one takes seconds, which is longer than a request may wait.
    ///
    /// # Errors
    /// Fails if there is no connection in time.
    pub fn wait_for_connection(&self, within: Duration) -> StoreResult<()> {
        self.pool.get_timeout(within).map(drop).map_err(|error| StoreError::Unavailable(Box::new(error)))
    }

    /// Creates the feed of this database's notifications, which uses a separate LISTEN connection.
    ///
    /// # Errors
    /// Fails when the URL requires TLS and this build doesn't support TLS.
    pub fn feed(&self) -> Result<PgAnnouncementFeed, OpenError> {
        Ok(PgAnnouncementFeed::new(&self.url)?.notifying_replica(self.replica.clone()))
    }

    /// Takes a connection from the pool, and records how long that took.
    pub(crate) fn connection(&self) -> StoreResult<PooledConnection<Manager>> {
        let started_at = Instant::now();
        let connection = self.pool.get();
        metrics::histogram!("database_wait_seconds").record(started_at.elapsed());
        connection.map_err(|error| {
            metrics::counter!("database_connections_refused_total").increment(1);
            StoreError::Unavailable(Box::new(error))
        })
    }

    /// Returns how many of the pool's connections are in use, idle, and allowed.
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

    fn transact(&self, work: &mut dyn FnMut(&mut dyn Store) -> TransactionEnd) -> StoreResult<()> {
        let mut connection = self.connection()?;
        Transactions::begin_transaction(&mut *connection).map_err(store_error)?;
        let mut store = PgStore::new(&mut connection);
        let outcome = catch_unwind(AssertUnwindSafe(|| work(&mut store)));
        let is_aborted = store.is_aborted();
        match outcome {
            Ok(TransactionEnd::Commit) if is_aborted => {
                roll_back(&mut connection);
                // After a failed statement, PostgreSQL would silently turn COMMIT into a rollback.
                Err(StoreError::Failed("a statement failed, so its transaction cannot be committed".into()))
            }
            Ok(TransactionEnd::Commit) => {
                Transactions::commit_transaction(&mut *connection).map_err(store_error)
            }
            Ok(TransactionEnd::Rollback) => {
                roll_back(&mut connection);
                Ok(())
            }
            Err(panic) => {
                roll_back(&mut connection);
                resume_unwind(panic)
            }
        }
    }

    fn replica(&self) -> ReplicaState {
        self.replica.as_deref().map_or(ReplicaState::None, ReadReplica::state)
    }

    fn connect_to_replica(&self, work: &mut dyn FnMut(&mut dyn Store)) -> bool {
        let Some(mut connection) = self.replica.as_deref().and_then(ReadReplica::connection_when_current)
        else {
            metrics::counter!("replica_reads_total", "outcome" => "primary").increment(1);
            return false;
        };
        let mut store = PgStore::new(&mut connection);
        work(&mut store);
        // A standby cancels queries that need rows that the primary has deleted. The read is then repeated on
        // the primary.
        let is_whole = !store.is_aborted();
        let outcome = if is_whole { "replica" } else { "failed" };
        metrics::counter!("replica_reads_total", "outcome" => outcome).increment(1);
        is_whole
    }

    fn check(&self) -> StoreResult<()> {
        check_schema(&mut *self.connection()?)
    }
}

/// Creates a pool, without waiting for a connection. `purpose` decides whether the pool connects to a
/// primary or a standby.
fn create_pool(url: &str, settings: PoolSettings, purpose: Purpose) -> Result<Pool<Manager>, OpenError> {
    Ok(Pool::builder()
        .max_size(settings.max_connections.max(1))
        .min_idle(Some(settings.min_idle.min(settings.max_connections)))
        .connection_timeout(settings.wait)
        .idle_timeout(Some(Duration::from_secs(600)))
        .max_lifetime(Some(Duration::from_secs(1800)))
        .connection_customizer(Box::new(SessionSettings { settings, purpose }))
        .error_handler(Box::new(LogErrors))
        .build_unchecked(Manager::new(with_defaults(url, purpose)?, settings.statement_timeout + GRACE)))
}

/// Rolls a transaction back. If that fails, the connection is closed, which also ends its transaction.
fn roll_back(connection: &mut PgConnection) {
    if let Err(error) = Transactions::rollback_transaction(connection) {
        tracing::warn!(%error, "a rollback failed; the connection is closed");
    }
}

/// Settings of the query planner for short queries on an SSD, where random reads are cheap. Each query
/// uses only one core.
pub(crate) const PLANNING: &str =
    "SET random_page_cost = 1.1; SET max_parallel_workers_per_gather = 0; SET jit = off";

/// Applies the session settings to each new connection. If the connection is for writing, refuses a read-only server.
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
            Purpose::Writing => refuse_read_only(connection),
            Purpose::Reading => connection
                .batch_execute("SET default_transaction_read_only = on")
                .map_err(ManagerError::QueryError),
        }
    }
}

/// Fails if the server of this connection is read-only, such as a standby. Otherwise all writes would fail, and the
/// readiness check wouldn't notice. The connection string already requires a writable server, but a pooler may report
/// the role that a node had before a failover.
fn refuse_read_only(connection: &mut PgConnection) -> Result<(), ManagerError> {
    let OneColumn(only_reads) =
        sql_query("SELECT current_setting('transaction_read_only')::bool AS only_reads")
            .get_result(connection)
            .map_err(ManagerError::QueryError)?;
    if only_reads {
        let says = "the database is read-only: it is a standby, or configured as read-only".to_owned();
        return Err(ManagerError::ConnectionError(ConnectionError::BadConnection(says)));
    }
    Ok(())
}

/// Logs errors of the connection pool. The pool itself retries, and a request that gets no connection in time
/// reports its own error.
#[derive(Debug)]
struct LogErrors;

impl diesel::r2d2::HandleError<ManagerError> for LogErrors {
    fn handle_error(&self, error: ManagerError) {
        tracing::warn!(%error, "could not connect to the database");
    }
}
