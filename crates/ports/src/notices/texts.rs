//! Sending text messages.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::shared::store_error::BoxError;

/// Why a text wasn't sent, or may not have been sent.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The provider permanently refuses the text, for example because the number doesn't exist or
    /// its owner replied STOP.
    #[error("the SMS provider refused the text: {0}")]
    Refused(String),
    /// The text wasn't sent. A later attempt may succeed.
    #[error("texts can't be sent now: {0}")]
    Unavailable(#[source] BoxError),
    /// The provider's response was lost, so the text may have been sent.
    #[error("the SMS provider's response was lost")]
    Lost(#[source] BoxError),
    /// The provider failed recently, so no attempt was made. Contains the longest time until the next attempt.
    #[error("the SMS provider failed recently, so it isn't called now")]
    CircuitOpen(Duration),
}

/// Sends texts through a provider. Providers have no idempotency keys. If it is unknown whether a
/// text was sent, the caller checks [`TextMessenger::was_sent`] before retrying.
#[cfg_attr(feature = "mocks", mockall::automock)]
pub trait TextMessenger: Send + Sync {
    /// Sends a text to a ten-digit number.
    ///
    /// # Errors
    /// [`TextError`]. Only after [`TextError::Lost`] is it unknown whether the text was sent.
    fn send(&self, phone: &str, text: &str) -> Result<(), TextError>;

    /// Sends a text and asks the provider to report its status to our webhook. `mark` is part of the
    /// webhook's URL and identifies the text. Without a public webhook, no status is reported.
    fn send_with_status_reports(&self, phone: &str, text: &str, mark: &str) -> Result<(), TextError>;

    /// Whether a webhook request really comes from the provider, according to its signature over
    /// the URL and the form fields.
    fn is_genuine(&self, url: &str, form: &[(String, String)], signature: &str) -> bool;

    /// Whether the provider accepted this text for this number since the given time, and the text hasn't failed.
    ///
    /// # Errors
    /// [`TextError::Unavailable`] or [`TextError::CircuitOpen`] if the provider doesn't respond.
    fn was_sent(&self, phone: &str, text: &str, since: DateTime<Utc>) -> Result<bool, TextError>;
}
