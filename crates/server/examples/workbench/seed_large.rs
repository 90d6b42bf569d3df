//! Fills a large database for measuring and viewing the back office: a million users, five million tickets, and
//! half a million rows per queue. See `make seed-large`.
#![expect(clippy::print_stdout, reason = "the example prints its progress")]

use std::sync::Arc;
use std::time::Instant;

use adapters_postgres::testing::large::{Size, fill};
use anyhow::Context;
use diesel::{Connection, PgConnection};
use ports::shared::secrets::HashPriority;
use server::config::Config;
use server::demo;
use server::keys;
use server::wiring::database;
use server::wiring::provider;
use server::wiring::state;

/// Fills the database, and prints the progress and the administrator's login.
pub fn main() -> anyhow::Result<()> {
    let mut config = Config::read(&|name| std::env::var(name).ok()).map_err(|wrong| {
        anyhow::anyhow!("the settings are incomplete or invalid:\n  {}", wrong.join("\n  "))
    })?;
    config.data_dir = std::env::var("LARGE_DATA_DIR").unwrap_or_else(|_| ".data-large".to_owned()).into();
    std::fs::create_dir_all(&config.data_dir)?;
    let started_at = Instant::now();
    let ready = database::open_database(&config)?;
    let owner = ready
        .owner_url
        .as_deref()
        .context("set MIGRATION_DATABASE_URL: only the owner of the tables can fill them this fast")?;
    let provided = provider::connect_provider(&config)?;
    let vault = keys::open_vault(&config, &ready.database)?;
    let state = state::build_state(&config, &ready.database, &provided, Arc::new(vault))?;
    demo::create_demo_administrator(&state.deps)?;
    let hash = state.deps.passwords.hash(demo::PASSWORD, HashPriority::Known)?;
    let mut connection = PgConnection::establish(owner)?;
    fill(&mut connection, &hash, Size::LARGE, &mut |text| {
        println!("{:4} s  {text}", started_at.elapsed().as_secs());
    })?;
    println!(
        "{:4} s  done: log in as {}, password {}",
        started_at.elapsed().as_secs(),
        demo::ADMIN,
        demo::PASSWORD
    );
    Ok(())
}
