//! Imports of citations from a file. A staff member uploads the file and chooses its columns'
//! meanings. A job then checks every line. After the staff member's confirmation, another job
//! stores all valid lines in one transaction.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use domain::driving_record::new_item::MAX_IN_ISSUER;
use domain::imports::columns::{ColumnSample, Mapping, MappingError, lacks_driver_column};
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::ImportId;
use domain::shared::job::JobKind;
use domain::shared::text;
use ports::imports::files::{FileColumn, Import, LineCounts, NewImport, StagedLine};
use ports::imports::waiting::WaitReason;
use ports::shared::jobs::{Job, NewJob};
use ports::shared::limits::Limit;
use ports::shared::paging::{Page, Paged};
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::imports::reading::Table;

/// Maximum number of open imports. Each open import has its file in the database.
const MAX_OPEN: i64 = 20;
/// Age at which the file of an import that staff haven't confirmed is deleted.
const STALE: TimeDelta = TimeDelta::hours(24);
/// How long lines with errors stay available for download.
const SET_ASIDE: TimeDelta = TimeDelta::days(7);
/// Maximum number of lines with errors that one query reads.
const SLICE: i64 = 500;
/// Key of the import's id in the payload of a job.
const IMPORT: &str = "import";

/// Stores a file for an import.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; a field error for an unacceptable
/// `file` or `fileName`; [`Error::TooManyImports`].
pub fn upload(deps: &Deps, actor: &Actor, kind: ImportKind, name: &str, content: &[u8]) -> Result<Import> {
    actor.must_be_admin()?;
    let name = text::line(name, 200).map_err(|error| Error::field("fileName", error.to_string()))?;
    let table = Table::open(content).map_err(|error| Error::field("file", error.to_string()))?;
    let (columns, total) = table.survey().map_err(|error| Error::field("file", error.to_string()))?;
    in_transaction(&*deps.database, |store| {
        // The limit is checked before the file is written, so that a refused upload writes nothing.
        if store.count_open_imports()? >= MAX_OPEN {
            return Err(Error::TooManyImports);
        }
        let import = store.insert_import(&NewImport {
            kind,
            file_name: &name,
            columns: &columns,
            total,
            content: table.text(),
            by: actor.id(),
            at: deps.clock.now(),
        })?;
        // The open imports are counted again under a lock, to include concurrent uploads. The lock is taken
        // after the file is written, so that uploads don't wait for each other.
        store.lock_limit(Limit::OpenImports)?;
        if store.count_open_imports()? > MAX_OPEN {
            return Err(Error::TooManyImports);
        }
        audit_status(deps, store, actor, &import)?;
        Ok(import)
    })
}

/// Adds an audit entry with the import's current status.
fn audit_status(deps: &Deps, store: &mut dyn Store, actor: &Actor, import: &Import) -> Result<()> {
    let entry =
        actor.audit_entry((AuditSubject::Import, import.id.0), AuditAction::ImportChanged, deps.clock.now());
    Ok(store.audit(&entry.with_after("status", &import.status))?)
}

/// Reads an import after a change of its status, and adds an audit entry about the new status.
fn read_and_audit_status(deps: &Deps, store: &mut dyn Store, actor: &Actor, id: ImportId) -> Result<Import> {
    let import = show_import(store, actor, id)?;
    audit_status(deps, store, actor, &import)?;
    Ok(import)
}

/// Lists imports, newest first.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_imports(store: &mut dyn Store, actor: &Actor, page: Page) -> Result<Paged<Import>> {
    actor.must_be_admin()?;
    Ok(store.imports(page)?)
}

/// Returns an import by its id.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn show_import(store: &mut dyn Store, actor: &Actor, id: ImportId) -> Result<Import> {
    actor.must_be_admin()?;
    store.import(id)?.ok_or(Error::NotFound)
}

/// Lists the rows of an import that have this `outcome`. `None` lists all rows except those that
/// wait for staff or a driver (`Queued` and `Unclaimed`), which are stored separately.
///
/// # Errors
/// The same errors as [`show_import`].
pub fn list_lines(
    store: &mut dyn Store,
    actor: &Actor,
    id: ImportId,
    outcome: Option<LineOutcome>,
    page: Page,
) -> Result<Paged<StagedLine>> {
    show_import(store, actor, id)?;
    Ok(match outcome {
        Some(LineOutcome::Queued) => store.staged_waiting_citations(id, WaitReason::ForDecision, page)?,
        Some(LineOutcome::Unclaimed) => store.staged_waiting_citations(id, WaitReason::ForDriver, page)?,
        read => store.staged_lines(id, read, page)?,
    })
}

