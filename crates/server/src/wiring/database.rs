//! Opening and migrating the configured database or the embedded PostgreSQL
//! (docs/product/running.md#embedded-database).

use std::path::Path;
use std::time::Duration;

use adapters_postgres::PgDatabase;
use adapters_postgres::PoolSettings;
use adapters_postgres::SPEAKS_TLS;
use adapters_postgres::embedded::{self, Embedded};
use anyhow::Context;
use ports::store::Database;

use crate::config::replica::ReplicaConfig;
use crate::config::{Config, Environment};

/// Maximum wait for the first connection: enough for a URL with three hosts that each time out after five seconds.
pub const UNTIL_REACHED: Duration = Duration::from_secs(16);

/// An open, migrated database. For an embedded database, this value also owns the PostgreSQL process.
pub struct ReadyDatabase {
    /// The connection pool, for the serving role.
    pub database: PgDatabase,
    /// Connection URL of the role that owns the tables; `None` if it isn't configured.
    pub owner_url: Option<String>,
    /// The embedded PostgreSQL, which stops when this value is dropped; `None` for a configured database.
    pub embedded: Option<Embedded>,
}

/// Connects to the configured database or starts the embedded PostgreSQL. Applies missing migrations if the URL of the
/// tables' owner is known. In production, checks the privileges of the serving role (docs/DEPLOY.md#database-roles).
///
/// # Errors
/// Fails when the database is unavailable, a migration fails or is missing, or the serving role has too many
/// or too few privileges.
pub fn open_database(config: &Config) -> anyhow::Result<ReadyDatabase> {
    let ready = open_and_migrate(config, PoolSettings::default())?;
    let database = match &config.replica {
        Some(ReplicaConfig { url, lag }) => {
            ready.database.with_replica(url, PoolSettings::default(), *lag)?
        }
        None => ready.database,
    };
    Ok(ReadyDatabase { database, ..ready })
}

/// Opens the database for a short-lived command, without the replica.
///
/// # Errors
/// Fails in the same cases as [`open_database`].
pub fn open_database_for_command(config: &Config) -> anyhow::Result<ReadyDatabase> {
    open_and_migrate(config, PoolSettings::of_command())
}

/// Connects to the configured or embedded database, and applies missing migrations if the owner's URL is known.
fn open_and_migrate(config: &Config, settings: PoolSettings) -> anyhow::Result<ReadyDatabase> {
    let is_production = config.environment == Environment::Production;
    let (url, embedded) = match &config.database_url {
        Some(url) => (url.clone(), None),
        None => {
            anyhow::ensure!(!is_production, "production needs DATABASE_URL");
            let embedded = start_embedded(config).context("starting the embedded PostgreSQL")?;
            (embedded.url().to_owned(), Some(embedded))
        }
    };
    let owner_url =
        embedded.as_ref().map(|embedded| embedded.owner_url().to_owned()).or_else(|| owner_url(config));
    if !SPEAKS_TLS && embedded.is_none() {
        tracing::warn!(
            "this build doesn't support TLS to the database, so the database must be on this machine"
        );
    }
    let database = PgDatabase::open(&url, settings)?;
    if let Some(owner) = &owner_url {
        let applied = adapters_postgres::migrate(owner, &url).context("migrating the database")?;
        if !applied.is_empty() {
            tracing::info!(count = applied.len(), "applied migrations");
        }
    } else {
        database
            .wait_for_connection(UNTIL_REACHED)
            .and_then(|()| database.check())
            .context("the database can't be reached, or needs `server migrate`")?;
    }
    if is_production {
        database.check_role()?;
    }
    Ok(ReadyDatabase { database, owner_url, embedded })
}

/// Returns the connection URL of the role that owns the tables; `None` if unknown. In development, the serving role
/// owns the tables, unless the settings name another role.
pub fn owner_url(config: &Config) -> Option<String> {
    let owner_url = config.migration_database_url.as_ref();
    let is_both = config.environment == Environment::Development;
    owner_url.or(config.database_url.as_ref().filter(|_| is_both)).cloned()
}

/// Runs `server migrate`: applies missing migrations.
///
/// # Errors
/// Fails in the same cases as [`open_database`], and in production when `MIGRATION_DATABASE_URL` is missing.
pub fn migrate(config: &Config) -> anyhow::Result<()> {
    anyhow::ensure!(
        config.environment == Environment::Development || config.migration_database_url.is_some(),
        "set MIGRATION_DATABASE_URL: the role of DATABASE_URL may not change the schema (docs/DEPLOY.md#database-roles)"
    );
    open_database_for_command(config).map(drop)
}

/// Starts the embedded PostgreSQL with its data in the data directory.
fn start_embedded(config: &Config) -> anyhow::Result<Embedded> {
    tracing::info!(folder = %config.data_dir.display(), "starting the embedded PostgreSQL");
    Ok(embedded::start(&config.data_dir, Path::new("frontend/node_modules"))?)
}
