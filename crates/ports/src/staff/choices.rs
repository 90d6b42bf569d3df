//! How each of the staff likes the back office.

use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;
use domain::staff::choice::{Choice, ChoiceName, ChoiceValue};

use crate::shared::store_error::StoreResult;

/// Choices in the database.
pub trait Choices {
    /// All that somebody chose, by name.
    fn choices(&mut self, of: UserId) -> StoreResult<Vec<Choice>>;
    /// How many choices somebody has beside one.
    fn count_other_choices(&mut self, of: UserId, beside: &ChoiceName) -> StoreResult<i64>;
    /// Keeps a choice in place of the one before.
    fn put_choice(
        &mut self,
        of: UserId,
        name: &ChoiceName,
        value: &ChoiceValue,
        at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Forgets a choice, if there is one.
    fn delete_choice(&mut self, of: UserId, name: &ChoiceName) -> StoreResult<()>;
}
