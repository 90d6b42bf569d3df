//! Deletion of contents from the storage of files: those of deleted files, and those of uploads that didn't end.

use ports::store::with_store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::files::key::{original_name, reduced_name};

/// Maximum number of files whose contents are deleted in a run.
const BATCH: i64 = 200;

/// Deletes the contents that are due. Returns of how many files. Processes that do this at the same time do no harm.
///
/// # Errors
/// Fails if the database or the storage is unavailable. The rest is deleted by the next run.
pub fn delete_due_contents(deps: &Deps) -> Result<usize> {
    let now = deps.clock.now();
    let names = with_store(&*deps.database, |store| store.due_deletions(now, BATCH).map_err(Error::from))?;
    for name in &names {
        deps.contents.delete(&reduced_name(name))?;
        deps.contents.delete(&original_name(name))?;
        with_store(&*deps.database, |store| store.cancel_deletion(name).map_err(Error::from))?;
    }
    Ok(names.len())
}
