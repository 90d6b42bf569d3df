//! Deletes the contents of deleted files and of interrupted uploads from the storage of files.

use chrono::TimeDelta;
use ports::store::{Store, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::files::key::{original_name, reduced_name};

/// Hours after which the contents of an interrupted upload are deleted.
const ABANDONED_HOURS: i64 = 1;
/// Maximum number of files whose contents one run deletes.
const BATCH: i64 = 200;

/// Plans the deletion of a file's contents, before the contents are stored. The
/// transaction that stores the file cancels this plan. If the upload is interrupted, the
/// contents are deleted after [`ABANDONED_HOURS`].
pub fn plan_deletion_if_abandoned(deps: &Deps, store: &mut dyn Store, content_name: &str) -> Result<()> {
    Ok(store.plan_content_deletion(content_name, deps.clock.now() + TimeDelta::hours(ABANDONED_HOURS))?)
}

/// Deletes the contents whose deletion is due. Returns the number of files. Several processes may
/// call this at the same time.
///
/// # Errors
/// Fails if the database or the storage is unavailable. The next run deletes the rest.
pub fn delete_due_contents(deps: &Deps) -> Result<usize> {
    let now = deps.clock.now();
    let names =
        with_store(&*deps.database, |store| store.due_content_deletions(now, BATCH).map_err(Error::from))?;
    for name in &names {
        deps.contents.delete(&reduced_name(name))?;
        deps.contents.delete(&original_name(name))?;
        with_store(&*deps.database, |store| store.cancel_content_deletion(name).map_err(Error::from))?;
    }
    Ok(names.len())
}
