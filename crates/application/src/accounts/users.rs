//! Users and driving profiles (docs/product/everywhere.md#who-may-see-what).

use chrono::{DateTime, NaiveDate, Utc};
use domain::accounts::plate_dates::PlateDates;
use domain::accounts::user::{LicenseStatus, User};
use domain::accounts::verification::Claim;
use domain::driving_record::profile::{DrivingProfile, DrivingStatus, ProfileChange};
use domain::requests::identity::IdentityDigits;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::UserId;
use domain::shared::person::plate::Plate;
use domain::shared::person::plate_state::PlateState;
use ports::accounts::lists::UserQuery;
use ports::shared::paging::Paged;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::changes::Changes;
use crate::shared::lists;

/// Lists the users that match `query` for staff. Drivers see only themselves,
/// whatever the query (docs/product/everywhere.md#who-may-see-what).
///
/// # Errors
/// [`Error::Forbidden`] for lawyers.
pub fn list_users(store: &mut dyn Store, actor: &Actor, query: UserQuery) -> Result<Paged<User>> {
    if actor.is_admin() {
        return lists::list(store, actor, query);
    }
    actor.must_not_be_lawyer()?;
    Ok(Paged::new(vec![actor.user.clone()], 1))
}

/// Returns a user. Drivers may only see themselves; staff may see every user.
///
/// # Errors
/// [`Error::Forbidden`] for other drivers and for lawyers; [`Error::NotFound`] when staff ask for a
/// user who doesn't exist.
pub fn show_user(store: &mut dyn Store, actor: &Actor, id: UserId) -> Result<User> {
    actor.must_be_user_or_staff(id)?;
    store.user(id)?.ok_or(Error::NotFound)
}

/// Returns a driver's profile to the driver or to staff.
///
/// # Errors
/// The same errors as [`show_user`].
pub fn driving_profile(store: &mut dyn Store, actor: &Actor, id: UserId) -> Result<DrivingProfile> {
    actor.must_be_user_or_staff(id)?;
    store.profile(id)?.ok_or(Error::NotFound)
}

/// Changes to a user's data. `None` leaves the field unchanged, except that a new plate without `plate_dates`
/// clears the old plate's dates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserChange {
    /// The plate and the state that issued it.
    pub vehicle: Option<(Plate, PlateState)>,
    /// The first and the last day on which the user has the plate. Ignored without `vehicle`.
    pub plate_dates: Option<PlateDates>,
    /// The license status. Only staff may change it.
    pub license_status: Option<LicenseStatus>,
}

/// Changes a user's plate or license status. The driver may change only the plate and its dates. The driving profile's
/// status follows the license status (docs/product/driving-record.md#driving-status). Changes by staff are audited.
///
/// # Errors
/// The same errors as [`show_user`], and a field error if a driver sets `licenseStatus`.
pub fn change_user(deps: &Deps, actor: &Actor, id: UserId, change: &UserChange) -> Result<User> {
    actor.must_be_user_or_staff(id)?;
    if change.license_status.is_some() && !actor.is_admin() {
        return Err(Error::field("licenseStatus", "This field can’t be set here."));
    }
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let before = store.lock_user(id)?.ok_or(Error::NotFound)?;
        let mut trail = Changes::default();
        let mut user = before.clone();
        if let Some((plate, state)) = &change.vehicle {
            user = store.set_vehicle(id, plate.as_str(), *state, now)?.ok_or(Error::NotFound)?;
            trail.add_hidden("vehicleLicensePlate", plate_of(&before), plate_of(&user));
            trail.add("vehicleState", state_of(&before), state_of(&user));
            let is_same = user.claimed_detail(Claim::Plate) == before.claimed_detail(Claim::Plate);
            let plate_dates = if is_same { before.plate_dates } else { PlateDates::default() };
            user =
                set_plate_dates(store, actor, &user, change.plate_dates.unwrap_or(plate_dates), &mut trail)?;
        }
        if let Some(status) = change.license_status {
            user = store_license_status(store, &before, status, &ProfileChange::default(), &mut trail)?;
        }
        if actor.is_admin() {
            trail.write(store, actor, AuditAction::UserChanged, (AuditSubject::User, id.0), now)?;
        }
        Ok(user)
    })
}

