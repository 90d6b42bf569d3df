use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use breaker::{Breaker, BreakerOptions, Unanswered};
use lettre::message::Mailbox;
use lettre::transport::smtp::{Error, PoolConfig};
use lettre::{Message, SmtpTransport, Transport};
use ports::notices::mail::{Mail, MailError, Mailer};

use crate::message::message;

/// A server that answered so lately is not greeted first. Connections without work are closed after the same time.
const WARM: Duration = Duration::from_secs(30);

/// Why mail cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The server's address.
    #[error("SMTP_URL is not an address such as smtps://user:password@smtp.example.com")]
    Url(#[source] Error),
    /// The sender.
    #[error("MAIL_FROM is not an address such as Lanewise <no-reply@example.com>")]
    From(#[source] lettre::address::AddressError),
}

/// How long a server may take, and how many mails go to it at once.
#[derive(Clone, Copy, Debug)]
pub struct SmtpOptions {
    /// To connect, and for each line until it is ready for a mail.
    pub connect: Duration,
    /// For each line about a mail. A server may look at the whole of it before it answers.
    pub answer: Duration,
    /// So many connections are kept.
    pub connections: u32,
    /// When it is left alone.
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

/// Hands mails to an SMTP server, several at once over connections that are kept. A server that fails is left alone.
pub struct SmtpMailer {
    transport: SmtpTransport,
    /// Keeps no connection: asks whether somebody is there, with less patience.
    greeter: SmtpTransport,
    answered: Mutex<Option<Instant>>,
    breaker: Breaker,
    from: Mailbox,
}

impl SmtpMailer {
    /// A mailer for the server at `url` (`smtps://user:password@host`, or `smtp://…?tls=required` for STARTTLS).
    ///
    /// # Errors
    /// When address or sender are not readable; nothing is connected yet.
    pub fn new(url: &str, from: &str, options: SmtpOptions) -> Result<Self, SettingsError> {
        let transport = |timeout: Duration, connections: u32| {
            let pool = PoolConfig::new().max_size(connections).idle_timeout(WARM);
            let builder = SmtpTransport::from_url(url).map_err(SettingsError::Url)?;
            Ok(builder.timeout(Some(timeout)).pool_config(pool).build())
        };
        Ok(Self {
            transport: transport(options.answer, options.connections)?,
            greeter: transport(options.connect, 0)?,
            answered: Mutex::default(),
            breaker: Breaker::new("mail server", options.breaker),
            from: from.parse().map_err(SettingsError::From)?,
        })
    }

    /// Whether somebody is there who takes our name and password; sends nothing.
    ///
    /// # Errors
    /// What the server says, or that it says nothing: [`MailError::Refused`] is about name and password.
    pub fn greet(&self) -> Result<(), MailError> {
        match self.greeter.test_connection() {
            Ok(true) => Ok(()),
            Ok(false) => Err(MailError::Unavailable("it answers no command".into())),
            Err(error) if error.is_permanent() => Err(MailError::Refused(error.into())),
            Err(error) => Err(MailError::Unavailable(error.into())),
        }
    }

    fn hand_over(&self, message: &Message) -> Result<(), MailError> {
        if !self.is_warm() {
            match self.greeter.test_connection() {
                Ok(true) => {}
                Ok(false) => return Err(MailError::Unavailable("it answers no command".into())),
                Err(error) => return Err(not_let_in(error)),
            }
        }
        let sent = self.transport.send(message).map(drop).map_err(meaning);
        let is_there = !sent.as_ref().is_err_and(is_the_servers);
        *self.answered.lock().unwrap_or_else(PoisonError::into_inner) = is_there.then(Instant::now);
        sent
    }

    fn is_warm(&self) -> bool {
        let answered = *self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        answered.is_some_and(|at| at.elapsed() < WARM)
    }
}

/// No mail goes out now. The code alone is logged: an operator must know a wrong password from a server that is away.
fn not_let_in(error: Error) -> MailError {
    if let Some(code @ (454 | 530..=539)) = error.status().map(u16::from) {
        tracing::warn!(code, "the mail server does not take our name and password");
    }
    MailError::Unavailable(error.into())
}

/// What a failed try means. The same answers are given to every mail, to every address: 421 (closing down), 454 and 53x (our
/// name or password).
fn meaning(error: Error) -> MailError {
    match error.status().map(u16::from) {
        Some(421 | 454 | 530..=539) => not_let_in(error),
        Some(500..=599) => MailError::Refused(error.into()),
        Some(_) => MailError::Deferred(error.into()),
        // Before anything was said: this mail cannot be said to this server.
        None if error.is_client() => MailError::Refused(error.into()),
        None if is_of_connecting(&error) => MailError::Unavailable(error.into()),
        None => MailError::Lost(error.into()),
    }
}

/// No connection was had, so nothing was sent. The library tells this kind by its words alone.
fn is_of_connecting(error: &Error) -> bool {
    error.to_string().starts_with("Connection error")
}

/// Whether it speaks against the server rather than the mail.
fn is_the_servers(error: &MailError) -> bool {
    matches!(error, MailError::Unavailable(_) | MailError::Lost(_))
}

impl Mailer for SmtpMailer {
    fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let message = message(&self.from, mail)?;
        self.breaker.guard(is_the_servers, || self.hand_over(&message)).map_err(|unanswered| match unanswered
        {
            Unanswered::LeftAlone(wait) => MailError::LeftAlone(wait),
            Unanswered::Failed(error) => error,
        })
    }
}
