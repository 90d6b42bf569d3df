use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use breaker::{Breaker, BreakerOptions, CallError};
use lettre::message::Mailbox;
use lettre::transport::smtp::{Error, PoolConfig};
use lettre::{Message, SmtpTransport, Transport};
use ports::notices::mail::{EmailMessage, MailError, Mailer};

use crate::message::build_message;

/// Time after the server's last reply in which emails are sent without testing the connection first. Pooled
/// connections that are idle for longer are closed.
const MAX_UNTESTED_IDLE: Duration = Duration::from_secs(30);

/// Why the settings for emails can't be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The SMTP server's URL is invalid.
    #[error("SMTP_URL is not an address such as smtps://user:password@smtp.example.com")]
    Url(#[source] Error),
    /// The sender's address is invalid.
    #[error("MAIL_FROM is not an address such as Lanewise <no-reply@example.com>")]
    From(#[source] lettre::address::AddressError),
}

/// Timeouts and connection limits of the SMTP mailer.
#[derive(Clone, Copy, Debug)]
pub struct SmtpOptions {
    /// Timeout for connecting, and for each reply, when the connection to the server is tested.
    pub connect: Duration,
    /// Timeout for connecting, and for each reply, when an email is sent. This timeout is long, because a
    /// server may scan the whole email before it replies.
    pub answer: Duration,
    /// Maximum number of pooled connections.
    pub connections: u32,
    /// Settings of the circuit breaker for the mail server.
    pub breaker: BreakerOptions,
}

impl Default for SmtpOptions {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            answer: Duration::from_secs(30),
            connections: 16,
            breaker: BreakerOptions { window: 4, probes: 1, wait: Duration::from_secs(15) },
        }
    }
}

/// A mailer that sends emails through an SMTP server, over several pooled connections. While the server keeps
/// failing, a circuit breaker rejects emails without trying.
pub struct SmtpMailer {
    transport: SmtpTransport,
    /// Transport for tests of the connection, with a shorter timeout and without a connection pool.
    test_transport: SmtpTransport,
    last_response_at: Mutex<Option<Instant>>,
    breaker: Breaker,
    from: Mailbox,
}

impl SmtpMailer {
    /// Creates a mailer for the server at `url`. The URL has the form `smtps://user:password@host`,
    /// or `smtp://…?tls=required` for STARTTLS.
    ///
    /// # Errors
    /// Fails if the URL or the sender is invalid. Doesn't connect to the server.
    pub fn new(url: &str, sender: &str, options: SmtpOptions) -> Result<Self, SettingsError> {
        let transport = |timeout: Duration, connections: u32| {
            let pool = PoolConfig::new().max_size(connections).idle_timeout(MAX_UNTESTED_IDLE);
            let builder = SmtpTransport::from_url(url).map_err(SettingsError::Url)?;
            Ok(builder.timeout(Some(timeout)).pool_config(pool).build())
        };
        Ok(Self {
            transport: transport(options.answer, options.connections)?,
            test_transport: transport(options.connect, 0)?,
            last_response_at: Mutex::default(),
            breaker: Breaker::new("mail server", options.breaker),
            from: sender.parse().map_err(SettingsError::From)?,
        })
    }

    /// Tests whether the server responds and accepts our credentials. Sends no email.
    ///
    /// # Errors
    /// [`MailError::Refused`] if the server replies with a permanent error, such as for
    /// invalid credentials; otherwise [`MailError::Unavailable`].
    pub fn test_connection(&self) -> Result<(), MailError> {
        match self.test_transport.test_connection() {
            Ok(true) => Ok(()),
            Ok(false) => Err(MailError::Unavailable("it doesn't respond to commands".into())),
            Err(error) if error.is_permanent() => Err(MailError::Refused(error.into())),
            Err(error) => Err(MailError::Unavailable(error.into())),
        }
    }

    /// Sends an email. First tests the connection unless the server has responded recently.
    fn send_message(&self, message: &Message) -> Result<(), MailError> {
        if !self.has_recent_response() {
            match self.test_transport.test_connection() {
                Ok(true) => {}
                Ok(false) => return Err(MailError::Unavailable("it doesn't respond to commands".into())),
                Err(error) => return Err(convert_connection_test_error(error)),
            }
        }
        let sent = self.transport.send(message).map(drop).map_err(convert_error);
        let is_there = !sent.as_ref().is_err_and(is_server_error);
        *self.last_response_at.lock().unwrap_or_else(PoisonError::into_inner) = is_there.then(Instant::now);
        sent
    }

    /// Returns whether the server's last response to an email is less than [`MAX_UNTESTED_IDLE`] old.
    fn has_recent_response(&self) -> bool {
        let last_response_at = *self.last_response_at.lock().unwrap_or_else(PoisonError::into_inner);
        last_response_at.is_some_and(|at| at.elapsed() < MAX_UNTESTED_IDLE)
    }
}

/// Converts an error that is about the server and not about one email, such as a failed connection
/// test. Logs the reply code if the server rejects the credentials.
fn convert_connection_test_error(error: Error) -> MailError {
    if let Some(code @ (454 | 530..=539)) = error.status().map(u16::from) {
        tracing::warn!(code, "the mail server rejects the user name or password of SMTP_URL");
    }
    MailError::Unavailable(error.into())
}

/// Converts the error of an attempt to send. The reply codes 421 (shutting down), 454 and 53x (credentials) are
/// about the server and not about one email.
fn convert_error(error: Error) -> MailError {
    match error.status().map(u16::from) {
        Some(421 | 454 | 530..=539) => convert_connection_test_error(error),
        Some(500..=599) => MailError::Refused(error.into()),
        Some(_) => MailError::Deferred(error.into()),
        // Nothing was sent, because the server lacks a feature that the email needs.
        None if error.is_client() => MailError::Refused(error.into()),
        None if is_connect_error(&error) => MailError::Unavailable(error.into()),
        None => MailError::Lost(error.into()),
    }
}

/// Returns whether connecting failed. If so, nothing was sent. The library's errors differ only in their messages.
fn is_connect_error(error: &Error) -> bool {
    error.to_string().starts_with("Connection error")
}

/// Returns whether the error is about the server and not about one email.
fn is_server_error(error: &MailError) -> bool {
    matches!(error, MailError::Unavailable(_) | MailError::Lost(_))
}

impl Mailer for SmtpMailer {
    fn send(&self, mail: &EmailMessage) -> Result<(), MailError> {
        let message = build_message(&self.from, mail)?;
        self.breaker.guard(is_server_error, || self.send_message(&message)).map_err(|unanswered| {
            match unanswered {
                CallError::CircuitOpen(wait) => MailError::CircuitOpen(wait),
                CallError::Failed(error) => error,
            }
        })
    }
}
