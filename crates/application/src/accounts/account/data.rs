//! Download of all data that is stored about the caller, as one file.

use domain::security::audit::AuditAction;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Returns all data about the caller as JSON. The download gets an audit entry, which the next
/// download contains.
pub fn download(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<String> {
    let text = store.personal_data(actor.id())?.ok_or(Error::Unauthenticated)?;
    store.audit(&actor.own_entry(AuditAction::DataDownloaded, deps.clock.now()))?;
    Ok(text)
}
