//! Functions that create lawyers, hires and cases in a test database.

use domain::legal_help::case::record::Case;
use domain::legal_help::lawyer::Lawyer;
use domain::shared::ids::{HireId, UserId};
use store_contract::legal_help_samples as samples;
pub use store_contract::legal_help_samples::{SEALED, event, message, offer, record};

use crate::support::World;

/// Adds a lawyer who has an account.
pub fn lawyer(world: &mut World, name: &str) -> Lawyer {
    samples::lawyer(&mut world.store(), name)
}

/// Adds a ticket and a hire of a lawyer for it.
pub fn hire(world: &mut World, user: UserId, key: &str) -> HireId {
    samples::hire(&mut world.store(), user, key)
}

/// Adds a hire and its case in Texas, which Lanewise offers to lawyers. `change` edits the case before it is stored.
pub fn case(world: &mut World, user: UserId, key: &str, change: impl FnOnce(&mut Case)) -> Case {
    samples::case(&mut world.store(), user, key, change)
}
