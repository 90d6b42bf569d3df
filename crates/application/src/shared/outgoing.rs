//! The only module that sends emails and texts (docs/product/notices.md#unconfirmed-addresses).
//!
//! Messages are sent only to admitted recipients. Code that composes a message must say whether the
//! account's owner has confirmed the recipient's address. A message to an unconfirmed address is
//! counted in the transaction that composes it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::notices::notice::Channel;
use domain::notices::unconfirmed::mailbox;
use domain::shared::ids::JobId;
use ports::notices::mail::{Attachment, EmailMessage, MailError, Mailer};
use ports::notices::numbers::TextNumber;
use ports::notices::texts::{TextError, TextMessenger};
use ports::notices::unconfirmed::CountedMessageId;
use ports::shared::secrets::{TokenHash, Tokens};
use ports::store::{Database, Store, in_transaction};

use crate::error::{Error, Result};

/// An email address or phone number, and whether the owner of the account has confirmed it.
struct Recipient {
    channel: Channel,
    address: String,
    is_confirmed: bool,
}

/// A recipient to whom one message may be sent.
struct AdmittedRecipient {
    address: String,
    /// Id of the counted message. `None` for a confirmed address, to which messages aren't counted.
    counted: Option<CountedMessageId>,
}

impl Recipient {
    /// Allows one message, and counts it if the address is unconfirmed. Returns `None` if the limit is reached.
    fn admit(
        self,
        store: &mut dyn Store,
        tokens: &dyn Tokens,
        now: DateTime<Utc>,
    ) -> Result<Option<AdmittedRecipient>> {
        let Self { channel, address, is_confirmed } = self;
        if is_confirmed {
            return Ok(Some(AdmittedRecipient { address, counted: None }));
        }
        let key = match channel {
            Channel::Mail => mailbox(&address),
            Channel::Text => address.clone(),
        };
        let key = tokens.hash(&key);
        if !store.lock_unconfirmed_counts(channel, &key, now)?.allows_another(channel) {
            tracing::info!(
                channel = channel.as_str(),
                "a message to an unconfirmed recipient exceeds the limit; it isn't sent"
            );
            return Ok(None);
        }
        let counted = store.count_unconfirmed(channel, &key, now)?;
        Ok(Some(AdmittedRecipient { address, counted: Some(counted) }))
    }
}

/// Undoes the counting of a message that certainly wasn't delivered. If the database is down,
/// the message stays counted.
fn uncount(database: &dyn Database, counted: Option<CountedMessageId>) {
    let Some(counted) = counted else { return };
    let uncounted = in_transaction(database, |store| store.uncount_unconfirmed(counted).map_err(Error::from));
    if let Err(error) = uncounted {
        tracing::warn!(%error, "could not undo the count of a message that wasn't sent");
    }
}

/// An email address, and whether the owner of the account has confirmed it.
pub(crate) struct EmailRecipient(Recipient);

impl EmailRecipient {
    /// Returns the user's current address.
    pub(crate) fn of(user: &User) -> Self {
        Self::new(user.email.clone(), user.verified.email.is_some())
    }

    /// Returns an address that a visitor or user typed in.
    pub(crate) const fn unconfirmed(address: String) -> Self {
        Self::new(address, false)
    }

    /// Returns a former address of an account, confirmed or not.
    pub(crate) const fn former(address: String, was_confirmed: bool) -> Self {
        Self::new(address, was_confirmed)
    }

    const fn new(address: String, is_confirmed: bool) -> Self {
        Self(Recipient { channel: Channel::Mail, address, is_confirmed })
    }

    /// Allows one email, and counts it if the address is unconfirmed. Returns `None` if the limit is reached.
    pub(crate) fn admit(
        self,
        store: &mut dyn Store,
        tokens: &dyn Tokens,
        now: DateTime<Utc>,
    ) -> Result<Option<AdmittedEmail>> {
        Ok(self.0.admit(store, tokens, now)?.map(AdmittedEmail))
    }
}

/// An email address to which one email may be sent.
pub(crate) struct AdmittedEmail(AdmittedRecipient);

impl AdmittedEmail {
    /// Creates an email to this recipient.
    pub(crate) fn email(self, subject: &str, text: String) -> OutgoingEmail {
        let Self(AdmittedRecipient { address: to, counted }) = self;
        let subject = subject.to_owned();
        OutgoingEmail {
            mail: EmailMessage {
                id: String::new(),
                to,
                subject,
                text,
                html: None,
                unsubscribe: None,
                attachment: None,
            },
            counted,
        }
    }

    /// Undoes the counting of the message. Called if no message is sent to
    /// this recipient after all.
    pub(crate) fn undo_count(self, store: &mut dyn Store) -> Result<()> {
        Ok(self.0.counted.map_or(Ok(()), |counted| store.uncount_unconfirmed(counted))?)
    }
}

/// An email to an admitted recipient.
pub(crate) struct OutgoingEmail {
    mail: EmailMessage,
    counted: Option<CountedMessageId>,
}

