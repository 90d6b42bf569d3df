//! Mail.

use crate::shared::store_error::BoxError;

/// A mail in plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// One address, without a name.
    pub to: String,
    /// One line.
    pub subject: String,
    /// Lines that end with `\n`.
    pub text: String,
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
    /// It may be later.
    #[error("the mail server did not take the mail")]
    Unavailable(#[source] BoxError),
}

/// Sends mails. Only jobs do, never within a transaction.
pub trait Mailer: Send + Sync {
    /// Sends a mail; an `Ok` means that it is on its way.
    ///
    /// # Errors
    /// When it is not.
    fn send(&self, mail: &Mail) -> Result<(), MailError>;
}
