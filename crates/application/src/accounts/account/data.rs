//! Downloads all data that is stored about the caller, as one file.

use domain::security::audit::AuditAction;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Returns the data file as JSON. The download is audited, so the next file lists it.
pub fn download(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<String> {
    let text = store.personal_data(actor.id())?.ok_or(Error::Unauthenticated)?;
    store.audit(&actor.own_entry(AuditAction::DataDownloaded, deps.clock.now()))?;
    Ok(text)
}
