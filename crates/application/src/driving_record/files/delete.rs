//! Deletion of photos and documents.

use domain::security::audit::AuditAction;
use ports::store::in_transaction;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::files::access::{audit_file_access, check_may_change};
use crate::error::Result;

/// Deletes a file. The file's contents are deleted from the storage later.
///
/// # Errors
/// [`crate::Error::NotFound`] if the file is another driver's; [`crate::Error::Forbidden`] for lawyers.
pub fn delete(deps: &Deps, actor: &Actor, id: i64) -> Result<()> {
    in_transaction(&*deps.database, |store| {
        let file = store.lock_item_file(id)?;
        let file = check_may_change(store, actor, file)?;
        audit_file_access(deps, store, actor, AuditAction::FileDeleted, &file)?;
        Ok(store.delete_item_file(id)?)
    })
}
