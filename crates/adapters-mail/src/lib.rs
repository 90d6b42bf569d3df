//! Implementations of the email ports, through the library `lettre`. The crate depends on `ports`
//! only, not on HTTP routes or the database.
//!
//! - [`SmtpMailer`] sends emails through an SMTP server, over TLS.
//! - [`FolderMailer`] writes emails to a folder, for development, so that no real person gets one
//!   by mistake.
//!
//! No type of lettre leaves this crate.

mod folder;
mod message;
mod smtp;

pub use folder::{FolderMailer, StoredMail};
pub use smtp::{SettingsError, SmtpMailer, SmtpOptions};
