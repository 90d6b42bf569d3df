//! The only way out for emails and texts (docs/PRODUCT.md#unconfirmed-addresses).
//!
//! Nothing is sent except to an admitted recipient, and code that composes a message has to say whether its account has confirmed
//! the address. An unconfirmed recipient is counted when it is admitted, in the transaction that composes the message.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::notices::notice::Channel;
use domain::notices::unconfirmed::mailbox;
use ports::notices::mail::{Attachment, Mail, MailError, Mailer};
use ports::notices::numbers::TextNumber;
use ports::notices::texts::{TextError, TextMessenger};
use ports::notices::unconfirmed::CountedMessage;
use ports::shared::secrets::Tokens;
use ports::store::{Database, Store, in_transaction};

use crate::error::{Error, Result};

/// An address or number, and whether its account has confirmed it.
struct Recipient {
    channel: Channel,
    address: String,
    is_confirmed: bool,
}

/// A recipient that may be sent one message.
struct Admitted {
    address: String,
    /// None for a confirmed recipient.
    counted: Option<CountedMessage>,
}

impl Recipient {
    /// None when the limit is reached.
    fn admit(
        self,
        store: &mut dyn Store,
        tokens: &dyn Tokens,
        now: DateTime<Utc>,
    ) -> Result<Option<Admitted>> {
        let Self { channel, address, is_confirmed } = self;
        if is_confirmed {
            return Ok(Some(Admitted { address, counted: None }));
        }
        let key = match channel {
            Channel::Mail => mailbox(&address),
            Channel::Text => address.clone(),
        };
        let key = tokens.hash(&key);
        if !store.lock_unconfirmed(channel, &key, now)?.allows_another(channel) {
            tracing::info!(
                channel = channel.as_str(),
                "a message to an unconfirmed recipient exceeds the limit; it isn't sent"
            );
            return Ok(None);
        }
        let counted = store.count_unconfirmed(channel, &key, now)?;
        Ok(Some(Admitted { address, counted: Some(counted) }))
    }
}

/// Takes the count of a message back that the other side surely didn't take. While the database is away it stays counted.
fn uncount(database: &dyn Database, counted: Option<CountedMessage>) {
    let Some(counted) = counted else { return };
    let uncounted = in_transaction(database, |store| store.uncount_unconfirmed(counted).map_err(Error::from));
    if let Err(error) = uncounted {
        tracing::warn!(%error, "a message that wasn't sent stays counted");
    }
}

/// Who an email goes to.
pub(crate) struct EmailRecipient(Recipient);

impl EmailRecipient {
    /// A user's own address.
    pub(crate) fn of(user: &User) -> Self {
        Self::new(user.email.clone(), user.verified.email.is_some())
    }

    /// An address that someone typed in.
    pub(crate) const fn unconfirmed(address: String) -> Self {
        Self::new(address, false)
    }

    /// An address that an account used before, and had confirmed or not.
    pub(crate) const fn former(address: String, was_confirmed: bool) -> Self {
        Self::new(address, was_confirmed)
    }

    const fn new(address: String, is_confirmed: bool) -> Self {
        Self(Recipient { channel: Channel::Mail, address, is_confirmed })
    }

    /// Admits one email, which counts when the address is unconfirmed; none when the limit is reached.
    ///
    /// # Errors
    /// Only the database's.
    pub(crate) fn admit(
        self,
        store: &mut dyn Store,
        tokens: &dyn Tokens,
        now: DateTime<Utc>,
    ) -> Result<Option<AdmittedEmail>> {
        Ok(self.0.admit(store, tokens, now)?.map(AdmittedEmail))
    }
}

/// An address that may be sent one email.
pub(crate) struct AdmittedEmail(Admitted);

impl AdmittedEmail {
    /// Writes the email.
    pub(crate) fn email(self, subject: &str, text: String) -> OutgoingEmail {
        let Self(Admitted { address: to, counted }) = self;
        let subject = subject.to_owned();
        OutgoingEmail {
            mail: Mail { to, subject, text, html: None, unsubscribe: None, attachment: None },
            counted,
        }
    }

