//! Sign-up: creating accounts (docs/product/accounts.md#signing-up).

use domain::accounts::password::Password;
use domain::accounts::plate_dates::PlateDates;
use domain::accounts::user::{Role, User};
use domain::security::audit::AuditAction;
use domain::shared::ids::UserId;
use domain::shared::person::email::Email;
use domain::shared::person::phone::Phone;
use domain::shared::person::plate::Plate;
use domain::shared::person::plate_state::PlateState;
use domain::shared::person::{DateOfBirth, FullName, LicenseNumber};
use domain::shared::us_state::UsState;
use ports::accounts::users::NewUser;
use ports::security::trail::AuditEntry;
use ports::shared::secrets::HashPriority;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::access::Origin;
use crate::accounts::account::email::send_confirmation;
use crate::accounts::sessions::{self, OpenedSession};
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::security::guard;

/// The data of a new account. Every field is already validated.
pub struct SignUp {
    /// The driver's full name, as on the license.
    pub full_name: FullName,
    pub state: UsState,
    pub license_number: LicenseNumber,
    pub date_of_birth: DateOfBirth,
    pub email: Email,
    pub password: Password,
    pub phone: Option<Phone>,
    pub plate: Option<Plate>,
    pub vehicle_state: Option<PlateState>,
    /// The first and the last day on which the driver has the plate, if the driver entered them.
    pub plate_dates: PlateDates,
}

/// Number of steps in the sign-up. Stored for new accounts, which have completed all steps.
pub const SIGNUP_STEPS: i32 = 5;

/// Returns the staff member who creates an account for a driver; `None` if the caller signs up for
/// themselves. The back office's form sets `must_be_staff`, so that it fails if the staff member's
/// session has expired. Otherwise, their browser would be logged in as the new driver.
///
/// # Errors
/// [`Error::Unauthenticated`] or [`Error::Forbidden`] if `must_be_staff` is set and the caller is not staff.
pub fn staff_creator(caller: Option<Actor>, must_be_staff: bool) -> Result<Option<Actor>> {
    match caller {
        Some(caller) if caller.is_admin() => Ok(Some(caller)),
        Some(_) if must_be_staff => Err(Error::Forbidden),
        None if must_be_staff => Err(Error::Unauthenticated),
        Some(_) | None => Ok(None),
    }
}

/// Creates a driver's account. Without `staff`, logs the visitor in as the new driver, and ends the session of
/// `old_token`. A staff member who creates the account stays logged in as themselves, so no session is returned.
///
/// # Errors
/// [`Error::EmailTaken`] if the email already has an account, [`Error::Busy`].
pub fn sign_up(
    deps: &Deps,
    command: &SignUp,
    staff: Option<&Actor>,
    old_token: Option<&str>,
    origin: &Origin,
) -> Result<(User, Option<OpenedSession>)> {
    let priority = match staff {
        Some(_) => HashPriority::Known,
        None => with_store(&*deps.database, |store| guard::hash_priority(deps, store, origin))?,
    };
    let new = new_driver(deps, command, priority)?;
    in_transaction(&*deps.database, |store| {
        let mut user = store.insert_user(&new)?;
        if command.plate_dates != PlateDates::default() {
            user = store.set_plate_dates(user.id, command.plate_dates)?.ok_or(Error::NotFound)?;
        }
        store.insert_profile(user.id)?;
        audit_creation(deps, store, user.id, staff.map_or(user.id, Actor::id), origin)?;
        if deps.mail.is_some() {
            send_confirmation(deps, store, &user)?;
        }
        let opened = match staff {
            Some(_) => None,
            None => Some(sessions::open_session(deps, store, user.id, old_token, origin)?),
        };
        Ok((user, opened))
    })
}

/// Builds the new driver's account from the sign-up form, with the hash of the password.
fn new_driver(deps: &Deps, command: &SignUp, priority: HashPriority) -> Result<NewUser> {
    let now = deps.clock.now();
    Ok(NewUser {
        email: command.email.as_str().to_owned(),
        password_hash: deps.passwords.hash(command.password.expose(), priority)?,
        role: Role::Driver,
        full_name: Some(command.full_name.as_str().to_owned()),
        state: Some(command.state),
        drivers_license_number: Some(command.license_number.as_str().to_owned()),
        date_of_birth: Some(command.date_of_birth.date()),
        phone_number: command.phone.as_ref().map(|phone| phone.digits().to_owned()),
        vehicle_license_plate: command.plate.as_ref().map(|plate| plate.as_str().to_owned()),
        vehicle_state: command.vehicle_state,
        signup_step: SIGNUP_STEPS,
        created_at: now,
        signup_completed_at: Some(now),
    })
}

/// Adds an audit entry about the new account. `creator` is the driver or the staff member who created it.
fn audit_creation(
    deps: &Deps,
    store: &mut dyn Store,
    user: UserId,
    creator: UserId,
    origin: &Origin,
) -> Result<()> {
    let entry = AuditEntry::about_user(user, AuditAction::UserCreated, deps.clock.now());
    Ok(store.audit(&entry.by(creator).with_address(&origin.address))?)
}
