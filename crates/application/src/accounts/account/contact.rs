//! The caller's own phone number.

use domain::accounts::user::User;
use domain::security::audit::AuditAction;
use domain::shared::person::phone::Phone;
use ports::store::in_transaction;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Sets the phone number, or removes it.
///
/// # Errors
/// Only the database's.
pub fn set_phone(deps: &Deps, actor: &Actor, phone: Option<&Phone>) -> Result<User> {
    in_transaction(&*deps.database, |store| {
        let user = store.set_phone(actor.id(), phone.map(Phone::digits))?.ok_or(Error::Unauthenticated)?;
        store.audit(&actor.own_entry(AuditAction::ContactChanged, deps.clock.now()))?;
        Ok(user)
    })
}
