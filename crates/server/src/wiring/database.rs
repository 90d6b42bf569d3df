//! The database: the one given, or an embedded PostgreSQL (docs/PRODUCT.md#embedded-database), brought up to date.

use std::path::Path;

use adapters_postgres::PgDatabase;
use adapters_postgres::PoolSettings;
use adapters_postgres::SPEAKS_TLS;
use adapters_postgres::embedded::{self, Embedded};
use anyhow::Context;

use crate::config::{Config, Environment};

/// The database, and the server behind it when that is ours.
pub struct Ready {
    /// The pool.
    pub database: PgDatabase,
    /// Stops when dropped.
    pub embedded: Option<Embedded>,
}

/// Connects, starting a PostgreSQL if none is given, and applies the migrations that are missing.
///
/// # Errors
/// When there is no database, or a migration fails.
pub fn ready(config: &Config) -> anyhow::Result<Ready> {
    let (url, embedded) = match &config.database_url {
        Some(url) => (url.clone(), None),
        None => {
            anyhow::ensure!(config.environment == Environment::Development, "production needs DATABASE_URL");
            let embedded = start_embedded(config).context("starting the embedded PostgreSQL")?;
            (embedded.url().to_owned(), Some(embedded))
        }
    };
    if config.environment == Environment::Production && !SPEAKS_TLS {
        tracing::warn!("this build speaks no TLS to the database, which must be on this machine");
    }
    let database = PgDatabase::open(&url, PoolSettings::default())?;
    let applied = database.migrate().context("bringing the database up to date")?;
    if !applied.is_empty() {
        tracing::info!(count = applied.len(), "migrations applied");
    }
    Ok(Ready { database, embedded })
}

fn start_embedded(config: &Config) -> anyhow::Result<Embedded> {
    tracing::info!(folder = %config.data_dir.display(), "starting the embedded PostgreSQL");
    Ok(embedded::start(&config.data_dir, Path::new("frontend/node_modules"))?)
}