/// Stores the first and the last day on which a driver has the plate. If the driver changes these days, the
/// plate is no longer verified. Adds the changed days to `trail`. Does nothing if the days are unchanged.
pub(crate) fn set_plate_dates(
    store: &mut dyn Store,
    actor: &Actor,
    user: &User,
    dates: PlateDates,
    trail: &mut Changes,
) -> Result<User> {
    if dates == user.plate_dates {
        return Ok(user.clone());
    }
    let day = |day: Option<NaiveDate>| day.map(|day| day.to_string()).unwrap_or_default();
    trail.add("plateFrom", day(user.plate_dates.from), day(dates.from));
    trail.add("plateUntil", day(user.plate_dates.until), day(dates.until));
    let changed = store.set_plate_dates(user.id, dates)?.ok_or(Error::NotFound)?;
    if actor.is_admin() || !changed.is_verified(Claim::Plate) {
        return Ok(changed);
    }
    store.withdraw_verification(user.id, Claim::Plate)?.ok_or(Error::NotFound)
}

/// Sets a user's license status and the driving status that follows from it, and applies `change` to the
/// other fields of the driving profile. Adds what changed to `trail`.
pub(crate) fn store_license_status(
    store: &mut dyn Store,
    before: &User,
    status: LicenseStatus,
    change: &ProfileChange,
    trail: &mut Changes,
) -> Result<User> {
    let user = store.set_license_status(before.id, status)?.ok_or(Error::NotFound)?;
    trail.add("licenseStatus", before.license_status.as_str(), status.as_str());
    if let Some(profile) = store.profile(before.id)? {
        let label = Some(DrivingStatus::for_license(status).label().to_owned());
        store_profile(store, &profile, &ProfileChange { status: label, ..change.clone() }, trail)?;
    }
    Ok(user)
}

/// Returns the user's plate; empty if the user entered none.
fn plate_of(user: &User) -> &str {
    user.vehicle_license_plate.as_deref().unwrap_or_default()
}

/// Returns the state of the user's plate; empty if the user entered none.
fn state_of(user: &User) -> &'static str {
    user.vehicle_state.map(PlateState::name).unwrap_or_default()
}

/// Changes a driving profile.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn change_profile(
    deps: &Deps,
    actor: &Actor,
    id: UserId,
    change: &ProfileChange,
) -> Result<DrivingProfile> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        store.lock_user(id)?.ok_or(Error::NotFound)?;
        let profile = store.profile(id)?.ok_or(Error::NotFound)?;
        let mut trail = Changes::default();
        let changed = store_profile(store, &profile, change, &mut trail)?;
        trail.write(store, actor, AuditAction::UserChanged, (AuditSubject::User, id.0), deps.clock.now())?;
        Ok(changed)
    })
}

/// Stores a driving profile with this change, and adds what changed to `trail`.
fn store_profile(
    store: &mut dyn Store,
    profile: &DrivingProfile,
    change: &ProfileChange,
    trail: &mut Changes,
) -> Result<DrivingProfile> {
    let changed = profile.changed(change);
    store.set_profile(&changed)?;
    trail.add("drivingStatus", profile.status.as_str(), changed.status.as_str());
    trail.add("currentPoints", profile.current_points.to_string(), changed.current_points.to_string());
    trail.add("totalPoints", profile.total_points.to_string(), changed.total_points.to_string());
    Ok(changed)
}

/// Marks a driver's record as up to date. The driver then sees all items of the record. Returns the
/// time of this update.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn mark_up_to_date(deps: &Deps, actor: &Actor, id: UserId) -> Result<DateTime<Utc>> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let before = store.lock_user(id)?.ok_or(Error::NotFound)?;
        store.set_record_updated(id, now)?.ok_or(Error::NotFound)?;
        let last = before.last_admin_update_at.map(|at| at.to_rfc3339()).unwrap_or_default();
        let mut trail = Changes::default();
        trail.add("lastAdminUpdateAt", last, now.to_rfc3339());
        trail.write(store, actor, AuditAction::RecordUpdated, (AuditSubject::User, id.0), now)?;
        Ok(now)
    })
}

/// Requests a license check. Only the driver may request it, because the driver's SSN `digits` are needed. The digits
/// are validated for the state that issued the driver's license, and encrypted before they are stored.
///
/// # Errors
/// [`Error::Forbidden`] for anyone but the driver, a field error for a `lastFourSSN` that is invalid for that state.
pub fn request_status(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: UserId,
    digits: &str,
) -> Result<User> {
    actor.must_be_driver()?;
    if actor.id() != id {
        return Err(Error::Forbidden);
    }
    let digits = IdentityDigits::parse(digits, actor.user.state)
        .map_err(|error| Error::field("lastFourSSN", error.to_string()))?;
    let sealed = deps.vault.seal(id, digits.expose());
    store.set_status_request(id, &sealed, deps.clock.now())?.ok_or(Error::NotFound)
}
