//! A driver's notification settings: phone numbers and choices of messages (docs/product/notices.md#reminders).

use chrono::{DateTime, Utc};
use domain::notices::notice::{MAX_CODE_TRIES, ReminderChanges, ReminderChoices};
use domain::shared::ids::{TextNotificationId, UserId};
use ports::notices::numbers::TextNumber;
use ports::shared::secrets::HashPriority;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::notices::sending::code_hash_input_of_request;
use crate::shared::numbers::send_code;

/// A driver's notification settings, and the channels that this installation has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReminderSettings {
    pub numbers: Vec<TextNumber>,
    /// The messages that the driver has chosen to get.
    pub choices: ReminderChoices,
    /// Whether the email address is confirmed. Reminders go only to confirmed addresses.
    pub is_email_confirmed: bool,
    /// Whether this installation can send texts.
    pub can_text: bool,
    /// Whether this installation can send emails.
    pub can_mail: bool,
    /// When the private calendar URL was created; `None` if there is none.
    pub calendar_since: Option<DateTime<Utc>>,
}

/// Returns the caller's phone numbers, choices of messages and other notification settings.
pub fn reminder_settings(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<ReminderSettings> {
    let user = actor.id();
    Ok(ReminderSettings {
        numbers: store.text_numbers_of(user)?,
        choices: store.reminder_choices(user)?,
        is_email_confirmed: actor.user.verified.email.is_some(),
        can_text: deps.texts.is_some(),
        can_mail: deps.mail.is_some(),
        calendar_since: store.calendar_url_created_at(user)?,
    })
}

/// Changes which messages the caller gets.
pub fn change_reminder_choices(
    deps: &Deps,
    actor: &Actor,
    changes: ReminderChanges,
) -> Result<ReminderSettings> {
    in_transaction(&*deps.database, |store| {
        store_choices(deps, store, actor.id(), changes)?;
        reminder_settings(deps, store, actor)
    })
}

/// Changes a driver's stored choices of messages. Locks the driver, so that no concurrent change is lost.
fn store_choices(deps: &Deps, store: &mut dyn Store, user: UserId, changes: ReminderChanges) -> Result<()> {
    store.lock_user(user)?.ok_or(Error::NotFound)?;
    let choices = changes.apply(store.reminder_choices(user)?);
    Ok(store.set_reminder_choices(user, choices, deps.clock.now())?)
}

/// Sends another confirmation code to one of the caller's numbers. Does nothing if the number is confirmed.
///
/// # Errors
/// [`Error::NotFound`] if the number is not the caller's; a field error for `phoneNumber` if no code may be sent.
pub fn resend_code(deps: &Deps, actor: &Actor, id: TextNotificationId) -> Result<TextNumber> {
    in_transaction(&*deps.database, |store| {
        // The lock makes concurrent calls wait for each other, so that each call counts the codes
        // of earlier calls.
        store.lock_user(actor.id())?.ok_or(Error::NotFound)?;
        let number = find_own_number(store, actor, id)?;
        if number.confirmed_at.is_none() {
            send_code(deps, store, number.user_id, id, &number.phone)?;
        }
        Ok(number)
    })
}

/// Confirms a number with the code that was sent to it. Does nothing if the number is already confirmed.
///
/// # Errors
/// [`Error::NotFound`] if the number is not the caller's; a field error for `code` if it is wrong,
/// has expired or was tried too often; [`Error::Busy`].
pub fn confirm_number(deps: &Deps, actor: &Actor, id: TextNotificationId, code: &str) -> Result<TextNumber> {
    let (number, known) = in_transaction(&*deps.database, |store| {
        let number = find_own_number(store, actor, id)?;
        Ok::<_, Error>((number, store.lock_confirmation_code(id)?))
    })?;
    if number.confirmed_at.is_some() {
        return Ok(number);
    }
    let expired = || Error::field("code", "This code no longer works. Send a new code.");
    let known = known.ok_or_else(expired)?;
    if known.tries >= MAX_CODE_TRIES || known.expires_at <= deps.clock.now() {
        return Err(expired());
    }
    let digits: String = code.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    // The hash is slow, so it is computed without a database connection. The stored code is read again
    // afterwards, because it may have changed.
    let hash = deps.passwords.hash_with_salt(
        &code_hash_input_of_request(id.0, &digits),
        known.salt,
        HashPriority::Known,
    )?;
    let is_correct = in_transaction(&*deps.database, |store| {
        let now = deps.clock.now();
        let Some(current) = store.lock_confirmation_code(id)? else { return Ok(false) };
        if current.hash == hash && current.tries < MAX_CODE_TRIES && now < current.expires_at {
            store.confirm_number(id, now)?;
            return Ok(true);
        }
        store.count_wrong_confirmation_code(id)?;
        Ok::<_, Error>(false)
    })?;
    if !is_correct {
        return Err(Error::field("code", "That’s not the code we sent. Check the newest text."));
    }
    with_store(&*deps.database, |store| find_own_number(store, actor, id))
}

/// Returns the phone number with this id if it is the caller's.
fn find_own_number(store: &mut dyn Store, actor: &Actor, id: TextNotificationId) -> Result<TextNumber> {
    let number = store.text_number(id)?.ok_or(Error::NotFound)?;
    // Even staff can't confirm a driver's number, because the code proves that the driver has the phone.
    if number.user_id == actor.id() { Ok(number) } else { Err(Error::NotFound) }
}

/// Turns off reminder and news emails for the driver whose email contained this unsubscribe link.
/// Repeated calls change nothing. Returns the driver.
///
/// # Errors
/// [`Error::NotFound`] if no driver has this link.
pub fn unsubscribe(deps: &Deps, token: &str) -> Result<UserId> {
    in_transaction(&*deps.database, |store| {
        let user = store.user_of_unsubscribe_token(&deps.tokens.hash(token))?.ok_or(Error::NotFound)?;
        let no_emails = ReminderChanges {
            mail_reminders: Some(false),
            mail_news: Some(false),
            ..ReminderChanges::default()
        };
        store_choices(deps, store, user, no_emails)?;
        Ok(user)
    })
}
