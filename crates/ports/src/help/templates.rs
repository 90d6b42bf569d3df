//! Replies that support keeps.

use chrono::{DateTime, Utc};
use domain::help::template::{NewTemplate, ReplyTemplate};
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// Kept replies in the database.
pub trait Templates {
    /// All of them, by their names.
    fn templates(&mut self) -> StoreResult<Vec<ReplyTemplate>>;
    /// Keeps one; none when another has its name.
    fn insert_template(
        &mut self,
        new: &NewTemplate,
        by: UserId,
        at: DateTime<Utc>,
    ) -> StoreResult<Option<ReplyTemplate>>;
    /// One of them, held until the transaction ends.
    fn lock_template(&mut self, id: i32) -> StoreResult<Option<ReplyTemplate>>;
    /// Gives one another name and text, and the next version; none when another has the name.
    fn update_template(&mut self, id: i32, new: &NewTemplate) -> StoreResult<Option<ReplyTemplate>>;
    /// Removes one, and answers what it was.
    fn delete_template(&mut self, id: i32) -> StoreResult<Option<ReplyTemplate>>;
}
