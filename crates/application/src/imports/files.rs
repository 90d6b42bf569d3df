//! Import of citations from a file: it is kept, its columns are named, a job checks every line, staff look and confirm, and a
//! job stores all of it or nothing.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use domain::imports::columns::Mapping;
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::ImportId;
use domain::shared::job::JobKind;
use domain::shared::text;
use ports::imports::files::{Counts, Import, NewImport, StagedLine};
use ports::imports::waiting::Waits;
use ports::shared::jobs::{Job, NewJob};
use ports::shared::limits::Limit;
use ports::shared::paging::{Page, Paged};
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::imports::reading::Table;

/// Files that may wait at once: each takes its room in the database.
const MOST_OPEN: i64 = 20;
/// A file that nobody confirmed is forgotten after this.
const STALE: TimeDelta = TimeDelta::hours(24);
/// Bad lines that were set aside are kept for this long, to be mended.
const SET_ASIDE: TimeDelta = TimeDelta::days(7);
/// Lines of a file of problems that are read together.
const SLICE: i64 = 500;
const IMPORT: &str = "import";

/// Keeps a file for an import.
///
/// # Errors
/// `file` or `fileName`, when they will not do; [`Error::TooManyImports`].
pub fn upload(deps: &Deps, actor: &Actor, kind: ImportKind, name: &str, content: &[u8]) -> Result<Import> {
    actor.must_be_admin()?;
    let name = text::line(name, 200).map_err(|error| Error::field("fileName", error.to_string()))?;
    let table = Table::open(content).map_err(|error| Error::field("file", error.to_string()))?;
    let (columns, total) = table.survey().map_err(|error| Error::field("file", error.to_string()))?;
    in_transaction(&*deps.database, |store| {
        // A file that can't be kept is refused before it is written.
        if store.open_imports()? >= MOST_OPEN {
            return Err(Error::TooManyImports);
        }
        let import = store.insert_import(&NewImport {
            kind,
            file_name: &name,
            columns: &columns,
            total,
            content,
            by: actor.id(),
            at: deps.clock.now(),
        })?;
        // Files uploaded at the same time count too. The lock comes after the file is written, so that uploads don't wait for each other.
        store.lock_limit(Limit::OpenImports)?;
        if store.open_imports()? > MOST_OPEN {
            return Err(Error::TooManyImports);
        }
        tell(deps, store, actor, &import)?;
        Ok(import)
    })
}

/// Where an import stands by staff's word; what it stored is told when it is.
fn tell(deps: &Deps, store: &mut dyn Store, actor: &Actor, import: &Import) -> Result<()> {
    let entry =
        actor.entry((AuditSubject::Import, import.id.0), AuditAction::ImportChanged, deps.clock.now());
    Ok(store.audit(&entry.is("status", &import.status))?)
}

fn told(deps: &Deps, store: &mut dyn Store, actor: &Actor, id: ImportId) -> Result<Import> {
    let import = show(store, actor, id)?;
    tell(deps, store, actor, &import)?;
    Ok(import)
}

/// Imports, the newest first.
///
/// # Errors
/// [`Error::Forbidden`] for drivers.
pub fn list(store: &mut dyn Store, actor: &Actor, page: Page) -> Result<Paged<Import>> {
    actor.must_be_admin()?;
    Ok(store.imports(page)?)
}

/// An import.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`].
pub fn show(store: &mut dyn Store, actor: &Actor, id: ImportId) -> Result<Import> {
    actor.must_be_admin()?;
    store.import(id)?.ok_or(Error::NotFound)
}

/// The lines that were read.
///
/// # Errors
/// As [`show`].
pub fn lines(
    store: &mut dyn Store,
    actor: &Actor,
    id: ImportId,
    outcome: Option<LineOutcome>,
    page: Page,
) -> Result<Paged<StagedLine>> {
    show(store, actor, id)?;
    Ok(match outcome {
        Some(LineOutcome::Queued) => store.staged_waiting(id, Waits::ForDecision, page)?,
        Some(LineOutcome::Unclaimed) => store.staged_waiting(id, Waits::ForDriver, page)?,
        read => store.staged_lines(id, read, page)?,
    })
}

/// The next bad lines after one, for a file of them.
///
/// # Errors
/// As [`show`].
pub fn bad_lines(store: &mut dyn Store, actor: &Actor, id: ImportId, after: i32) -> Result<Vec<StagedLine>> {
    actor.must_be_admin()?;
    Ok(store.bad_lines_after(id, after, SLICE)?)
}

/// Says what the columns mean, and after how many days a line is due that does not say so; has every line checked.
///
/// # Errors
/// As [`show`]; `columns`, when they will not do; [`Error::ImportElsewhere`] when it is too late or too early.
pub fn begin_check(
    deps: &Deps,
    actor: &Actor,
    id: ImportId,
    columns: &[Option<String>],
    due_days: Option<i32>,
) -> Result<Import> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let import = store.lock_import(id)?.ok_or(Error::NotFound)?;
        if !import.status.may_be_checked() {
            return Err(Error::ImportElsewhere);
        }
        let mapping = Mapping::new(import.kind, import.columns.len(), columns)
            .map_err(|error| Error::field("columns", error.to_string()))?;
        let from = [ImportStatus::Uploaded, ImportStatus::Checked];
        if !store.move_import(id, &from, ImportStatus::Checking, Some(mapping.names()), None)? {
            return Err(Error::ImportElsewhere);
        }
        store.clear_lines(id)?;
        store.clear_waiting(id)?;
        store.set_due_days(id, mapping.due_after(due_days).due_days())?;
        enqueue(deps, store, JobKind::CheckImport, id)?;
        told(deps, store, actor, id)
    })
}