    /// Takes the count back in the transaction that admitted it: there is nothing to send after all.
    ///
    /// # Errors
    /// Only the database's.
    pub(crate) fn give_back(self, store: &mut dyn Store) -> Result<()> {
        Ok(self.0.counted.map_or(Ok(()), |counted| store.uncount_unconfirmed(counted))?)
    }
}

/// An email to an admitted recipient.
pub(crate) struct OutgoingEmail {
    mail: Mail,
    counted: Option<CountedMessage>,
}

impl OutgoingEmail {
    /// Adds a file.
    pub(crate) fn attaching(mut self, attachment: Attachment) -> Self {
        self.mail.attachment = Some(attachment);
        self
    }

    /// Adds a laid out form and the address that ends emails like this one.
    pub(crate) fn laid_out(mut self, html: String, unsubscribe: String) -> Self {
        self.mail.html = Some(html);
        self.mail.unsubscribe = Some(unsubscribe);
        self
    }
}

/// Sends emails to admitted recipients.
#[derive(Clone)]
pub struct EmailSender(Arc<dyn Mailer>);

impl EmailSender {
    /// Sends by this mailer.
    pub fn new(mailer: Arc<dyn Mailer>) -> Self {
        Self(mailer)
    }

    /// Hands an email over.
    ///
    /// # Errors
    /// When it isn't on its way.
    pub(crate) fn send(
        &self,
        database: &dyn Database,
        email: &OutgoingEmail,
    ) -> std::result::Result<(), MailError> {
        let sent = self.0.send(&email.mail);
        match &sent {
            Err(MailError::Deferred(_) | MailError::Unavailable(_) | MailError::LeftAlone(_)) => {
                uncount(database, email.counted);
            }
            // A refused one counts as well, so that no one can try out addresses without a limit.
            Ok(()) | Err(MailError::Refused(_) | MailError::Lost(_)) => {}
        }
        sent
    }
}

/// An admitted number.
pub(crate) struct AdmittedNumber(Admitted);

impl AdmittedNumber {
    /// Admits one text to a driver's number, which counts when the number is unconfirmed; none when the limit is reached.
    ///
    /// # Errors
    /// Only the database's.
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

    /// Ten digits.
    pub(crate) fn phone(&self) -> &str {
        &self.0.address
    }

    /// Takes the count back in the transaction that admitted it: there is nothing to send after all.
    ///
    /// # Errors
    /// Only the database's.
    pub(crate) fn give_back(self, store: &mut dyn Store) -> Result<()> {
        Ok(self.0.counted.map_or(Ok(()), |counted| store.uncount_unconfirmed(counted))?)
    }
}

/// Sends texts to admitted numbers.
#[derive(Clone)]
pub struct TextSender(Arc<dyn TextMessenger>);

impl TextSender {
    /// Sends by this provider.
    pub fn new(messenger: Arc<dyn TextMessenger>) -> Self {
        Self(messenger)
    }

    /// Hands a text over, which is followed under the mark if there is one.
    ///
    /// # Errors
    /// [`TextError`]; only after [`TextError::Lost`] is it unknown whether the text went out.
    pub(crate) fn send(
        &self,
        database: &dyn Database,
        to: &AdmittedNumber,
        text: &str,
        mark: Option<&str>,
    ) -> std::result::Result<(), TextError> {
        let AdmittedNumber(Admitted { address, counted }) = to;
        let sent = match mark {
            Some(mark) => self.0.send_followed(address, text, mark),
            None => self.0.send(address, text),
        };
        if let Err(TextError::Unavailable(_) | TextError::LeftAlone(_)) = sent {
            uncount(database, *counted);
        }
        sent
    }

    /// See [`TextMessenger::was_sent`].
    ///
    /// # Errors
    /// When it can't be found out.
    pub(crate) fn was_sent(
        &self,
        phone: &str,
        text: &str,
        since: DateTime<Utc>,
    ) -> std::result::Result<bool, TextError> {
        self.0.was_sent(phone, text, since)
    }

    /// See [`TextMessenger::is_genuine`].
    pub(crate) fn is_genuine(&self, url: &str, form: &[(String, String)], signature: &str) -> bool {
        self.0.is_genuine(url, form, signature)
    }
}
