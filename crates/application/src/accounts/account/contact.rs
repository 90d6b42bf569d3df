//! Changes of the caller's phone number.

use domain::accounts::user::User;
use domain::security::audit::AuditAction;
use domain::shared::person::phone::Phone;
use ports::store::in_transaction;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Sets the caller's phone number, or removes it if `phone` is `None`. Returns the changed user.
pub fn set_phone(deps: &Deps, actor: &Actor, phone: Option<&Phone>) -> Result<User> {
    in_transaction(&*deps.database, |store| {
        let user = store.set_phone(actor.id(), phone.map(Phone::digits))?.ok_or(Error::Unauthenticated)?;
        store.audit(&actor.own_audit_entry(AuditAction::ContactChanged, deps.clock.now()))?;
        Ok(user)
    })
}
