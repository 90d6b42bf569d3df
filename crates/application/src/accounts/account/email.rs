//! Changes and confirmations of the caller's email address. A change needs the password and then a
//! link in an email to the new address.

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
use super::password::must_still_have_password;
use super::reset::record_invalid_link;
use crate::access::Actor;
use crate::access::Origin;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::queued_emails::{EmailChangeNotice, QueuedEmail, enqueue, is_at_link_limit};

/// Sends a link to the new address. Only the email, not the response, reveals whether that
/// address has an account.
///
/// # Errors
/// [`Error::MailUnavailable`] if no emails can be sent; [`Error::TooManyTries`] if logins are throttled;
/// [`Error::Busy`]; a field error for a wrong `password`. A field error for `email` if it is already the
/// caller's address or too many links were sent.
pub fn request_email_change(
    deps: &Deps,
    actor: &Actor,
    email: &Email,
    password: &str,
    origin: &Origin,
) -> Result<()> {
    if deps.mail.is_none() {
        return Err(Error::MailUnavailable);
    }
    let hash = must_know_password(deps, actor, "password", password, origin)?;
    if actor.user.email.eq_ignore_ascii_case(email.as_str()) {
        return Err(Error::field("email", "This is already your email address."));
    }
    in_transaction(&*deps.database, |store| {
        must_still_have_password(store, actor, &hash)?;
        check_link_limit(deps, store, actor.id())?;
        let link = store.insert_link(&NewLink {
            user_id: actor.id(),
            purpose: LinkPurpose::EmailChange,
            new_email: Some(email.as_str().to_owned()),
            created_at: deps.clock.now(),
        })?;
        store.audit(&actor.own_audit_entry(AuditAction::EmailChangeAsked, deps.clock.now()))?;
        enqueue(deps, store, &QueuedEmail::Link(link.id))
    })
}

/// Sends a link to the caller's current address. The caller confirms the address by
/// opening the link (docs/product/accounts.md#verification).
///
/// # Errors
/// [`Error::MailUnavailable`] if no emails can be sent; a field error for `email` if it is already
/// confirmed or was sent too many links.
pub fn send_confirmation_link(deps: &Deps, actor: &Actor) -> Result<()> {
    if deps.mail.is_none() {
        return Err(Error::MailUnavailable);
    }
    in_transaction(&*deps.database, |store| {
        let user = store.lock_user(actor.id())?.ok_or(Error::Unauthenticated)?;
        if user.is_verified(Claim::Email) {
            return Err(Error::field("email", "Your email address is already confirmed."));
        }
        check_link_limit(deps, store, actor.id())?;
        store.audit(&actor.own_audit_entry(AuditAction::EmailChangeAsked, deps.clock.now()))?;
        send_confirmation(deps, store, &user)
    })
}

/// Emails a confirmation link to a user's current address. The link is stored as an email change
/// whose new address is the current one.
pub(crate) fn send_confirmation(deps: &Deps, store: &mut dyn Store, user: &User) -> Result<()> {
    let link = store.insert_link(&NewLink {
        user_id: user.id,
        purpose: LinkPurpose::EmailChange,
        new_email: Some(user.email.clone()),
        created_at: deps.clock.now(),
    })?;
    enqueue(deps, store, &QueuedEmail::Link(link.id))
}

/// Checks that Lanewise may send the user another link for changing or confirming the email address.
fn check_link_limit(deps: &Deps, store: &mut dyn Store, user: UserId) -> Result<()> {
    if is_at_link_limit(deps, store, user, LinkPurpose::EmailChange)? {
        let sentence = "We’ve already sent you several links. Please try again in an hour.";
        return Err(Error::field("email", sentence));
    }
    Ok(())
}

/// Marks the user's email as confirmed. Proposes the user as the driver of imported citations that name this
/// email and still wait for a driver.
fn mark_email_confirmed(store: &mut dyn Store, user: UserId, now: DateTime<Utc>) -> Result<()> {
    if let Some(user) = store.set_email_verified(user, now)? {
        store.propose_driver_for_waiting_citations(&user, Claim::Email)?;
    }
    Ok(())
}

/// Whether a link changed the email address or only confirmed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmailConfirmation {
    /// The address has changed.
    Changed,
    /// The address is unchanged and is now confirmed.
    Same,
}

/// Confirms an email address with the token of an emailed link. A new address replaces the old one. The old
/// address is then notified, and all earlier links of the user become invalid.
///
/// # Errors
/// [`Error::LinkNotValid`] for a token that is unknown, used, void or expired; [`Error::EmailTaken`] if
/// another account now has the new address. After `EmailTaken`, the link still works.
pub fn confirm_email(deps: &Deps, token: &str, origin: &Origin) -> Result<EmailConfirmation> {
    let (hash, now) = (deps.tokens.hash(token), deps.clock.now());
    let purpose = LinkPurpose::EmailChange;
    let found =
        with_store(&*deps.database, |store| store.valid_link(&hash, purpose, now).map_err(Error::from))?;
    let Some(found) = found else { return Err(record_invalid_link(deps, origin)?) };
    let changed = in_transaction(&*deps.database, |store| {
        if store.lock_credentials(found.user_id)?.is_none() {
            return Ok(None);
        }
        let Some(link) = store.use_link(&hash, purpose, now)? else { return Ok(None) };
        let (Some(before), Some(new_email)) = (store.user(link.user_id)?, &link.new_email) else {
            return Ok(None);
        };
        if before.email.eq_ignore_ascii_case(new_email) {
            mark_email_confirmed(store, link.user_id, now)?;
            store.audit(&origin.own_audit_entry(before.id, AuditAction::EmailConfirmed, now))?;
            return Ok(Some(EmailConfirmation::Same));
        }
        store.set_email(link.user_id, new_email).map_err(|error| match error {
            StoreError::Duplicate(UniqueKey::Email) => Error::EmailTaken,
            other => other.into(),
        })?;
        mark_email_confirmed(store, link.user_id, now)?;
        store.set_link_old_email(link.id, &before.email)?;
        store.invalidate_links_of(link.user_id, now)?;
        store.audit(&origin.own_audit_entry(before.id, AuditAction::EmailChanged, deps.clock.now()))?;
        let was_confirmed = before.is_verified(Claim::Email);
        enqueue(deps, store, &QueuedEmail::EmailChanged(EmailChangeNotice { link: link.id, was_confirmed }))?;
        Ok::<_, Error>(Some(EmailConfirmation::Changed))
    })?;
    match changed {
        Some(confirmed) => Ok(confirmed),
        None => Err(record_invalid_link(deps, origin)?),
    }
}
