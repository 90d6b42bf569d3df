//! The job that stores an import's valid lines: all of them or none.

use domain::imports::import::{ImportKind, ImportStatus};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::ImportId;
use ports::imports::files::{Import, StoredItems};
use ports::security::trail::AuditEntry;
use ports::shared::jobs::Job;
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::driving_record::courts::place_imported;
use crate::error::{Error, Result};
use crate::imports::check::{defect, fail};
use crate::imports::files::import_of;
use crate::shared::outbox::Outcome;

/// Number of lines that one statement stores.
const CHUNK: i32 = 1_000;

const CLOSED: &str =
    "Drivers closed their accounts after the file was checked. Nothing was stored. Upload the file again.";

/// Runs the job: creates an item from each new line, in one transaction.
pub fn store(deps: &Deps, job: &Job) -> Outcome {
    let Some(id) = import_of(job) else { return Outcome::GiveUp("the job names no import".to_owned()) };
    match run(deps, id) {
        Ok(StoringResult::Stored | StoringResult::Elsewhere) => Outcome::Done,
        Ok(StoringResult::Closed) => fail(deps, id, ImportStatus::Storing, CLOSED, None),
        Err(error @ Error::StoreDown(_)) => Outcome::Retry(error.with_causes()),
        Err(error) => defect(deps, id, ImportStatus::Storing, &error),
    }
}

enum StoringResult {
    Stored,
    /// Another worker has stored the import.
    Elsewhere,
    Closed,
}

fn run(deps: &Deps, id: ImportId) -> Result<StoringResult> {
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        if store.lock_for_storing(id)? > 0 {
            return Ok(StoringResult::Closed);
        }
        // The status is read after waiting for the lock, because another worker may have stored the
        // import before.
        let Some(import) = store.import(id)?.filter(|import| import.status == ImportStatus::Storing) else {
            return Ok(StoringResult::Elsewhere);
        };
        let stored = store_all(deps, store, &import)?;
        if import.kind == ImportKind::Ticket {
            store.hold_register()?;
            let tickets = store.imported_tickets(id)?;
            place_imported(store, &tickets)?;
        }
        let waiting = store.store_waiting(id, now)?;
        if !store.finish_import(id, stored, now)? {
            return Err(Error::defect(
                "another process changed the status of an import that is being stored",
            ));
        }
        store.audit(&entry(&import, stored, waiting, now))?;
        Ok(StoringResult::Stored)
    })
}

fn store_all(deps: &Deps, store: &mut dyn Store, import: &Import) -> Result<StoredItems> {
    let (mut after, mut done, mut all) = (0, 0, StoredItems::default());
    while let Some(upto) = store.line_after(import.id, after, CHUNK)? {
        let stored = store.store_lines(import.id, import.kind, (after, upto), deps.clock.now())?;
        all = StoredItems { count: all.count + stored.count, ids: spanning(all.ids, stored.ids) };
        done = (done + CHUNK).min(import.counts.total);
        after = upto;
        // The progress is stored over another connection, because no one sees writes of this
        // transaction before it ends. If that fails, the import continues.
        let told = with_store(&*deps.database, |other| {
            other.set_import_progress(import.id, done).map_err(Error::from)
        });
        if let Err(error) = told {
            tracing::debug!(%error, "could not save the progress of an import");
        }
    }
    Ok(all)
}

type IdRange = Option<(i32, i32)>;

fn spanning(earlier: IdRange, later: IdRange) -> IdRange {
    match (earlier, later) {
        (Some((first, last)), Some((from, to))) => Some((first.min(from), last.max(to))),
        (earlier, later) => earlier.or(later),
    }
}

fn entry(
    import: &Import,
    stored: StoredItems,
    waiting: usize,
    occurred_at: chrono::DateTime<chrono::Utc>,
) -> AuditEntry {
    let items = stored.ids.map(|(first, last)| ("items", format!("{first}-{last}")));
    AuditEntry::about((AuditSubject::Import, import.id.0), AuditAction::ItemsImported, occurred_at)
        .by(import.confirmed_by)
        .is("kind", &import.kind)
        .is("file", &import.file_name)
        .is("stored", &stored.count)
        .is("onFileAlready", &import.counts.existing)
        .is("waiting", &waiting)
        .is("setAside", &import.counts.bad)
        .are(items)
}