/// Lists the next lines with errors, at most [`SLICE`], for the download of rows with errors. `after` is the
/// number of the last line already listed; 0 for the first call.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_invalid_lines(
    store: &mut dyn Store,
    actor: &Actor,
    id: ImportId,
    after: i32,
) -> Result<Vec<StagedLine>> {
    actor.must_be_admin()?;
    Ok(store.invalid_lines_after(id, after, SLICE)?)
}

/// Stores staff's choices: the meaning of each column (`None` for a column to ignore), the number
/// of days for estimating missing due dates (`None` leaves them empty), and the issuer of lines
/// that name no issuer. Then starts the check of every line.
///
/// # Errors
/// The same errors as [`show_import`]; a field error for invalid `columns` or an invalid `issuer`;
/// [`Error::ImportStatusChanged`] if the import's status doesn't allow a check.
pub fn start_check(
    deps: &Deps,
    actor: &Actor,
    id: ImportId,
    columns: &[Option<String>],
    due_days: Option<i32>,
    issuer: Option<&str>,
) -> Result<Import> {
    actor.must_be_admin()?;
    let issuer = issuer.filter(|name| !name.trim().is_empty());
    let issuer = issuer.map(|name| text::line(name, MAX_IN_ISSUER)).transpose();
    let issuer = issuer.map_err(|error| Error::field("issuer", error.to_string()))?;
    in_transaction(&*deps.database, |store| {
        let import = store.lock_import(id)?.ok_or(Error::NotFound)?;
        if !import.status.may_start_check() {
            return Err(Error::ImportStatusChanged);
        }
        let mapping = Mapping::new(import.kind, import.columns.len(), columns).map_err(|error| {
            let error = if identifies_no_driver(&import, columns) { MappingError::NoDriver } else { error };
            Error::field("columns", error.to_string())
        })?;
        let from = [ImportStatus::Uploaded, ImportStatus::Checked];
        if !store.change_import_status(
            id,
            &from,
            ImportStatus::Checking,
            Some(&mapping.requested_meanings()),
            None,
        )? {
            return Err(Error::ImportStatusChanged);
        }
        store.delete_staged_lines(id)?;
        store.delete_staged_waiting_citations(id)?;
        let due_days = mapping.with_due_days(due_days).due_days();
        store.set_import_defaults(id, due_days, issuer.as_deref())?;
        enqueue(deps, store, JobKind::CheckImport, id)?;
        read_and_audit_status(deps, store, actor, id)
    })
}

/// Whether no column of the file identifies the driver. `named` are the meanings that staff chose for the columns.
fn identifies_no_driver(import: &Import, named: &[Option<String>]) -> bool {
    let column_samples =
        import.columns.iter().map(|FileColumn { header, samples }| ColumnSample { header, cells: samples });
    lacks_driver_column(import.kind, &column_samples.collect::<Vec<_>>(), named)
}

/// Staff's confirmations before an import is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreConfirmations {
    /// Staff confirm that amounts above [`domain::driving_record::amount::CONFIRM_ABOVE`] are correct.
    pub are_large_amounts_confirmed: bool,
    /// Staff agree to store only the valid lines. The lines with errors stay available for download.
    pub stores_valid_lines_only: bool,
}

/// Starts storing an import's valid lines. If some lines have errors, staff must have agreed to
/// leave these lines out. Of concurrent calls, only one succeeds.
///
/// # Errors
/// The same errors as [`show_import`]; [`Error::ImportStatusChanged`] unless the import is
/// checked; [`Error::ImportHasProblems`] if lines have errors and `stores_valid_lines_only` is
/// false, or if there is no line to store; [`Error::LargeAmounts`] if amounts are very large and
/// staff have not confirmed them.
pub fn confirm_import(
    deps: &Deps,
    actor: &Actor,
    id: ImportId,
    confirmations: StoreConfirmations,
) -> Result<Import> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let import = store.lock_import(id)?.ok_or(Error::NotFound)?;
        if import.status != ImportStatus::Checked {
            return Err(Error::ImportStatusChanged);
        }
        let LineCounts { bad, new, queued, unclaimed, .. } = import.counts;
        if (bad > 0 && !confirmations.stores_valid_lines_only) || new + queued + unclaimed == 0 {
            return Err(Error::ImportHasProblems);
        }
        if import.counts.large > 0 && !confirmations.are_large_amounts_confirmed {
            return Err(Error::LargeAmounts(import.counts.large));
        }
        let from = [ImportStatus::Checked];
        if !store.change_import_status(id, &from, ImportStatus::Storing, None, Some(actor.id()))? {
            return Err(Error::ImportStatusChanged);
        }
        store.set_stores_valid_lines_only(id, bad > 0)?;
        enqueue(deps, store, JobKind::StoreImport, id)?;
        read_and_audit_status(deps, store, actor, id)
    })
}

