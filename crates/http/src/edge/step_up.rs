//! Checks that some requests need in addition to the session: step-up authentication
//! (docs/product/accounts.md#step-up-authentication) and the second factor of staff and lawyers
//! (docs/product/accounts.md#required-second-factor).

use application::access::Actor;
use application::accounts::second_factor;
use application::{Deps, Error};
use ports::store::Store;

use crate::edge::caller::Caller;
use crate::edge::route::RequiredAuthentication;

/// Checks the second factor of staff and lawyers, and the step-up authentication of staff. Drivers need
/// neither. The caller's role must have been checked before.
///
/// # Errors
/// [`Error::SecondFactorNeeded`] if a required second factor isn't set up; [`Error::ConfirmItIsYou`] if a
/// required step-up authentication is missing or too old.
pub fn check_step_up(
    deps: &Deps,
    store: &mut dyn Store,
    caller: &Caller,
    actor: &Actor,
) -> Result<(), Error> {
    if !(actor.is_admin() || actor.is_lawyer()) {
        return Ok(());
    }
    let proof = caller.call.map_or(RequiredAuthentication::StepUp, |call| call.proof);
    if deps.staff_need_second_factor
        && proof != RequiredAuthentication::Session
        && !second_factor::has_second_factor(store, actor)?
    {
        return Err(Error::SecondFactorNeeded);
    }
    if proof == RequiredAuthentication::StepUp { actor.must_have_step_up(deps.clock.now()) } else { Ok(()) }
}
