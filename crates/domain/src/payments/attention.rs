//! Stray money and unread events: what staff deal with outside Lanewise (docs/PRODUCT.md#money-that-needs-attention).

use chrono::{DateTime, Utc};

use crate::shared::ids::UserId;
use crate::shared::text::{self, TextError};
use crate::shared::words::stored_words;

/// What nobody can settle in Lanewise, so that somebody says what was done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttentionKind {
    /// Money that succeeded at the provider and is no payment of ours.
    Orphan,
    /// A signed event that could not be read.
    UnreadEvent,
}

stored_words!(AttentionKind {
    Orphan => "orphan",
    UnreadEvent => "unread_event",
});

/// One of them, by the provider's id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttentionSubject {
    /// Of which kind.
    pub kind: AttentionKind,
    /// The provider's id of the intent or the event.
    pub provider_id: String,
}

/// What staff did: not empty after trimming, at most 500 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HowClosed(String);

impl HowClosed {
    /// At most this many characters.
    pub const MAX_CHARS: usize = 500;

    /// Trims and checks what was done.
    pub fn parse(how: &str) -> Result<Self, TextError> {
        text::paragraph(how, Self::MAX_CHARS).map(Self)
    }

    /// The trimmed text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One that staff have dealt with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedAttention {
    /// Identifier.
    pub id: i32,
    /// What it was.
    pub subject: AttentionSubject,
    /// What staff did.
    pub how: String,
    /// Who said so.
    pub closed_by: UserId,
    /// When.
    pub closed_at: DateTime<Utc>,
}
