//! A mail that development keeps instead of sending it.

/// A mail that was not sent.
#[derive(Clone, Debug)]
pub struct ShownMail {
    /// Some headers, each on a line.
    pub headers: String,
    /// The text.
    pub text: String,
    /// The names of its files.
    pub files: Vec<String>,
}

/// Reads the newest mails.
pub type ReadMails = std::sync::Arc<dyn Fn() -> Vec<ShownMail> + Send + Sync>;
