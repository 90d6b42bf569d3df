//! The migrations, built in.

use diesel::migration::MigrationSource;
use diesel::pg::Pg;
use diesel::{Connection, ConnectionError, PgConnection, QueryableByName, RunQueryDsl, sql_query, sql_types};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use ports::shared::store_error::{BoxError, StoreError, StoreResult};

use crate::connection::conninfo::{OpenError, complete};
use crate::error::store_error;

/// Every folder of `migrations/`.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// Servers that start at once wait for each other here.
const ADVISORY_LOCK: i64 = 0x6c61_6e65_7769_7365;

/// Why the schema could not be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The address cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// No connection.
    #[error("no connection to the database for the migrations")]
    Connect(#[source] ConnectionError),
    /// The lock could not be had.
    #[error("could not wait for other migrations to end")]
    Lock(#[source] diesel::result::Error),
    /// One of them failed; it left nothing behind.
    #[error("a migration failed")]
    Migration(#[source] BoxError),
}

/// Applies the migrations that the database lacks, over a connection of its own, and answers their versions.
///
/// # Errors
/// When there is no connection, or a migration fails.
pub fn migrate(url: &str) -> Result<Vec<String>, MigrateError> {
    let mut connection = PgConnection::establish(&complete(url)?).map_err(MigrateError::Connect)?;
    // Freed when the connection ends, however it does.
    sql_query("SELECT pg_advisory_lock($1)")
        .bind::<sql_types::BigInt, _>(ADVISORY_LOCK)
        .execute(&mut connection)
        .map_err(MigrateError::Lock)?;
    let applied = connection.run_pending_migrations(MIGRATIONS).map_err(MigrateError::Migration)?;
    Ok(applied.iter().map(ToString::to_string).collect())
}

#[derive(QueryableByName)]
struct Applied {
    #[diesel(sql_type = sql_types::Text)]
    version: String,
}

/// Whether no migration is missing. More than this build knows are fine: a newer one may be on its way in.
pub(crate) fn check_schema(connection: &mut PgConnection) -> StoreResult<()> {
    let applied: Vec<Applied> =
        sql_query("SELECT version FROM __diesel_schema_migrations").load(connection).map_err(store_error)?;
    let known = MigrationSource::<Pg>::migrations(&MIGRATIONS).map_err(StoreError::Failed)?;
    let missing: Vec<String> = known
        .iter()
        .map(|migration| migration.name())
        .filter(|name| applied.iter().all(|applied| applied.version != name.version().to_string()))
        .map(ToString::to_string)
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(StoreError::Unavailable(format!("migrations are missing: {}", missing.join(", ")).into()))
    }
}
