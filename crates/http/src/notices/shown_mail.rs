//! An email that development stores instead of sending.

/// An email that was stored instead of sent.
#[derive(Clone, Debug)]
pub struct ShownMail {
    /// Headers to show, one per line.
    pub headers: String,
    /// The email's body, as plain text.
    pub text: String,
    /// The names of the email's attachments.
    pub files: Vec<String>,
}

/// Reads the newest emails.
pub type ReadMails = std::sync::Arc<dyn Fn() -> Vec<ShownMail> + Send + Sync>;
