//! Demo data (decision 26): made once, in an empty embedded database, never in production.

use adapters_postgres::PgDatabase;
use anyhow::Context;
use application::{Deps, bootstrap};
use domain::email::Email;
use domain::password::Password;

/// Both demo accounts' password.
pub const PASSWORD: &str = "demo-Passw0rd-lanewise";
/// The demo administrator, user 1.
pub const ADMIN: &str = "admin@lanewise.test";

/// Makes the demo accounts, unless there are users already.
///
/// # Errors
/// When the database refuses.
pub fn load(deps: &Deps, database: &PgDatabase, test_drivers: u32) -> anyhow::Result<()> {
    let (email, password) = (Email::parse(ADMIN)?, Password::parse(PASSWORD, &[])?);
    if bootstrap::create_first_admin(deps, "Lanewise Admin", &email, &password)?.is_none() {
        return Ok(());
    }
    let hash = deps.passwords.hash(PASSWORD);
    database.load_demo(&hash, test_drivers).context("loading the demo data")?;
    tracing::info!("demo data made: log in as driver@lanewise.test or {ADMIN}, password {PASSWORD}");
    Ok(())
}
