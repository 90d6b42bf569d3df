//! What staff note for each other about a record; no driver ever sees it (docs/PRODUCT.md#internal-notes).

use chrono::{DateTime, Utc};

use crate::shared::desk::DeskRecord;
use crate::shared::ids::UserId;
use crate::shared::text::{self, TextError};

/// Notes of one record.
pub const MOST_NOTES: i64 = 100;

/// A note's text: not empty after trimming, at most 2000 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteText(String);

impl NoteText {
    /// At most this many characters.
    pub const MAX_CHARS: usize = 2000;

    /// Trims and checks a note.
    pub fn parse(note: &str) -> Result<Self, TextError> {
        text::paragraph(note, Self::MAX_CHARS).map(Self)
    }

    /// The trimmed text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffNote {
    /// Identifier.
    pub id: i32,
    /// About which record.
    pub record: DeskRecord,
    /// Whose record it is.
    pub user_id: UserId,
    /// Who wrote it.
    pub author: UserId,
    /// The text.
    pub text: String,
    /// When.
    pub created_at: DateTime<Utc>,
}
