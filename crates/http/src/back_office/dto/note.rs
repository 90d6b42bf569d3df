//! Request and response bodies for staff notes.

use chrono::{DateTime, Utc};
use domain::back_office::note::{NoteText, StaffNote};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;

/// Body of `POST /api/admin/notes/{kind}/{id}`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NoteBody {
    /// Text of the note. Not empty after trimming, at most 2,000 characters.
    pub text: String,
}

impl NoteBody {
    /// Parses the note's text.
    pub fn parse(&self) -> Result<NoteText, application::Error> {
        NoteText::parse(&self.text).map_err(|error| application::Error::field("text", error.to_string()))
    }
}

/// A staff member's note about a record.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaffNote)]
pub struct NoteDto {
    pub id: i32,
    /// The kind of record.
    pub kind: word::DeskKind,
    /// The record's id within its kind.
    pub record_id: i32,
    /// The id of the staff member who wrote the note.
    pub author_id: i32,
    pub text: String,
    /// When the note was written.
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
