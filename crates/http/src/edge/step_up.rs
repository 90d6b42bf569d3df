//! Checks that some requests need in addition to the session: step-up authentication
//! (docs/product/accounts.md#step-up-authentication) and the second factor of staff and lawyers
//! (docs/product/accounts.md#required-second-factor).

use application::access::Actor;
use application::accounts::second_factor;
use application::{Deps, Error};
use ports::store::Store;

use crate::edge::caller::Caller;

/// Requests that require step-up authentication from staff. They show secrets, export data in bulk,
/// or refund money.
pub const ASK_AGAIN: &[(&str, &str)] = &[
    ("POST", "/api/admin/status-requests/{userId}/reveal"),
    ("GET", "/api/admin/exports/{list}"),
    ("GET", "/api/admin/books/file"),
    ("GET", "/api/admin/remittances/{id}/file"),
    ("GET", "/api/admin/statements/file"),
    ("GET", "/api/security/export-report"),
    ("POST", "/api/admin/payments/{id}/refunds"),
    ("POST", "/api/admin/refunds/{id}/retry"),
    ("POST", "/api/admin/refunds/{id}/paid-otherwise"),
    ("POST", "/api/lawyer-hires/{id}/cancel"),
    ("POST", "/api/admin/cases/{id}/end"),
    ("POST", "/api/admin/cases/{id}/money-back"),
    ("GET", "/api/admin/cases/{id}/messages"),
    ("GET", "/api/admin/cases/files/{id}"),
];

/// Path prefixes that staff and lawyers may request before they have set up a required second factor: their own
/// session and account.
const OPEN_WITHOUT: [&str; 2] = ["/api/session", "/api/account/"];

/// Checks step-up authentication and the second factor. The caller's role must have been checked
/// before.
///
/// # Errors
/// [`Error::SecondFactorNeeded`] or [`Error::ConfirmItIsYou`], if one is missing.
pub fn check_step_up(
    deps: &Deps,
    store: &mut dyn Store,
    caller: &Caller,
    actor: &Actor,
) -> Result<(), Error> {
    if !(actor.is_admin() || actor.is_lawyer()) {
        return Ok(());
    }
    let is_open = |path: &str| OPEN_WITHOUT.iter().any(|open| path.starts_with(open));
    if deps.staff_need_second_factor
        && !caller.call.is_some_and(|(_, path)| is_open(path))
        && !second_factor::has_second_factor(store, actor)?
    {
        return Err(Error::SecondFactorNeeded);
    }
    if actor.is_admin() && caller.call.is_some_and(|call| ASK_AGAIN.contains(&call)) {
        must_be_proved(deps, actor)
    } else {
        Ok(())
    }
}

/// Checks step-up authentication, for requests that need it only with some queries, such as the
/// export of a file.
///
/// # Errors
/// [`Error::ConfirmItIsYou`] if the caller must confirm their identity again.
pub fn must_be_proved(deps: &Deps, actor: &Actor) -> Result<(), Error> {
    if actor.session.is_proved(deps.clock.now()) { Ok(()) } else { Err(Error::ConfirmItIsYou) }
}
