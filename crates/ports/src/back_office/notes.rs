//! What staff note for each other.

use chrono::{DateTime, Utc};
use domain::back_office::note::{NoteText, StaffNote};
use domain::shared::desk::DeskRecord;
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// Which notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotesOf {
    /// Of one record.
    Record(DeskRecord),
    /// Of all of a driver's records.
    Driver(UserId),
}

/// Notes in the database.
pub trait Notes {
    /// Whose record it is, held until the transaction ends; none when there is no such record, or staff note nothing about its kind.
    fn lock_noted(&mut self, record: DeskRecord) -> StoreResult<Option<UserId>>;
    /// The newest notes, at most so many.
    fn notes(&mut self, of: NotesOf, most: i64) -> StoreResult<Vec<StaffNote>>;
    /// How many notes a record has.
    fn count_notes(&mut self, record: DeskRecord) -> StoreResult<i64>;
    /// Notes something.
    fn insert_note(
        &mut self,
        record: DeskRecord,
        owner_and_author: (UserId, UserId),
        text: &NoteText,
        at: DateTime<Utc>,
    ) -> StoreResult<StaffNote>;
    /// Removes a note, and answers what it was.
    fn delete_note(&mut self, id: i32) -> StoreResult<Option<StaffNote>>;
}
