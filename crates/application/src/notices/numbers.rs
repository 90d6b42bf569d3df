//! What drivers decide themselves: which numbers are theirs, and what they want to be told (docs/PRODUCT.md#reminders).

use chrono::{DateTime, Utc};
use domain::notices::notice::{Choices, MOST_CODE_TRIES};
use domain::shared::ids::{TextNotificationId, UserId};
use ports::notices::numbers::TextNumber;
use ports::shared::secrets::Turn;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::notices::sending::code_bound;
use crate::shared::numbers::send_code;

/// How a driver is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Their numbers.
    pub numbers: Vec<TextNumber>,
    /// What they want.
    pub choices: Choices,
    /// Their address is confirmed: without that no reminder goes there.
    pub is_email_confirmed: bool,
    /// Texts can be sent.
    pub can_text: bool,
    /// Mails can be sent.
    pub can_mail: bool,
    /// Since when their calendar can be read.
    pub calendar_since: Option<DateTime<Utc>>,
}

/// How the caller is reached.
///
/// # Errors
/// Only the database's.
pub fn reach(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<Reach> {
    let user = actor.id();
    Ok(Reach {
        numbers: store.numbers_of(user)?,
        choices: store.reminder_choices(user)?,
        is_email_confirmed: actor.user.verified.email.is_some(),
        can_text: deps.texts.is_some(),
        can_mail: deps.mail.is_some(),
        calendar_since: store.calendar_feed(user)?,
    })
}

/// Keeps what the caller wants.
///
/// # Errors
/// Only the database's.
pub fn choose(deps: &Deps, actor: &Actor, choices: Choices) -> Result<Reach> {
    in_transaction(&*deps.database, |store| {
        store.set_reminder_choices(actor.id(), choices, deps.clock.now())?;
        reach(deps, store, actor)
    })
}

/// Sends another code to a number of the caller's.
///
/// # Errors
/// [`Error::NotFound`] when it is not theirs; `phoneNumber` when none may be sent.
pub fn code_again(deps: &Deps, actor: &Actor, id: TextNotificationId) -> Result<TextNumber> {
    in_transaction(&*deps.database, |store| {
        // Two presses at once: the second waits here, and counts the first one's code too.
        store.lock_user(actor.id())?.ok_or(Error::NotFound)?;
        let number = own(store, actor, id)?;
        if number.confirmed_at.is_none() {
            send_code(deps, store, number.user_id, id, &number.phone)?;
        }
        Ok(number)
    })
}

/// The code that was sent to a number comes back.
///
/// # Errors
/// [`Error::NotFound`] when the number is not the caller's; `code` when it is wrong, over, or was tried too often.
pub fn confirm(deps: &Deps, actor: &Actor, id: TextNotificationId, code: &str) -> Result<TextNumber> {
    let (number, known) = in_transaction(&*deps.database, |store| {
        let number = own(store, actor, id)?;
        Ok::<_, Error>((number, store.lock_code(id)?))
    })?;
    if number.confirmed_at.is_some() {
        return Ok(number);
    }
    let over = || Error::field("code", "This code is over. Have a new one sent.");
    let known = known.ok_or_else(over)?;
    if known.tries >= MOST_CODE_TRIES || known.expires_at <= deps.clock.now() {
        return Err(over());
    }
    let digits: String = code.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    // Worked out with no connection held; what was read is looked at once more.
    let hash = deps.passwords.hash_beside(&code_bound(id.0, &digits), known.salt, Turn::Known)?;
    let is_right = in_transaction(&*deps.database, |store| {
        let now = deps.clock.now();
        let Some(current) = store.lock_code(id)? else { return Ok(false) };
        if current.hash == hash && current.tries < MOST_CODE_TRIES && now < current.expires_at {
            store.confirm_number(id, now)?;
            return Ok(true);
        }
        store.count_wrong_number_code(id)?;
        Ok::<_, Error>(false)
    })?;
    if !is_right {
        return Err(Error::field("code", "That is not the code we sent. Check the newest text."));
    }
    with_store(&*deps.database, |store| own(store, actor, id))
}

fn own(store: &mut dyn Store, actor: &Actor, id: TextNotificationId) -> Result<TextNumber> {
    let number = store.number(id)?.ok_or(Error::NotFound)?;
    // Not staff either: the code proves that the driver holds the phone.
    if number.user_id == actor.id() { Ok(number) } else { Err(Error::NotFound) }
}

/// Ends the mails of the driver who got this way out. Pressing twice is as good as once.
///
/// # Errors
/// [`Error::NotFound`] when nobody did.
pub fn unsubscribe(deps: &Deps, token: &str) -> Result<UserId> {
    in_transaction(&*deps.database, |store| {
        let user = store.unsubscriber(&deps.tokens.hash(token))?.ok_or(Error::NotFound)?;
        let choices = store.reminder_choices(user)?;
        let fewer = Choices { mail_reminders: false, mail_news: false, ..choices };
        store.set_reminder_choices(user, fewer, deps.clock.now())?;
        Ok(user)
    })
}
