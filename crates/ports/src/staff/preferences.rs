//! Staff members' display preferences in the back office.

use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;
use domain::staff::preference::{Preference, PreferenceName, PreferenceValue};

use crate::shared::store_error::StoreResult;

/// Stores staff members' display preferences.
pub trait Preferences {
    /// Returns all preferences of a user, ordered by name.
    fn preferences(&mut self, user: UserId) -> StoreResult<Vec<Preference>>;
    /// Counts a user's preferences, excluding the one named `except`.
    fn count_other_preferences(&mut self, user: UserId, except: &PreferenceName) -> StoreResult<i64>;
    /// Stores a preference, replacing its previous value.
    fn put_preference(
        &mut self,
        user: UserId,
        name: &PreferenceName,
        value: &PreferenceValue,
        changed_at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Deletes a preference, if the user has it.
    fn delete_preference(&mut self, user: UserId, name: &PreferenceName) -> StoreResult<()>;
}
