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

/// Sets a new password. Ends all other sessions and continues the caller's with a new token: the login time, the
/// expiry and the number of incorrect codes stay. If the second factor is on, the time of the last step-up
/// authentication stays too, because the password alone isn't enough for that.
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
        // A code that is being checked in the session is counted before the session is copied.
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
