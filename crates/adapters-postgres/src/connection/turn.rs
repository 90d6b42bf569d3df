//! Changing the schema while others are at work: one server at a time, and live traffic goes first
//! (migrations/README.md#under-live-traffic).

use std::error::Error;
use std::thread::sleep;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::{ConnectionError, PgConnection, QueryableByName, RunQueryDsl, sql_query, sql_types};
use ports::shared::store_error::BoxError;

use crate::connection::conninfo::{OpenError, Purpose, complete};
use crate::connection::watch::connect_unwatched;

/// Who migrates holds it for as long as it takes; servers that start meanwhile wait for it.
pub(crate) const TURN: i64 = 0x6c61_6e65_7769_7a65;
/// How long a migration waits for a lock. Requests that need the table meanwhile wait behind it.
pub(crate) const SHORT_WAIT: Duration = Duration::from_millis(200);
/// Between the first two tries, then twice as long each time.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How long one migration is tried again, and how long a server waits for another's.
const PATIENCE: Duration = Duration::from_secs(1800);
/// How often it is asked whether another server is done.
const ASK_EVERY: Duration = Duration::from_millis(100);

/// Why the schema could not be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The address cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// No connection.
    #[error("no connection to the database for the migrations")]
    Connect(#[source] ConnectionError),
    /// Nor for who serves, whose rights come with the migrations.
    #[error("no connection to the database for the role that serves")]
    Serving(#[source] ConnectionError),
    /// A statement around the migrations failed.
    #[error("the database could not be asked about its migrations")]
    Ask(#[source] diesel::result::Error),
    /// Another server is at it, and does not end.
    #[error("another server has been migrating for half an hour")]
    Turn,
    /// One of them failed; it left nothing behind but perhaps an index that the next try drops.
    #[error("a migration failed")]
    Migration(#[source] BoxError),
}

/// A connection that may change the schema: no other server does meanwhile. It waits for a lock for a moment only. The turn is given back
/// when it ends, however it does.
pub(crate) fn open_for_schema(url: &str) -> Result<PgConnection, MigrateError> {
    let mut connection =
        connect_unwatched(&complete(url, Purpose::Writing)?).map_err(MigrateError::Connect)?;
    connection
        .batch_execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
        .map_err(MigrateError::Ask)?;
    wait_at_most(&mut connection, SHORT_WAIT)?;
    take_turn(&mut connection, TURN)?;
    Ok(connection)
}

#[derive(QueryableByName)]
struct Answer {
    #[diesel(sql_type = sql_types::Bool)]
    yes: bool,
}

/// Asks again and again instead of waiting in a statement: an index that another server builds concurrently would wait for that
/// statement, and it for the index.
pub(crate) fn take_turn(connection: &mut PgConnection, key: i64) -> Result<(), MigrateError> {
    let begun = Instant::now();
    let mut is_told = false;
    loop {
        let taken: Answer = sql_query("SELECT pg_try_advisory_lock($1) AS yes")
            .bind::<sql_types::BigInt, _>(key)
            .get_result(connection)
            .map_err(MigrateError::Ask)?;
        if taken.yes {
            return Ok(());
        }
        if begun.elapsed() > PATIENCE {
            return Err(MigrateError::Turn);
        }
        if !is_told {
            tracing::info!("another server is migrating; waiting for it");
            is_told = true;
        }
        sleep(ASK_EVERY);
    }
}

pub(crate) fn wait_at_most(connection: &mut PgConnection, wait: Duration) -> Result<(), MigrateError> {
    connection.batch_execute(&format!("SET lock_timeout = {}", wait.as_millis())).map_err(MigrateError::Ask)
}

/// Tries until it has its locks: live traffic goes first.
pub(crate) fn patiently<T>(
    what: &str,
    mut work: impl FnMut() -> Result<T, BoxError>,
) -> Result<T, MigrateError> {
    let begun = Instant::now();
    let mut pause = FIRST_PAUSE;
    loop {
        match work() {
            Err(error) if gave_way(&*error) && begun.elapsed() < PATIENCE => {
                tracing::info!(what, "a migration gave way to others and is tried again");
                sleep(pause);
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
            outcome => return outcome.map_err(MigrateError::Migration),
        }
    }
}

/// Whether it failed for others' locks alone. The driver library does not hand out the codes.
fn gave_way(error: &(dyn Error + Send + Sync)) -> bool {
    let said = error.to_string();
    said.contains("canceling statement due to lock timeout") || said.contains("deadlock detected")
}