/// What staff say to an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Yes {
    /// Amounts above [`domain::driving_record::amount::ASKED_ONCE_MORE_OVER`] are meant.
    pub are_large_meant: bool,
    /// The good lines are stored although there are bad ones: those are set aside.
    pub sets_aside: bool,
}

/// Has it stored: all of it, or the good lines. Of several who confirm at once, one does.
///
/// # Errors
/// As [`show`]; [`Error::ImportElsewhere`] unless it was checked just now; [`Error::ImportHasProblems`] when lines are bad and not to
/// be set aside, or none is good; [`Error::LargeAmounts`] when some are so large that staff are asked once more, and have not said yes
/// to that.
pub fn confirm(deps: &Deps, actor: &Actor, id: ImportId, yes: Yes) -> Result<Import> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let import = store.lock_import(id)?.ok_or(Error::NotFound)?;
        if import.status != ImportStatus::Checked {
            return Err(Error::ImportElsewhere);
        }
        let Counts { bad, new, queued, unclaimed, .. } = import.counts;
        if (bad > 0 && !yes.sets_aside) || new + queued + unclaimed == 0 {
            return Err(Error::ImportHasProblems);
        }
        if import.counts.large > 0 && !yes.are_large_meant {
            return Err(Error::LargeAmounts(import.counts.large));
        }
        let from = [ImportStatus::Checked];
        if !store.move_import(id, &from, ImportStatus::Storing, None, Some(actor.id()))? {
            return Err(Error::ImportElsewhere);
        }
        store.set_sets_aside(id, bad > 0)?;
        enqueue(deps, store, JobKind::StoreImport, id)?;
        told(deps, store, actor, id)
    })
}

/// Calls an import off; its file and lines are deleted.
///
/// # Errors
/// As [`show`]; [`Error::ImportElsewhere`] when it is being stored, or has ended.
pub fn cancel(deps: &Deps, actor: &Actor, id: ImportId) -> Result<Import> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        show(store, actor, id)?;
        let from: Vec<_> =
            ImportStatus::ALL.iter().copied().filter(|status| status.may_be_cancelled()).collect();
        if !store.end_import(id, &from, ImportStatus::Cancelled, None, deps.clock.now())? {
            return Err(Error::ImportElsewhere);
        }
        told(deps, store, actor, id)
    })
}

/// Takes back what an import stored: its items, what it has waiting, and by what its lines are known again.
///
/// # Errors
/// As [`show`]; [`Error::ImportElsewhere`] unless it is stored, and once it was taken back; [`Error::ImportPaid`].
pub fn undo(deps: &Deps, actor: &Actor, id: ImportId) -> Result<Import> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let import = store.lock_import(id)?.ok_or(Error::NotFound)?;
        if import.status != ImportStatus::Stored || import.undone_at.is_some() {
            return Err(Error::ImportElsewhere);
        }
        let paid = store.hold_paid_of(&import)?;
        if paid > 0 {
            return Err(Error::ImportPaid(paid));
        }
        let waiting = store.remove_waiting_of(id)?;
        let items = store.undo_import(&import, now)?;
        let ids = import.items.map(|(first, last)| ("items", format!("{first}-{last}")));
        let entry = actor.entry((AuditSubject::Import, id.0), AuditAction::ImportUndone, now);
        store.audit(&entry.is("removed", &items).is("waiting", &waiting).were(ids))?;
        show(store, actor, id)
    })
}

/// Forgets files that nobody confirmed for a day, and bad lines that nobody mended for a week; answers how many.
///
/// # Errors
/// Only the database's.
pub fn forget_stale(deps: &Deps, store: &mut dyn Store) -> Result<usize> {
    let now = deps.clock.now();
    Ok(store.end_stale_imports(now - STALE, now)? + store.forget_set_aside(now - SET_ASIDE)?)
}

fn enqueue(deps: &Deps, store: &mut dyn Store, kind: JobKind, id: ImportId) -> Result<()> {
    store.enqueue(&NewJob {
        kind,
        payload: BTreeMap::from([(IMPORT.to_owned(), id.to_string())]),
        run_at: deps.clock.now(),
        dedupe_key: None,
    })?;
    Ok(())
}

const GIVEN_UP: &str = "Lanewise could not finish this in time. Nothing was stored; upload the file again.";

/// A job of an import was given up: the import has failed, unless it moved on meanwhile.
///
/// # Errors
/// Only the database's.
pub(crate) fn given_up(deps: &Deps, store: &mut dyn Store, job: &Job) -> Result<()> {
    let from = if job.kind == JobKind::StoreImport { ImportStatus::Storing } else { ImportStatus::Checking };
    if let Some(id) = import_of(job) {
        store.end_import(id, &[from], ImportStatus::Failed, Some(GIVEN_UP), deps.clock.now())?;
    }
    Ok(())
}

/// Which import a job is about.
pub(super) fn import_of(job: &Job) -> Option<ImportId> {
    job.payload.get(IMPORT)?.parse().ok().map(ImportId)
}
