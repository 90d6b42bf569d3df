//! Password reset: setting a new password with an emailed link.

use domain::accounts::account::LinkPurpose;
use domain::accounts::password::Password;
use domain::accounts::user::User;
use domain::security::audit::AuditAction;
use domain::security::event::SecurityEventKind;
use domain::shared::person::email::Email;
use ports::shared::secrets::{HashPriority, TokenHash};
use ports::store::{in_transaction, with_store};

use super::guessable_details;
use crate::access::Origin;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::security::guard;
use crate::shared::queued_emails::{QueuedEmail, enqueue, enqueue_once};

/// Queues an email with a reset link, without checking whether the address has an account. The job that sends the email
/// checks this. The response and its duration are therefore the same for known and unknown addresses.
///
/// # Errors
/// [`Error::MailUnavailable`] if no emails can be sent.
pub fn request_password_reset(deps: &Deps, email: &Email) -> Result<()> {
    if deps.mail.is_none() {
        return Err(Error::MailUnavailable);
    }
    let address = email.normalized();
    // A repeated request queues no second email while one to this address is queued. The job's key contains a
    // hash instead of the address itself.
    let hash = hex::encode(deps.tokens.hash(&address).0);
    let letter = QueuedEmail::ResetRequested(address);
    in_transaction(&*deps.database, |store| enqueue_once(deps, store, &letter, format!("reset_asked {hash}")))
}

/// Checks a reset link's token before the user types a new password. The link stays valid.
///
/// # Errors
/// [`Error::LinkNotValid`] for a token that is unknown, used, void or expired.
pub fn check_reset_link(deps: &Deps, token: &str, origin: &Origin) -> Result<()> {
    match user_of_reset_link(deps, &deps.tokens.hash(token))? {
        Some(_) => Ok(()),
        None => Err(record_invalid_link(deps, origin)?),
    }
}

/// Returns the user for whom a valid reset link was sent; `None` if the link isn't valid.
fn user_of_reset_link(deps: &Deps, token: &TokenHash) -> Result<Option<User>> {
    with_store(&*deps.database, |store| {
        match store.valid_link(token, LinkPurpose::PasswordReset, deps.clock.now())? {
            Some(link) => store.user(link.user_id).map_err(Error::from),
            None => Ok(None),
        }
    })
}

/// Sets a new password with a reset link's token. All links of the user become invalid, all sessions of the user
/// end, and the login throttling of the user's account ends.
///
/// # Errors
/// [`Error::LinkNotValid`] for a token that is unknown, used, void or expired; a field error for
/// an unacceptable `password`; [`Error::Busy`].
pub fn reset_password(deps: &Deps, token: &str, password: &str, origin: &Origin) -> Result<()> {
    let (hash, now) = (deps.tokens.hash(token), deps.clock.now());
    // The password is validated before it is hashed, because hashing is slow. If the password is unacceptable,
    // the link stays valid.
    let Some(user) = user_of_reset_link(deps, &hash)? else { return Err(record_invalid_link(deps, origin)?) };
    let password = Password::parse(password, &guessable_details(&user))
        .map_err(|error| Error::field("password", error.to_string()))?;
    let password_hash = deps.passwords.hash(password.expose(), HashPriority::Known)?;
    let won = in_transaction(&*deps.database, |store| {
        // Every use case locks the user before the link, so that concurrent use cases can't deadlock.
        if store.lock_credentials(user.id)?.is_none()
            || store.use_link(&hash, LinkPurpose::PasswordReset, now)?.is_none()
        {
            return Ok(false);
        }
        store.set_password_hash(user.id, &password_hash)?;
        store.delete_sessions_of(user.id, None)?;
        store.invalidate_links_of(user.id, now)?;
        guard::lift_throttling(deps, store, &user.email, user.id, origin)?;
        store.audit(&origin.own_audit_entry(user.id, AuditAction::PasswordReset, deps.clock.now()))?;
        enqueue(deps, store, &QueuedEmail::PasswordChanged(user.id))?;
        Ok::<_, Error>(true)
    })?;
    if won { Ok(()) } else { Err(record_invalid_link(deps, origin)?) }
}

/// Records a security event about an invalid link and returns the error. The error is the same for unknown,
/// used and expired links.
pub(crate) fn record_invalid_link(deps: &Deps, origin: &Origin) -> Result<Error> {
    let event = guard::attempt_event(deps, SecurityEventKind::LinkRefused, origin, None);
    with_store(&*deps.database, |store| store.record_security_event(&event).map_err(Error::from))?;
    Ok(Error::LinkNotValid)
}
