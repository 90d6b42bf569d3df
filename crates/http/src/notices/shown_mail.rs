//! Emails that a development server stores instead of sending.

/// An email that was stored instead of sent.
#[derive(Clone, Debug)]
pub struct ShownMail {
    /// The headers that the page shows, one per line.
    pub headers: String,
    /// The email's body, as plain text.
    pub text: String,
    /// The names of the email's attachments.
    pub files: Vec<String>,
}

/// Function that reads the newest emails.
pub type ReadMails = std::sync::Arc<dyn Fn() -> Vec<ShownMail> + Send + Sync>;