impl OutgoingEmail {
    pub(crate) fn with_attachment(mut self, attachment: Attachment) -> Self {
        self.mail.attachment = Some(attachment);
        self
    }

    /// Adds the HTML version, and the URL for unsubscribing from emails of this kind.
    pub(crate) fn with_html(mut self, html: String, unsubscribe: String) -> Self {
        self.mail.html = Some(html);
        self.mail.unsubscribe = Some(unsubscribe);
        self
    }
}

/// Returns the message id of an email. Each attempt of a job uses the same id if the email's
/// contents are the same. An email with a new link gets another id, so that mail servers don't drop
/// it as a duplicate.
fn message_id(tokens: &dyn Tokens, job: JobId, mail: &EmailMessage) -> String {
    let EmailMessage { to, subject, text, .. } = mail;
    let TokenHash(hash) = tokens.hash(&format!("{job}\n{to}\n{subject}\n{text}"));
    let id = hash.iter().take(16).fold(0_u128, |id, byte| id << 8 | u128::from(*byte));
    format!("{id:032x}")
}

/// Sends emails to admitted recipients.
#[derive(Clone)]
pub struct EmailSender(Arc<dyn Mailer>);

impl EmailSender {
    pub fn new(mailer: Arc<dyn Mailer>) -> Self {
        Self(mailer)
    }

    /// Sends a job's email.
    ///
    /// # Errors
    /// [`MailError`] if the email wasn't sent, or if it is unknown whether it was sent.
    pub(crate) fn send(
        &self,
        database: &dyn Database,
        tokens: &dyn Tokens,
        job: JobId,
        email: OutgoingEmail,
    ) -> std::result::Result<(), MailError> {
        let id = message_id(tokens, job, &email.mail);
        let sent = self.0.send(&EmailMessage { id, ..email.mail });
        match &sent {
            Err(MailError::Deferred(_) | MailError::Unavailable(_) | MailError::CircuitOpen(_)) => {
                uncount(database, email.counted);
            }
            // A refused email stays counted. Otherwise, an attacker could use refusals to test any
            // number of addresses.
            Ok(()) | Err(MailError::Refused(_) | MailError::Lost(_)) => {}
        }
        sent
    }
}

/// A phone number to which one text may be sent.
pub(crate) struct AdmittedNumber(AdmittedRecipient);

impl AdmittedNumber {
    /// Allows one text to a driver's number, and counts it if the number is unconfirmed. Returns `None` if
    /// the limit is reached.
    pub(crate) fn admit(
        store: &mut dyn Store,
        tokens: &dyn Tokens,
        now: DateTime<Utc>,
        number: &TextNumber,
    ) -> Result<Option<Self>> {
        let (address, is_confirmed) = (number.phone.clone(), number.confirmed_at.is_some());
        let recipient = Recipient { channel: Channel::Text, address, is_confirmed };
        Ok(recipient.admit(store, tokens, now)?.map(Self))
    }

    /// Returns the phone number, ten digits.
    pub(crate) fn phone(&self) -> &str {
        &self.0.address
    }

    /// Undoes the counting of the message. Called if no message is sent to
    /// this recipient after all.
    pub(crate) fn undo_count(self, store: &mut dyn Store) -> Result<()> {
        Ok(self.0.counted.map_or(Ok(()), |counted| store.uncount_unconfirmed(counted))?)
    }
}

/// Sends texts to admitted numbers.
#[derive(Clone)]
pub struct TextSender(Arc<dyn TextMessenger>);

impl TextSender {
    pub fn new(messenger: Arc<dyn TextMessenger>) -> Self {
        Self(messenger)
    }

    /// Sends a text. With `mark`, the provider's reports about the text's delivery contain the mark.
    ///
    /// # Errors
    /// [`TextError`] if the text wasn't sent. For [`TextError::Lost`], it is unknown whether
    /// the text was sent.
    pub(crate) fn send(
        &self,
        database: &dyn Database,
        recipient: &AdmittedNumber,
        text: &str,
        mark: Option<&str>,
    ) -> std::result::Result<(), TextError> {
        let AdmittedNumber(AdmittedRecipient { address, counted }) = recipient;
        let sent = match mark {
            Some(mark) => self.0.send_with_status_reports(address, text, mark),
            None => self.0.send(address, text),
        };
        if let Err(TextError::Unavailable(_) | TextError::CircuitOpen(_)) = sent {
            uncount(database, *counted);
        }
        sent
    }

    /// Whether the provider accepted a text; see [`TextMessenger::was_sent`].
    ///
    /// # Errors
    /// [`TextError`] if the provider doesn't respond.
    pub(crate) fn was_sent(
        &self,
        phone: &str,
        text: &str,
        since: DateTime<Utc>,
    ) -> std::result::Result<bool, TextError> {
        self.0.was_sent(phone, text, since)
    }

    /// Whether a webhook comes from the provider; see [`TextMessenger::is_genuine`].
    pub(crate) fn is_genuine(&self, url: &str, form: &[(String, String)], signature: &str) -> bool {
        self.0.is_genuine(url, form, signature)
    }
}
