//! Each staff member's display settings for the back office
//! (docs/product/back-office.md#preferences-of-staff). Changes aren't audited, because they affect
//! only the staff member's own screens.

use domain::staff::preference::{MAX_PREFERENCES, Preference, PreferenceName, PreferenceValue};
use ports::shared::limits::Limit;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Lists the caller's settings.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_preferences(store: &mut dyn Store, actor: &Actor) -> Result<Vec<Preference>> {
    actor.must_be_admin()?;
    Ok(store.preferences(actor.id())?)
}

/// Stores one of the caller's settings. With `None`, deletes it.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, a field error for `name` if the caller has the
/// maximum number of settings.
pub fn put_preference(
    deps: &Deps,
    actor: &Actor,
    name: &PreferenceName,
    value: Option<&PreferenceValue>,
) -> Result<()> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let Some(value) = value else { return Ok(store.delete_preference(actor.id(), name)?) };
        store.lock_limit(Limit::Preferences(actor.id()))?;
        if store.count_other_preferences(actor.id(), name)? >= MAX_PREFERENCES {
            return Err(Error::field("name", format!("There are already {MAX_PREFERENCES} preferences.")));
        }
        Ok(store.put_preference(actor.id(), name, value, deps.clock.now())?)
    })
}
