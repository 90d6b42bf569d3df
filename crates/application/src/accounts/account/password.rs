//! Changing the password, knowing the old one (docs/PRODUCT.md#changing-a-password).

use domain::accounts::password::Password;
use domain::security::audit::AuditAction;
use ports::shared::secrets::Turn;
use ports::store::{Store, in_transaction};

use super::{must_know_password, password_hints};
use crate::access::Actor;
use crate::access::Origin;
use crate::accounts::sessions::{self, OpenedSession};
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::letters::{Letter, enqueue};

/// Sets a new password. Every session ends at once, the caller's too: they go on in a new one, in which a second factor that is on
/// counts as proved no later than in the old one.
///
/// # Errors
/// `currentPassword` or `newPassword`, when one is wrong.
pub fn change_password(
    deps: &Deps,
    actor: &Actor,
    current: &str,
    new: &str,
    origin: &Origin,
) -> Result<OpenedSession> {
    let old_hash = must_know_password(deps, actor, "currentPassword", current, origin)?;
    if current == new {
        return Err(Error::field("newPassword", "This is the password you have now."));
    }
    let new = Password::parse(new, &password_hints(&actor.user))
        .map_err(|error| Error::field("newPassword", error.to_string()))?;
    let new_hash = deps.passwords.hash(new.expose(), Turn::Known)?;
    in_transaction(&*deps.database, |store| {
        must_still_be(store, actor, &old_hash)?;
        store.set_password_hash(actor.id(), &new_hash)?;
        store.delete_sessions_of(actor.id(), None)?;
        // A link may have been asked for by somebody else.
        store.end_links_of(actor.id(), deps.clock.now())?;
        store.audit(&actor.own_entry(AuditAction::PasswordChanged, deps.clock.now()))?;
        enqueue(deps, store, &Letter::PasswordChanged(actor.id()))?;
        let opened = sessions::open(deps, store, actor.id(), None, origin)?;
        if store.second_factor(actor.id())?.is_some_and(|factor| factor.confirmed_at.is_some()) {
            store.prove_session(
                opened.session.id,
                actor.session.proved_at.unwrap_or(actor.session.login_time),
            )?;
        }
        Ok(opened)
    })
}

/// The password that was checked is still the one in force; nobody changes it until the transaction ends.
///
/// # Errors
/// [`Error::Unauthenticated`] when it is not, or the account is closed: then this session is over, too.
pub(crate) fn must_still_be(store: &mut dyn Store, actor: &Actor, hash: &str) -> Result<()> {
    let locked = store.lock_credentials(actor.id())?.ok_or(Error::Unauthenticated)?;
    if locked.password_hash == hash { Ok(()) } else { Err(Error::Unauthenticated) }
}
