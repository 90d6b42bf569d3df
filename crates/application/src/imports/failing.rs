//! Ends an import when the job that checks or stores its file fails permanently.

use domain::imports::import::ImportStatus;
use domain::shared::ids::ImportId;
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::Error;
use crate::shared::outbox::Outcome;

/// Marks an import as failed because of a bug. Staff see a general message; the log has the cause.
pub(super) fn fail_with_defect(
    deps: &Deps,
    id: ImportId,
    old_status: ImportStatus,
    error: &Error,
) -> Outcome {
    let message = format!("{error} Nothing was stored. Upload the file again.");
    fail_import(deps, id, old_status, &message, Some(error.with_causes()))
}

/// Marks an import and its job as permanently failed. Staff see `message`. The log and the job get `reason`
/// or, without one, `message`. An import that no longer has the status `old_status`, for example because
/// staff canceled it, stays as it is, and its job is done.
pub(super) fn fail_import(
    deps: &Deps,
    id: ImportId,
    old_status: ImportStatus,
    message: &str,
    reason: Option<String>,
) -> Outcome {
    let ended = with_store(&*deps.database, |store| {
        store
            .end_import(id, &[old_status], ImportStatus::Failed, Some(message), deps.clock.now())
            .map_err(Error::from)
    });
    match ended {
        Ok(false) => Outcome::Done,
        Ok(true) => Outcome::GiveUp(reason.unwrap_or_else(|| message.to_owned())),
        Err(error) => Outcome::Retry(error.with_causes()),
    }
}
