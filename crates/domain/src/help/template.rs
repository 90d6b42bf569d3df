//! Reply templates: messages that staff save because they send them often
//! (docs/product/help.md#saved-replies).

use chrono::{DateTime, Utc};

use crate::help::inquiry::MessageText;
use crate::shared::ids::UserId;
use crate::shared::text::constraint::{Constrained, TextConstraint};
use crate::shared::text::{self, TextError};

/// Maximum number of reply templates that staff can save. All staff share them.
pub const MAX_TEMPLATES: i64 = 50;

/// Name of a reply template: one line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateTitle(String);

impl TemplateTitle {
    /// Maximum length of a title, in characters.
    pub const MAX_CHARS: usize = 60;

    /// Trims and validates a title.
    pub fn parse(title: &str) -> Result<Self, TextError> {
        text::line(title, Self::MAX_CHARS).map(Self)
    }

    /// The trimmed title, as stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Constrained for TemplateTitle {
    fn constraint() -> TextConstraint {
        TextConstraint::line(Self::MAX_CHARS)
    }
}

/// A reply template to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTemplate {
    /// Name of the template; unique, ignoring case.
    pub title: TemplateTitle,
    /// Text of the reply.
    pub message: MessageText,
}

/// A saved reply template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyTemplate {
    /// Id of the template, for changing or deleting it.
    pub id: i32,
    /// Name of the template.
    pub title: String,
    /// Text of the reply.
    pub message: String,
    /// The staff member who created the template.
    pub created_by: UserId,
    /// When the template was created.
    pub created_at: DateTime<Utc>,
    /// Increases with each change of the template, so that staff can't overwrite changes they haven't seen.
    pub version: i32,
}
