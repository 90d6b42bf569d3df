//! Sends emails for the ports, through `lettre`. Depends on `ports` only, not on HTTP routes or the database.
//!
//! - [`SmtpMailer`] sends emails through an SMTP server, over TLS.
//! - [`FolderMailer`] writes them into a folder instead: for development, where no one should get an email by
//!   mistake.
//!
//! No type of lettre leaves this crate.

mod folder;
mod message;
mod smtp;

pub use folder::{FolderMailer, StoredMail};
pub use smtp::{SettingsError, SmtpMailer, SmtpOptions};
