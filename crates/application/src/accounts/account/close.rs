//! Closing the account.

use domain::accounts::account::may_close;
use domain::security::audit::AuditAction;
use ports::store::in_transaction;

use super::password::must_still_be;
use super::{must_know_password, own_entry};
use crate::access::Actor;
use crate::accounts::sessions::Origin;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Closes the caller's account: what identifies them is erased, the books and the audit trail stay.
///
/// # Errors
/// `password`, when it is wrong; [`Error::CannotClose`] while money or a lawyer is at work.
pub fn close(deps: &Deps, actor: &Actor, password: &str, origin: &Origin) -> Result<()> {
    let hash = must_know_password(deps, actor, "password", password, origin)?;
    in_transaction(&*deps.database, |store| {
        // Locks the items first, as paying does, then the user.
        let unfinished = store.lock_unfinished(actor.id())?;
        must_still_be(store, actor, &hash)?;
        let user = store.user(actor.id())?.ok_or(Error::Unauthenticated)?;
        may_close(&user, unfinished.has_other_admins, &unfinished.payments, &unfinished.hires)
            .map_err(Error::CannotClose)?;
        store.close_user(actor.id(), deps.clock.now())?;
        Ok(store.audit(&own_entry(deps, actor, AuditAction::AccountClosed))?)
    })
}
