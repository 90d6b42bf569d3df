//! Staff's internal notes about a record. Drivers never see them
//! (docs/product/back-office.md#internal-notes).

use chrono::{DateTime, Utc};

use crate::shared::desk::DeskRecord;
use crate::shared::ids::UserId;
use crate::shared::text::constraint::{Constrained, TextConstraint};
use crate::shared::text::{self, TextError};

/// Maximum number of notes per record.
pub const MAX_NOTES: i64 = 100;

/// Text of a note. Not empty after trimming.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteText(String);

impl NoteText {
    /// Maximum length of a note, in characters.
    pub const MAX_CHARS: usize = 2000;

    /// Trims and validates a note.
    pub fn parse(note: &str) -> Result<Self, TextError> {
        text::paragraph(note, Self::MAX_CHARS).map(Self)
    }

    /// The trimmed text, as stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Constrained for NoteText {
    fn constraint() -> TextConstraint {
        TextConstraint::paragraph(Self::MAX_CHARS)
    }
}

/// An internal note about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffNote {
    /// Id of the note, for deleting it.
    pub id: i32,
    /// The record that the note is about.
    pub record: DeskRecord,
    /// The driver that the record belongs to.
    pub user_id: UserId,
    /// The staff member who wrote the note.
    pub author: UserId,
    /// Text of the note.
    pub text: String,
    /// When the note was written.
    pub created_at: DateTime<Utc>,
}
