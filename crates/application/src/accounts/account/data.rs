//! Everything that is held about the caller, in one file.

use domain::security::audit::AuditAction;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// The file's text, JSON. The download itself is in the audit trail, so in the next file.
///
/// # Errors
/// Only the database's.
pub fn download(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<String> {
    let text = store.personal_data(actor.id())?.ok_or(Error::Unauthenticated)?;
    store.audit(&actor.own_entry(AuditAction::DataDownloaded, deps.clock.now()))?;
    Ok(text)
}
