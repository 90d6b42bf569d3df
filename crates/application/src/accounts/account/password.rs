//! Change of the password by a user who knows the old one (docs/product/accounts.md#changing-a-password).

use domain::accounts::password::Password;
use domain::security::audit::AuditAction;
use ports::shared::secrets::HashPriority;
use ports::store::{Store, in_transaction};

use super::{guessable_details, must_know_password};
use crate::access::Actor;
use crate::access::Origin;
use crate::accounts::sessions::OpenedSession;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::queued_emails::{QueuedEmail, enqueue};

/// Sets a new password and ends the caller's other sessions. The current session gets a new token
/// but keeps its login time, expiry and count of incorrect codes. If the second factor is off, the
/// correct password also counts as step-up authentication.
///
/// # Errors
/// A field error for a wrong `currentPassword` or an unacceptable `newPassword`; [`Error::TooManyTries`] if
/// logins are throttled; [`Error::Unauthenticated`] if the session has ended; [`Error::Busy`].
pub fn change_password(
    deps: &Deps,
    actor: &Actor,
    current: &str,
    new: &str,
    origin: &Origin,
) -> Result<OpenedSession> {
    let old_hash = must_know_password(deps, actor, "currentPassword", current, origin)?;
    if current == new {
        return Err(Error::field("newPassword", "This is your current password."));
    }
    let new = Password::parse(new, &guessable_details(&actor.user))
        .map_err(|error| Error::field("newPassword", error.to_string()))?;
    let new_hash = deps.passwords.hash(new.expose(), HashPriority::Known)?;
    in_transaction(&*deps.database, |store| {
        must_still_have_password(store, actor, &old_hash)?;
        store.set_password_hash(actor.id(), &new_hash)?;
        // Waits for a code check that runs concurrently in this session, so that the copied session
        // includes its count.
        store.lock_session(actor.session.id)?;
        let token = deps.tokens.new_token();
        let session = store.copy_session(actor.session.id, &deps.tokens.hash(&token))?;
        let session = session.ok_or(Error::Unauthenticated)?;
        store.delete_sessions_of(actor.id(), Some(session.id))?;
        // Links that were emailed earlier become invalid, because an attacker may have requested one.
        store.invalidate_links_of(actor.id(), deps.clock.now())?;
        store.audit(&actor.own_audit_entry(AuditAction::PasswordChanged, deps.clock.now()))?;
        enqueue(deps, store, &QueuedEmail::PasswordChanged(actor.id()))?;
        if store.second_factor(actor.id())?.is_none_or(|factor| factor.confirmed_at.is_none()) {
            store.record_step_up(session.id, deps.clock.now())?;
        }
        Ok(OpenedSession { token, session })
    })
}

/// Checks that the caller still has the password with this hash, which was verified before the transaction.
/// Locks the password until the transaction ends.
///
/// # Errors
/// [`Error::Unauthenticated`] if the password has changed or the account is closed. In both cases, the
/// caller's session has ended too.
pub(crate) fn must_still_have_password(store: &mut dyn Store, actor: &Actor, hash: &str) -> Result<()> {
    let locked = store.lock_credentials(actor.id())?.ok_or(Error::Unauthenticated)?;
    if locked.password_hash == hash { Ok(()) } else { Err(Error::Unauthenticated) }
}
