//! Reply templates that staff saved.

use chrono::{DateTime, Utc};
use domain::help::template::{NewTemplate, ReplyTemplate};
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// Reply templates in the database.
pub trait Templates {
    /// Returns all templates of replies to drivers, ordered by name.
    fn templates(&mut self) -> StoreResult<Vec<ReplyTemplate>>;
    /// Saves a template; `None` if another template has the same name.
    fn insert_template(
        &mut self,
        new: &NewTemplate,
        author: UserId,
        created_at: DateTime<Utc>,
    ) -> StoreResult<Option<ReplyTemplate>>;
    /// Locks a template until the transaction ends.
    fn lock_template(&mut self, id: i32) -> StoreResult<Option<ReplyTemplate>>;
    /// Changes a template's name and text and increases its version; `None` if another template has the new name.
    /// Fails if the template doesn't exist.
    fn update_template(&mut self, id: i32, new: &NewTemplate) -> StoreResult<Option<ReplyTemplate>>;
    /// Deletes a template and returns it.
    fn delete_template(&mut self, id: i32) -> StoreResult<Option<ReplyTemplate>>;
}
