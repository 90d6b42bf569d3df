//! Sending email.

use std::time::Duration;

use crate::shared::store_error::BoxError;

/// An email to one recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailMessage {
    /// Id of the message, which becomes its `Message-ID`: letters, digits and hyphens. Every
    /// attempt to send the message has the same id.
    pub id: String,
    /// Address of the recipient, without a name.
    pub to: String,
    /// Subject of the email, one line.
    pub subject: String,
    /// The email as plain text. Each line ends with `\n`.
    pub text: String,
    /// HTML version of the text, if there is one. An email with an attachment is sent without the HTML version.
    pub html: Option<String>,
    /// URL for one-click unsubscribing (RFC 8058); `None` for an email that users can't unsubscribe from.
    pub unsubscribe: Option<String>,
    /// A PDF to attach, if there is one.
    pub attachment: Option<Attachment>,
}

/// A PDF attached to an email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// File name: letters, digits, dots and hyphens.
    pub name: String,
    /// Content of the PDF.
    pub pdf: Vec<u8>,
}

/// Why an email wasn't sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The mail server permanently refuses the address or the email.
    #[error("the mail server refused the email")]
    Refused(#[source] BoxError),
    /// The mail server works but doesn't accept this email now.
    #[error("the mail server deferred the email")]
    Deferred(#[source] BoxError),
    /// The mail server can't be reached or refuses our login. No other email would be accepted either.
    #[error("the mail server can't be reached")]
    Unavailable(#[source] BoxError),
    /// The mail server's response was lost, so the email may have been sent.
    #[error("the mail server's response was lost")]
    Lost(#[source] BoxError),
    /// The mail server failed recently, so no attempt was made. Contains the longest time until the next attempt.
    #[error("the mail server failed recently, so it isn't called now")]
    CircuitOpen(Duration),
}

/// Sends emails. Must not be called inside a transaction, because sending is slow and the
/// transaction's locks would block other requests.
pub trait Mailer: Send + Sync {
    /// Sends an email. `Ok` means that the mail server accepted it.
    ///
    /// # Errors
    /// [`MailError`]. Only after [`MailError::Lost`] is it unknown whether the email was sent.
    fn send(&self, mail: &EmailMessage) -> Result<(), MailError>;
}
