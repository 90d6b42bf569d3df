//! Staff's internal notes in the database.

use chrono::{DateTime, Utc};
use domain::back_office::note::{NoteText, StaffNote};
use domain::shared::desk::DeskRecord;
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// Which notes to read: those of a record or those of a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteFilter {
    /// Notes of one record.
    Record(DeskRecord),
    /// Notes about a driver, and about all records of the driver.
    Driver(UserId),
}

/// Notes in the database.
pub trait Notes {
    /// Locks a record's driver until the transaction ends and returns the driver. `None` if the record doesn't
    /// exist, if its kind can't have notes, or if the driver's account is closed.
    fn lock_driver_for_note(&mut self, record: DeskRecord) -> StoreResult<Option<UserId>>;
    /// Returns the newest notes, up to `limit`.
    fn notes(&mut self, filter: NoteFilter, limit: i64) -> StoreResult<Vec<StaffNote>>;
    /// Counts the notes of a record.
    fn count_notes(&mut self, record: DeskRecord) -> StoreResult<i64>;
    /// Stores a note about a record. `owner` is the record's driver, and `author` the staff member who wrote the note.
    fn insert_note(
        &mut self,
        record: DeskRecord,
        owner: UserId,
        author: UserId,
        text: &NoteText,
        written_at: DateTime<Utc>,
    ) -> StoreResult<StaffNote>;
    /// Deletes a note and returns it.
    fn delete_note(&mut self, id: i32) -> StoreResult<Option<StaffNote>>;
}
