//! Users' actions on their own accounts: password, email address, phone number, sessions, data download,
//! and closing the account.

pub mod close;
pub mod contact;
pub mod data;
pub mod email;
pub mod password;
pub mod reset;
pub mod sessions;

use domain::accounts::user::User;
use domain::security::event::SecurityEventKind;
use ports::store::{in_transaction, with_store};

use crate::access::Actor;
use crate::access::Origin;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::security::guard::{self, LoginAttempt};

/// Returns the user's name, license number, plate, phone number and email address, which a new
/// password must not contain.
pub(crate) fn guessable_details(user: &User) -> Vec<&str> {
    [&user.full_name, &user.drivers_license_number, &user.vehicle_license_plate, &user.phone_number]
        .into_iter()
        .flatten()
        .chain([&user.email])
        .map(String::as_str)
        .collect()
}

/// Checks the caller's password and returns its stored hash. Hashing is slow, so no database connection is
/// held in the meantime.
///
/// # Errors
/// A field error for `field` if the password is wrong, which counts as a failed login;
/// [`Error::TooManyTries`] if logins are throttled; [`Error::Unauthenticated`] if the account was closed or has
/// another email address now; [`Error::Busy`].
pub(crate) fn must_know_password(
    deps: &Deps,
    actor: &Actor,
    field: &'static str,
    password: &str,
    origin: &Origin,
) -> Result<String> {
    let attempt = LoginAttempt::new(deps, &actor.user.email, Some(actor.id()), origin);
    let (known, priority) = with_store(&*deps.database, |store| {
        let priority = guard::check_login_allowed(deps, store, &attempt)?;
        Ok::<_, Error>((store.credentials(&actor.user.email)?, priority))
    })?;
    let known = known.filter(|known| known.user_id == actor.id()).ok_or(Error::Unauthenticated)?;
    let fits = deps.passwords.verify(password, &known.password_hash, priority)?;
    in_transaction(&*deps.database, |store| {
        store.lock_credentials(actor.id())?;
        // Login throttling is checked again, because concurrent attempts may have failed since the
        // first check.
        guard::check_login_allowed(deps, store, &attempt)?;
        if fits {
            return Ok(());
        }
        guard::record_failure(deps, store, SecurityEventKind::PasswordRefused, &attempt)
    })?;
    if fits { Ok(known.password_hash) } else { Err(Error::field(field, "This password is incorrect.")) }
}
