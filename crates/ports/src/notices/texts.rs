//! The provider of text messages.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::shared::store_error::BoxError;

/// Why a text was not sent, as far as is known.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The provider will never send it: no such number, or its owner said STOP.
    #[error("the text was refused: {0}")]
    Refused(String),
    /// It did not happen, and may work later.
    #[error("texts cannot be sent just now: {0}")]
    Unavailable(#[source] BoxError),
    /// No answer: it may have been sent.
    #[error("the provider's answer was lost")]
    Lost(#[source] BoxError),
    /// The provider failed lately and is left alone, at most for so long: nothing was tried.
    #[error("the provider of texts is left alone")]
    LeftAlone(Duration),
}

/// Sends texts. Creating one has no idempotency key at the providers we know: a caller who is not sure whether a text went out asks
/// [`TextMessenger::was_sent`] before trying again.
#[cfg_attr(feature = "mocks", mockall::automock)]
pub trait TextMessenger: Send + Sync {
    /// Sends a text to a number of ten digits.
    ///
    /// # Errors
    /// [`TextError`]; only after [`TextError::Lost`] is it unknown whether the text went out.
    fn send(&self, phone: &str, text: &str) -> Result<(), TextError>;

    /// The same, and what becomes of the text is told by the provider's calls under this mark, where it can call us.
    ///
    /// # Errors
    /// As [`Self::send`].
    fn send_followed(&self, phone: &str, text: &str, mark: &str) -> Result<(), TextError>;

    /// Whether the provider itself made this call to us: its address, the fields of its form, and the signature that came with it.
    fn is_genuine(&self, url: &str, form: &[(String, String)], signature: &str) -> bool;

    /// Whether the provider took this text for this number since then.
    ///
    /// # Errors
    /// [`TextError::Unavailable`] or [`TextError::LeftAlone`] when it cannot be found out.
    fn was_sent(&self, phone: &str, text: &str, since: DateTime<Utc>) -> Result<bool, TextError>;
}
