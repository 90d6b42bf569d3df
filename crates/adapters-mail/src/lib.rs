//! Implements the ports for emails and, in development, for texts, through the library `lettre`. This crate
//! depends on `ports` and `breaker`, not on HTTP routes or the database.
//!
//! - [`SmtpMailer`] sends emails through an SMTP server, over TLS.
//! - [`FolderMailer`] writes emails and texts to a folder, for development, so that no real person gets
//!   a message by mistake.
//!
//! This crate exposes no types of lettre.

mod folder;
mod message;
mod smtp;

pub use folder::{FolderMailer, StoredMail};
pub use smtp::{SettingsError, SmtpMailer, SmtpOptions};
