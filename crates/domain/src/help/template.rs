//! Replies that support keeps, because they are often the same (docs/PRODUCT.md#reply-templates).

use chrono::{DateTime, Utc};

use crate::help::inquiry::MessageText;
use crate::shared::ids::UserId;
use crate::shared::text::{self, TextError};

/// As many as a menu can show.
pub const MOST_TEMPLATES: i64 = 50;

/// A reply's name: a line of at most 60 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateTitle(String);

impl TemplateTitle {
    /// At most this many characters.
    pub const MAX_CHARS: usize = 60;

    /// Trims and checks a name.
    pub fn parse(title: &str) -> Result<Self, TextError> {
        text::line(title, Self::MAX_CHARS).map(Self)
    }

    /// The trimmed name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A reply to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTemplate {
    /// Its name; no other has it, whatever the case.
    pub title: TemplateTitle,
    /// What it says.
    pub message: MessageText,
}

/// A reply that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyTemplate {
    /// Identifier.
    pub id: i32,
    /// Its name.
    pub title: String,
    /// What it says.
    pub message: String,
    /// Who wrote it.
    pub created_by: UserId,
    /// When.
    pub created_at: DateTime<Utc>,
    /// Grows with each change.
    pub version: i32,
}
