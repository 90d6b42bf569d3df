//! Mail's side of the ports, through `lettre`. Knows `ports`, nothing of HTTP routes or the database.
//!
//! - [`SmtpMailer`] hands mails to an SMTP server, over TLS.
//! - [`FolderMailer`] writes them into a folder instead: for development, where nobody is to get a mail by mistake.
//!
//! No type of lettre's leaves this crate.

mod folder;
mod message;
mod smtp;

pub use folder::{FolderMailer, StoredMail};
pub use smtp::{SettingsError, SmtpMailer, SmtpOptions};
