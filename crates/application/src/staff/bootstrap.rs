//! Creates the first administrator (docs/product/staff.md#first-administrator).

use domain::accounts::password::Password;
use domain::accounts::user::User;
use domain::shared::person::email::Email;
use ports::shared::secrets::HashPriority;
use ports::store::in_transaction;

use crate::deps::Deps;
use crate::error::Result;
use crate::staff::members::new_administrator;

/// Creates an administrator if there is none. Otherwise returns `None`.
///
/// # Errors
/// [`Error::EmailTaken`](crate::error::Error::EmailTaken) if another user has the email.
pub fn create_first_admin(
    deps: &Deps,
    name: &str,
    email: &Email,
    password: &Password,
) -> Result<Option<User>> {
    let now = deps.clock.now();
    let password_hash = deps.passwords.hash(password.expose(), HashPriority::Known)?;
    in_transaction(&*deps.database, |store| {
        if store.has_administrator()? {
            return Ok(None);
        }
        let user = store.insert_user(&new_administrator(email.as_str(), name, &password_hash, now))?;
        store.insert_profile(user.id)?;
        Ok(Some(user))
    })
}
