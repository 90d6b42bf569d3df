//! Problems with money that staff resolve outside Lanewise: money without a payment, and provider
//! events that couldn't be parsed (docs/product/payments.md#money-that-needs-attention).

use chrono::{DateTime, Utc};

use crate::shared::ids::UserId;
use crate::shared::stored_words::stored_words;
use crate::shared::text::{self, TextError};

/// The kind of a money problem, which staff resolve outside Lanewise and then close with a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoneyProblemKind {
    /// Money that the provider collected and that belongs to no payment in our database.
    Orphan,
    /// A provider event with a valid signature and content that we can't parse.
    UnreadEvent,
}

stored_words!(MoneyProblemKind {
    Orphan => "orphan",
    UnreadEvent => "unread_event",
});

/// A problem with money, identified by the payment provider's id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoneyProblem {
    /// Whether the id belongs to an intent or to an event.
    pub kind: MoneyProblemKind,
    /// The provider's id of the intent or the event.
    pub provider_id: String,
}

/// Staff's note on how they resolved a problem. Not empty after trimming.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolutionNote(String);

impl ResolutionNote {
    /// Maximum length of the note, in characters.
    pub const MAX_CHARS: usize = 500;

    /// Trims and validates the note.
    pub fn parse(note: &str) -> Result<Self, TextError> {
        text::paragraph(note, Self::MAX_CHARS).map(Self)
    }

    /// The trimmed text, as stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A money problem that staff resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedProblem {
    /// Id of the resolved problem, used in the audit trail.
    pub id: i32,
    /// The problem that was resolved.
    pub subject: MoneyProblem,
    /// Staff's note on how they resolved the problem.
    pub how: String,
    /// The staff member who closed the problem.
    pub closed_by: UserId,
    /// When staff closed the problem.
    pub closed_at: DateTime<Utc>,
}
