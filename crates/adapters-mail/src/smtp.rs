use std::time::Duration;

use lettre::message::Mailbox;
use lettre::{SmtpTransport, Transport};
use ports::notices::mail::{Mail, MailError, Mailer};

use crate::message::message;

/// Longer than a slow server takes; a job waits for it, not a person.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Why mail cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The server's address.
    #[error("SMTP_URL is not an address such as smtps://user:password@smtp.example.com")]
    Url(#[source] lettre::transport::smtp::Error),
    /// The sender.
    #[error("MAIL_FROM is not an address such as Lanewise <no-reply@example.com>")]
    From(#[source] lettre::address::AddressError),
}

/// Hands mails to an SMTP server.
pub struct SmtpMailer {
    transport: SmtpTransport,
    from: Mailbox,
}

impl SmtpMailer {
    /// A mailer for the server at `url` (`smtps://user:password@host`, or `smtp://…?tls=required` for STARTTLS).
    ///
    /// # Errors
    /// When address or sender are not readable; nothing is connected yet.
    pub fn new(url: &str, from: &str) -> Result<Self, SettingsError> {
        let transport =
            SmtpTransport::from_url(url).map_err(SettingsError::Url)?.timeout(Some(TIMEOUT)).build();
        Ok(Self { transport, from: from.parse().map_err(SettingsError::From)? })
    }
}

impl Mailer for SmtpMailer {
    fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let message = message(&self.from, mail)?;
        match self.transport.send(&message) {
            Ok(_) => Ok(()),
            // A 5xx answer: the server will never take this one.
            Err(error) if error.is_permanent() => Err(MailError::Refused(Box::new(error))),
            Err(error) => Err(MailError::Unavailable(Box::new(error))),
        }
    }
}
