//! Display preferences of staff members in the back office.

use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;
use domain::staff::choice::{Choice, ChoiceName, ChoiceValue};

use crate::shared::store_error::StoreResult;

/// Preferences in the database.
pub trait Choices {
    /// Returns all preferences of a user, ordered by key.
    fn choices(&mut self, of: UserId) -> StoreResult<Vec<Choice>>;
    /// Counts a user's preferences other than the given one.
    fn count_other_choices(&mut self, of: UserId, beside: &ChoiceName) -> StoreResult<i64>;
    /// Stores a preference, replacing its previous value.
    fn put_choice(
        &mut self,
        of: UserId,
        name: &ChoiceName,
        value: &ChoiceValue,
        at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Deletes a preference, if it exists.
    fn delete_choice(&mut self, of: UserId, name: &ChoiceName) -> StoreResult<()>;
}
