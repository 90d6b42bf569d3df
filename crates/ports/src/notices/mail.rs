//! Mail.

use std::time::Duration;

use crate::shared::store_error::BoxError;

/// A mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// One address, without a name.
    pub to: String,
    /// One line.
    pub subject: String,
    /// Lines that end with `\n`.
    pub text: String,
    /// The same for readers who like it laid out; none: the text alone.
    pub html: Option<String>,
    /// Where one press ends mails like this one (RFC 8058).
    pub unsubscribe: Option<String>,
    /// A file with it.
    pub attachment: Option<Attachment>,
}

/// A PDF that goes with a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Letters, digits, points and hyphens.
    pub name: String,
    /// The PDF.
    pub pdf: Vec<u8>,
}

/// Why a mail was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// It never will be: the address or the mail is not accepted.
    #[error("the mail was refused")]
    Refused(#[source] BoxError),
    /// The server works, and does not take this one now.
    #[error("the mail server did not take the mail")]
    Deferred(#[source] BoxError),
    /// The server is not there, or does not let us in: no mail would have gone out.
    #[error("the mail server cannot be reached")]
    Unavailable(#[source] BoxError),
    /// No answer: it may be on its way.
    #[error("the mail server's answer was lost")]
    Lost(#[source] BoxError),
    /// The server failed lately and is left alone, at most for so long: nothing was tried.
    #[error("the mail server is left alone")]
    LeftAlone(Duration),
}

/// Sends mails. Only jobs do, never within a transaction.
pub trait Mailer: Send + Sync {
    /// Sends a mail; an `Ok` means that it is on its way.
    ///
    /// # Errors
    /// When it is not.
    fn send(&self, mail: &Mail) -> Result<(), MailError>;
}
