//! Changing the e-mail: the password first, then a link in a mail to the new address.

use chrono::{DateTime, Utc};
use domain::accounts::account::LinkPurpose;
use domain::accounts::user::User;
use domain::accounts::verification::Claim;
use domain::security::audit::AuditAction;
use domain::shared::ids::UserId;
use domain::shared::person::email::Email;
use ports::accounts::account::NewLink;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::{Store, in_transaction, with_store};

use super::must_know_password;
use super::password::must_still_be;
use super::reset::refused;
use crate::access::Actor;
use crate::access::Origin;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::letters::{EmailChanged, Letter, enqueue, is_enough};

/// Sends a link to the new address. Whether it has an account already is only told to the person who reads its mail.
///
/// # Errors
/// [`Error::MailUnavailable`] where no mail can be sent; `password` or `email`, when one is wrong.
pub fn ask(deps: &Deps, actor: &Actor, email: &Email, password: &str, origin: &Origin) -> Result<()> {
    if deps.mail.is_none() {
        return Err(Error::MailUnavailable);
    }
    let hash = must_know_password(deps, actor, "password", password, origin)?;
    if actor.user.email.eq_ignore_ascii_case(email.as_str()) {
        return Err(Error::field("email", "This is your email address already."));
    }
    in_transaction(&*deps.database, |store| {
        must_still_be(store, actor, &hash)?;
        must_not_be_enough(deps, store, actor.id())?;
        let link = store.insert_link(&NewLink {
            user_id: actor.id(),
            purpose: LinkPurpose::EmailChange,
            new_email: Some(email.as_str().to_owned()),
            created_at: deps.clock.now(),
        })?;
        store.audit(&actor.own_entry(AuditAction::EmailChangeAsked, deps.clock.now()))?;
        enqueue(deps, store, &Letter::Link(link.id))
    })
}

/// Sends a link to the caller's own address: by opening it they show that they read it (docs/PRODUCT.md#verification).
///
/// # Errors
/// [`Error::MailUnavailable`] where no mail can be sent; `email`, when it is confirmed already or got enough links.
pub fn ask_to_confirm(deps: &Deps, actor: &Actor) -> Result<()> {
    if deps.mail.is_none() {
        return Err(Error::MailUnavailable);
    }
    in_transaction(&*deps.database, |store| {
        let user = store.lock_user(actor.id())?.ok_or(Error::Unauthenticated)?;
        if user.is_verified(Claim::Email) {
            return Err(Error::field("email", "Your email address is confirmed already."));
        }
        must_not_be_enough(deps, store, actor.id())?;
        store.audit(&actor.own_entry(AuditAction::EmailChangeAsked, deps.clock.now()))?;
        send_confirmation(deps, store, &user)
    })
}

/// Has a link sent to a user's own address. It is one that changes the address to what it is.
///
/// # Errors
/// Only the database's.
pub(crate) fn send_confirmation(deps: &Deps, store: &mut dyn Store, user: &User) -> Result<()> {
    let link = store.insert_link(&NewLink {
        user_id: user.id,
        purpose: LinkPurpose::EmailChange,
        new_email: Some(user.email.clone()),
        created_at: deps.clock.now(),
    })?;
    enqueue(deps, store, &Letter::Link(link.id))
}

fn must_not_be_enough(deps: &Deps, store: &mut dyn Store, user: UserId) -> Result<()> {
    if is_enough(deps, store, user, LinkPurpose::EmailChange)? {
        let sentence = "We have sent you several links already. Please try again in an hour.";
        return Err(Error::field("email", sentence));
    }
    Ok(())
}

/// Citations that name the address and wait are put before staff.
fn confirmed(store: &mut dyn Store, user: UserId, now: DateTime<Utc>) -> Result<()> {
    if let Some(user) = store.set_email_verified(user, now)? {
        store.offer_waiting(&user, Claim::Email)?;
    }
    Ok(())
}

/// Whether a link changed the address, or showed that its owner reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// It is another one now.
    Changed,
    /// It is the same.
    Same,
}

/// Confirms the e-mail by a link's token, and changes it when it is another one: then the old address is told, and links that were
/// sent to it are void.
///
/// # Errors
/// [`Error::LinkNotValid`] for a token that is unknown, used, void or expired; [`Error::EmailTaken`] when the new address
/// has an account by now: then the link stays good.
pub fn confirm(deps: &Deps, token: &str, origin: &Origin) -> Result<Confirmed> {
    let (hash, now) = (deps.tokens.hash(token), deps.clock.now());
    let find = LinkPurpose::EmailChange;
    let found = with_store(&*deps.database, |store| store.good_link(&hash, find, now).map_err(Error::from))?;
    let Some(found) = found else { return Err(refused(deps, origin)?) };
    let changed = in_transaction(&*deps.database, |store| {
        if store.lock_credentials(found.user_id)?.is_none() {
            return Ok(None);
        }
        let Some(link) = store.use_link(&hash, find, now)? else { return Ok(None) };
        let (Some(before), Some(new_email)) = (store.user(link.user_id)?, &link.new_email) else {
            return Ok(None);
        };
        if before.email.eq_ignore_ascii_case(new_email) {
            confirmed(store, link.user_id, now)?;
            store.audit(&origin.own_entry(before.id, AuditAction::EmailConfirmed, now))?;
            return Ok(Some(Confirmed::Same));
        }
        store.set_email(link.user_id, new_email).map_err(|error| match error {
            StoreError::Duplicate(UniqueKey::Email) => Error::EmailTaken,
            other => other.into(),
        })?;
        confirmed(store, link.user_id, now)?;
        store.set_link_old_email(link.id, &before.email)?;
        store.end_links_of(link.user_id, now)?;
        store.audit(&origin.own_entry(before.id, AuditAction::EmailChanged, deps.clock.now()))?;
        let was_confirmed = before.is_verified(Claim::Email);
        enqueue(deps, store, &Letter::EmailChanged(EmailChanged { link: link.id, was_confirmed }))?;
        Ok::<_, Error>(Some(Confirmed::Changed))
    })?;
    match changed {
        Some(confirmed) => Ok(confirmed),
        None => Err(refused(deps, origin)?),
    }
}
