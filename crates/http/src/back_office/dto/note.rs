//! What staff note for each other.

use chrono::{DateTime, Utc};
use domain::back_office::note::{NoteText, StaffNote};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::words as word;

/// Body of `POST /api/admin/notes/{kind}/{id}`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NoteBody {
    /// Not empty after trimming, at most 2,000 characters.
    pub text: String,
}

impl NoteBody {
    /// The text.
    ///
    /// # Errors
    /// `text` when it is none.
    pub fn read(&self) -> Result<NoteText, application::Error> {
        NoteText::parse(&self.text).map_err(|error| application::Error::field("text", error.to_string()))
    }
}

/// What one of the staff noted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaffNote)]
pub struct NoteDto {
    /// Identifier.
    pub id: i32,
    /// About what kind of record.
    pub kind: word::DeskKind,
    /// About which record.
    pub record_id: i32,
    /// Who wrote it.
    pub author_id: i32,
    /// The text.
    pub text: String,
    /// When.
    pub created_at: DateTime<Utc>,
}

impl From<StaffNote> for NoteDto {
    fn from(note: StaffNote) -> Self {
        Self {
            id: note.id,
            kind: note.record.kind.into(),
            record_id: note.record.id,
            author_id: note.author.0,
            text: note.text,
            created_at: note.created_at,
        }
    }
}
