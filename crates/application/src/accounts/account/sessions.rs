//! Lists sessions, and ends sessions for their user or for staff. An ended session stops working immediately.

use domain::security::audit::AuditAction;
use domain::shared::ids::{SessionId, UserId};
use ports::accounts::account::OpenSession;
use ports::store::{Store, in_transaction};

use crate::access::{Actor, Origin};
use crate::accounts::proof::{IdentityProof, must_prove};
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Maximum number of sessions in a list.
const MAX_LISTED: i64 = 100;

/// Lists the caller's open sessions, most recently used first, at most [`MAX_LISTED`].
pub fn list_sessions(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<Vec<OpenSession>> {
    Ok(store.sessions_of(actor.id(), deps.clock.now(), MAX_LISTED)?)
}

/// Ends one of the caller's sessions.
///
/// # Errors
/// A field error for a wrong `password` or `code`; [`Error::NotFound`] for another user's session, or
/// one that has ended; [`Error::TooManyCodes`], [`Error::TooManyTries`], [`Error::Busy`].
pub fn end_session(
    deps: &Deps,
    actor: &Actor,
    id: SessionId,
    proof: IdentityProof<'_>,
    origin: &Origin,
) -> Result<()> {
    must_prove(deps, actor, proof, origin)?;
    in_transaction(&*deps.database, |store| {
        if !store.delete_session_of(actor.id(), id)? {
            return Err(Error::NotFound);
        }
        Ok(store.audit(&actor.own_audit_entry(AuditAction::SessionsEnded, deps.clock.now()))?)
    })
}

/// Ends all of the caller's sessions except the current one. Returns how many ended.
///
/// # Errors
/// [`Error::TooManyCodes`], [`Error::TooManyTries`], [`Error::Busy`]; a field error for a wrong `password` or
/// `code` of the caller.
pub fn end_other_sessions(
    deps: &Deps,
    actor: &Actor,
    proof: IdentityProof<'_>,
    origin: &Origin,
) -> Result<usize> {
    must_prove(deps, actor, proof, origin)?;
    in_transaction(&*deps.database, |store| {
        let ended = store.delete_sessions_of(actor.id(), Some(actor.session.id))?;
        if ended > 0 {
            store.audit(&actor.own_audit_entry(AuditAction::SessionsEnded, deps.clock.now()))?;
        }
        Ok(ended)
    })
}

/// Ends all sessions of a driver or lawyer, for staff. Returns how many ended.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`] if the user doesn't exist or is a staff member.
pub fn end_sessions_of_user(deps: &Deps, actor: &Actor, user: UserId) -> Result<usize> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let user = store.lock_user(user)?.filter(|user| !user.is_admin()).ok_or(Error::NotFound)?;
        let ended = store.delete_sessions_of(user.id, None)?;
        let entry = actor.user_audit_entry(user.id, AuditAction::DriverLoggedOut, deps.clock.now());
        store.audit(&entry.with_after("sessions", &ended))?;
        Ok(ended)
    })
}
