//! Users and driving profiles (driver specification, section 7; decisions 2 to 4 and 21).

use domain::audit::AuditAction;
use domain::driving::DrivingProfile;
use domain::identity::IdentityDigits;
use domain::ids::UserId;
use domain::plate::Plate;
use domain::us_state::UsState;
use domain::user::User;
use ports::store::{Page, Paged, Store};
use ports::trail::AuditEntry;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Staff see everybody, a driver a list of just themself (decision 4).
///
/// # Errors
/// Only the database's.
pub fn list(store: &mut dyn Store, actor: &Actor, query: Option<&str>, page: Page) -> Result<Paged<User>> {
    if actor.is_admin() {
        return Ok(store.users(query.map(str::trim).filter(|query| !query.is_empty()), page)?);
    }
    Ok(Paged { items: vec![actor.user.clone()], total: 1 })
}

/// A user, for themself and for staff.
///
/// # Errors
/// [`Error::Forbidden`] for other drivers, [`Error::NotFound`] for staff when there is no such user.
pub fn show(store: &mut dyn Store, actor: &Actor, id: UserId) -> Result<User> {
    actor.must_be(id)?;
    store.user(id)?.ok_or(Error::NotFound)
}

/// A driver's profile, for themself and for staff.
///
/// # Errors
/// As [`show`].
pub fn profile(store: &mut dyn Store, actor: &Actor, id: UserId) -> Result<DrivingProfile> {
    actor.must_be(id)?;
    store.profile(id)?.ok_or(Error::NotFound)
}

/// Puts a plate on file.
///
/// # Errors
/// As [`show`].
pub fn set_vehicle(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: UserId,
    plate: &Plate,
    state: UsState,
) -> Result<User> {
    actor.must_be(id)?;
    let now = deps.clock.now();
    let before = store.user(id)?.ok_or(Error::NotFound)?;
    let after = store.set_vehicle(id, plate.as_str(), state, now)?.ok_or(Error::NotFound)?;
    if actor.is_admin() {
        store.audit(&AuditEntry {
            actor: Some(actor.id()),
            action: AuditAction::UserChanged,
            subject_kind: "user",
            subject_id: id.0,
            before: vehicle(before.vehicle_license_plate.unwrap_or_default(), before.vehicle_state),
            after: vehicle(plate.as_str().to_owned(), Some(state)),
            address: Some(actor.address.clone()),
            at: now,
        })?;
    }
    Ok(after)
}

fn vehicle(plate: String, state: Option<UsState>) -> Vec<(&'static str, String)> {
    let state = state.map(|state| state.name().to_owned()).unwrap_or_default();
    vec![("vehicleLicensePlate", plate), ("vehicleState", state)]
}

/// Asks for a licence status check: the digits are sealed before they are stored, and only the driver may give them.
/// `digits` checks them against the state the driver's licence is from.
///
/// # Errors
/// [`Error::Forbidden`] for anybody else, `lastFourSSN` wrong for that state.
pub fn request_status(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: UserId,
    digits: &str,
) -> Result<User> {
    if actor.id() != id {
        return Err(Error::Forbidden);
    }
    let digits = IdentityDigits::parse(digits, actor.user.state)
        .map_err(|error| Error::field("lastFourSSN", error.to_string()))?;
    let sealed = deps.vault.seal(id, digits.expose());
    store.set_status_request(id, &sealed, deps.clock.now())?.ok_or(Error::NotFound)
}
