//! Locks for migrating while servers run. Only one migration runs at a time, and requests have priority over it
//! (migrations/README.md#under-live-traffic).
//!
//! SQL: the query builder has no advisory locks.

use std::error::Error;
use std::thread::sleep;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::{ConnectionError, PgConnection, RunQueryDsl, sql_query, sql_types};
use ports::shared::store_error::BoxError;

use crate::connection::conninfo::{OpenError, Purpose, with_defaults};
use crate::connection::watch::connect_unwatched;
use crate::shared::rows::OneColumn;

/// The advisory lock of a process that migrates or drops old months. Other such processes wait for it.
pub(crate) const MIGRATION_LOCK: i64 = 0x6c61_6e65_7769_7a65;
/// Lock timeout of a migration's statement in a transaction. Requests for the same table wait behind the
/// statement for at most this time.
pub(crate) const SHORT_WAIT: Duration = Duration::from_millis(200);
/// Delay before work that didn't get its locks is tried again. Each later delay is twice as long, up to [`MAX_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSE: Duration = Duration::from_secs(5);
/// Maximum time for retrying one migration or one change of partitions, and for waiting for another server's migration.
const MAX_WAIT: Duration = Duration::from_secs(1800);
/// Interval between checks whether another server has finished.
const ASK_EVERY: Duration = Duration::from_millis(100);

/// Why the schema could not be migrated.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The connection string can't be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The connection for the migration failed.
    #[error("could not connect to the database to migrate it")]
    Connect(#[source] ConnectionError),
    /// Connecting as the serving role failed. The migration connects as this role to read the role's name,
    /// which it needs for granting privileges.
    #[error("could not connect to the database as the serving role")]
    Serving(#[source] ConnectionError),
    /// A query that is not a migration failed.
    #[error("could not read which migrations the database has")]
    Query(#[source] diesel::result::Error),
    /// Another server is migrating and doesn't finish in [`MAX_WAIT`].
    #[error("another server has been migrating for half an hour")]
    LockTimeout,
    /// A migration failed. The migration may have left an unfinished index, which the next attempt drops.
    #[error("a migration failed")]
    Migration(#[source] BoxError),
}

/// Connects and takes the migration lock, so that no other server changes the schema. On this connection,
/// statements wait only briefly for other locks. The migration lock is released when the connection ends.
pub(crate) fn open_for_schema(url: &str) -> Result<PgConnection, MigrateError> {
    let mut connection =
        connect_unwatched(&with_defaults(url, Purpose::Writing)?).map_err(MigrateError::Connect)?;
    connection
        .batch_execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
        .map_err(MigrateError::Query)?;
    set_lock_timeout(&mut connection, SHORT_WAIT)?;
    take_lock(&mut connection, MIGRATION_LOCK)?;
    Ok(connection)
}

/// Takes the advisory lock `key` by polling, for at most [`MAX_WAIT`]. Waiting in a statement would deadlock with
/// another server's concurrent index build, which waits for all running statements.
pub(crate) fn take_lock(connection: &mut PgConnection, key: i64) -> Result<(), MigrateError> {
    let started_at = Instant::now();
    let mut is_logged = false;
    loop {
        let OneColumn(is_taken) = sql_query("SELECT pg_try_advisory_lock($1) AS yes")
            .bind::<sql_types::BigInt, _>(key)
            .get_result(connection)
            .map_err(MigrateError::Query)?;
        if is_taken {
            return Ok(());
        }
        if started_at.elapsed() > MAX_WAIT {
            return Err(MigrateError::LockTimeout);
        }
        if !is_logged {
            tracing::info!("another server is migrating; waiting for it");
            is_logged = true;
        }
        sleep(ASK_EVERY);
    }
}

/// Limits how long each later statement on this connection waits for a lock.
pub(crate) fn set_lock_timeout(connection: &mut PgConnection, wait: Duration) -> Result<(), MigrateError> {
    connection.batch_execute(&format!("SET lock_timeout = {}", wait.as_millis())).map_err(MigrateError::Query)
}

/// Runs `work`, and repeats it while it doesn't get its locks, for at most [`MAX_WAIT`]. Requests run during
/// the pauses. `what` names the work in the log.
pub(crate) fn retry_on_lock_conflict<T>(
    what: &str,
    mut work: impl FnMut() -> Result<T, BoxError>,
) -> Result<T, MigrateError> {
    let started_at = Instant::now();
    let mut pause = FIRST_PAUSE;
    loop {
        match work() {
            Err(error) if is_lock_conflict(&*error) && started_at.elapsed() < MAX_WAIT => {
                tracing::info!(what, "a migration did not get its locks in time; will retry");
                sleep(pause);
                pause = (pause * 2).min(MAX_PAUSE);
            }
            outcome => return outcome.map_err(MigrateError::Migration),
        }
    }
}

/// Whether an error is a lock timeout or a deadlock. The message is compared, because diesel doesn't
/// expose PostgreSQL's error codes.
fn is_lock_conflict(error: &(dyn Error + Send + Sync)) -> bool {
    let message = error.to_string();
    message.contains("canceling statement due to lock timeout") || message.contains("deadlock detected")
}