/// Cancels an import and deletes its file and lines.
///
/// # Errors
/// The same errors as [`show_import`]; [`Error::ImportStatusChanged`] if the import is being
/// stored or has ended.
pub fn cancel_import(deps: &Deps, actor: &Actor, id: ImportId) -> Result<Import> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        show_import(store, actor, id)?;
        let from: Vec<_> =
            ImportStatus::ALL.iter().copied().filter(|status| status.may_be_cancelled()).collect();
        if !store.end_import(id, &from, ImportStatus::Cancelled, None, deps.clock.now())? {
            return Err(Error::ImportStatusChanged);
        }
        read_and_audit_status(deps, store, actor, id)
    })
}

/// Undoes a stored import. Removes its items, its waiting citations, and the keys by which a later
/// import would skip its lines as duplicates.
///
/// # Errors
/// The same errors as [`show_import`]; [`Error::ImportStatusChanged`] unless the import is stored
/// and not undone yet; [`Error::ImportInUse`].
pub fn undo_import(deps: &Deps, actor: &Actor, id: ImportId) -> Result<Import> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let import = store.lock_import(id)?.ok_or(Error::NotFound)?;
        if import.status != ImportStatus::Stored || import.undone_at.is_some() {
            return Err(Error::ImportStatusChanged);
        }
        let paid = store.lock_and_count_undeletable_items(&import)?;
        if paid > 0 {
            return Err(Error::ImportInUse(paid));
        }
        let waiting = store.delete_waiting_citations_of_import(id)?;
        let items = store.undo_import(&import, now)?;
        let ids = import.items.map(|(first, last)| ("items", format!("{first}-{last}")));
        let entry = actor.audit_entry((AuditSubject::Import, id.0), AuditAction::ImportUndone, now);
        store.audit(
            &entry.with_after("removed", &items).with_after("waiting", &waiting).with_all_before(ids),
        )?;
        show_import(store, actor, id)
    })
}

/// Cancels imports whose file was uploaded more than a day ago and that staff didn't confirm, which deletes
/// the files. Also deletes lines with errors after a week. Returns the number of canceled imports plus the
/// number of imports whose lines were deleted.
pub fn delete_stale_files(deps: &Deps, store: &mut dyn Store) -> Result<usize> {
    let now = deps.clock.now();
    Ok(store.end_stale_imports(now - STALE, now)? + store.delete_old_invalid_lines(now - SET_ASIDE)?)
}

/// Adds a job of this kind for the import `id` to the queue.
fn enqueue(deps: &Deps, store: &mut dyn Store, kind: JobKind, id: ImportId) -> Result<()> {
    store.enqueue(&NewJob {
        kind,
        payload: BTreeMap::from([(IMPORT.to_owned(), id.to_string())]),
        run_at: deps.clock.now(),
        dedupe_key: None,
    })?;
    Ok(())
}

const GIVEN_UP: &str =
    "Lanewise couldn’t finish this import in time. Nothing was stored. Upload the file again.";

/// Marks the import of a permanently failed job as failed, unless the import's status has changed in the meantime.
pub(crate) fn mark_failed(deps: &Deps, store: &mut dyn Store, job: &Job) -> Result<()> {
    let from = if job.kind == JobKind::StoreImport { ImportStatus::Storing } else { ImportStatus::Checking };
    if let Some(id) = import_of(job) {
        store.end_import(id, &[from], ImportStatus::Failed, Some(GIVEN_UP), deps.clock.now())?;
    }
    Ok(())
}

/// Returns the import that a job is about; `None` if the job's payload has no valid id.
pub(super) fn import_of(job: &Job) -> Option<ImportId> {
    job.payload.get(IMPORT)?.parse().ok().map(ImportId)
}
