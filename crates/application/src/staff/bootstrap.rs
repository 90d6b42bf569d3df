//! The first administrator (docs/PRODUCT.md#first-administrator).

use domain::accounts::password::Password;
use domain::accounts::user::{Role, User};
use domain::shared::email::Email;
use ports::accounts::users::NewUser;
use ports::shared::secrets::Turn;
use ports::store::in_transaction;

use crate::deps::Deps;
use crate::error::Result;

/// Makes the administrator when the database has no users at all; in an empty database that is user 1.
///
/// # Errors
/// Only the database's.
pub fn create_first_admin(
    deps: &Deps,
    name: &str,
    email: &Email,
    password: &Password,
) -> Result<Option<User>> {
    let now = deps.clock.now();
    let password_hash = deps.passwords.hash(password.expose(), Turn::Known)?;
    in_transaction(&*deps.database, |store| {
        if store.any_user()? {
            return Ok(None);
        }
        let user = store.insert_user(&NewUser {
            email: email.as_str().to_owned(),
            password_hash,
            role: Role::Admin,
            full_name: Some(name.to_owned()),
            state: None,
            drivers_license_number: None,
            date_of_birth: None,
            phone_number: None,
            vehicle_license_plate: None,
            vehicle_state: None,
            signup_step: 1,
            created_at: now,
            signup_completed_at: None,
        })?;
        store.insert_profile(user.id)?;
        Ok(Some(user))
    })
}
