//! The job that stores an import's valid lines: all of them or none.

use std::collections::HashSet;

use domain::imports::import::{ImportKind, ImportStatus};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::citation_number::normalize_citation_number;
use domain::shared::ids::ImportId;
use ports::imports::files::{Import, StoredItems};
use ports::security::trail::AuditEntry;
use ports::shared::jobs::Job;
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::driving_record::citations::Issuers;
use crate::driving_record::courts::decide_courts_of_imported;
use crate::error::{Error, Result};
use crate::imports::failing::{fail_import, fail_with_defect};
use crate::imports::files::import_of;
use crate::shared::outbox::Outcome;

/// Number of lines that one SQL statement stores.
const CHUNK: i32 = 1_000;

const CLOSED: &str =
    "Drivers closed their accounts after the file was checked. Nothing was stored. Upload the file again.";

const EQUAL: &str = "Some of these citations were added after the file was checked, or the list of authorities changed. Nothing was stored. Upload the file again.";

/// Stores a checked import. Turns each new line into an item, and stores the citations that must wait,
/// all in one transaction.
pub fn store_file(deps: &Deps, job: &Job) -> Outcome {
    let Some(id) = import_of(job) else { return Outcome::GiveUp("the job names no import".to_owned()) };
    match store_import(deps, id) {
        Ok(StoringResult::Stored | StoringResult::NoLongerStoring) => Outcome::Done,
        Ok(StoringResult::DriversClosedAccounts) => {
            fail_import(deps, id, ImportStatus::Storing, CLOSED, None)
        }
        Ok(StoringResult::DuplicateCitations) => fail_import(deps, id, ImportStatus::Storing, EQUAL, None),
        Err(error @ Error::StoreDown(_)) => Outcome::Retry(error.with_causes()),
        Err(error) => fail_with_defect(deps, id, ImportStatus::Storing, &error),
    }
}

enum StoringResult {
    Stored,
    /// Another worker has stored the import, or the import's status has changed for another reason.
    NoLongerStoring,
    /// Drivers of new lines have closed their accounts since the check.
    DriversClosedAccounts,
    /// Two items would have the same issuer and citation number.
    DuplicateCitations,
}

/// Stores an import, in one transaction.
fn store_import(deps: &Deps, id: ImportId) -> Result<StoringResult> {
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        if store.lock_for_storing_and_count_closed_accounts(id)? > 0 {
            return Ok(StoringResult::DriversClosedAccounts);
        }
        // The status is read after the lock was granted, because another worker may have stored the import in
        // the meantime.
        let Some(import) = store.import(id)?.filter(|import| import.status == ImportStatus::Storing) else {
            return Ok(StoringResult::NoLongerStoring);
        };
        // All names of one authority count as the same issuer. The lock keeps the register unchanged until
        // the items are stored.
        store.lock_authority_register()?;
        if has_duplicate_citations(store, &import)? {
            return Ok(StoringResult::DuplicateCitations);
        }
        let stored = store_all(deps, store, &import)?;
        if import.kind == ImportKind::Ticket {
            let tickets = store.imported_tickets(id)?;
            decide_courts_of_imported(store, &tickets)?;
        }
        let waiting = store.store_staged_waiting_citations(id, now)?;
        if !store.finish_import(id, stored, now)? {
            return Err(Error::defect(
                "another process changed the status of an import that is being stored",
            ));
        }
        store.audit(&import_audit_entry(&import, stored, waiting, now))?;
        Ok(StoringResult::Stored)
    })
}

/// Whether a new line has the same issuer and citation number as an item that was added since the
/// check, or as another line. Two lines can become the same citation if the register of authorities
/// changes after the check.
fn has_duplicate_citations(store: &mut dyn Store, import: &Import) -> Result<bool> {
    let (mut after, mut seen_numbers) = (0, HashSet::new());
    while let Some(last_line) = store.last_line_of_next_batch(import.id, after, CHUNK)? {
        let new = store.new_citations(import.id, import.kind, (after, last_line))?;
        after = last_line;
        if new.is_empty() {
            continue;
        }
        let numbers: Vec<String> = new.iter().map(|one| normalize_citation_number(&one.number)).collect();
        let filed = store.items_by_number(&numbers)?;
        let names = filed.iter().filter_map(|item| item.issuer.as_deref());
        let issuers = Issuers::of(store, names.chain(new.iter().map(|one| one.issuer.as_str())))?;
        let filed =
            filed.iter().filter_map(|item| Some((issuers.issuer(item.issuer.as_deref())?, &item.number)));
        let filed: HashSet<_> = filed.collect();
        for (one, number) in new.iter().zip(&numbers) {
            let Some(issuer) = issuers.issuer(Some(&one.issuer)) else { continue };
            if filed.contains(&(issuer.clone(), number)) || !seen_numbers.insert((issuer, number.clone())) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Stores the import's new lines as items, in batches. Returns the items' number and ids.
fn store_all(deps: &Deps, store: &mut dyn Store, import: &Import) -> Result<StoredItems> {
    let (mut after, mut done, mut all) = (0, 0, StoredItems::default());
    while let Some(last_line) = store.last_line_of_next_batch(import.id, after, CHUNK)? {
        let stored = store.store_lines(import.id, import.kind, (after, last_line), deps.clock.now())?;
        all = StoredItems { count: all.count + stored.count, ids: joined_range(all.ids, stored.ids) };
        done = (done + CHUNK).min(import.counts.total);
        after = last_line;
        // The progress is stored on a second connection, because other connections don't see this
        // transaction's writes before its commit. If storing the progress fails, the import
        // continues.
        let stored_now = with_store(&*deps.database, |other| {
            other.set_import_progress(import.id, done).map_err(Error::from)
        });
        if let Err(error) = stored_now {
            tracing::debug!(%error, "could not save the progress of an import");
        }
    }
    Ok(all)
}

/// The lowest and the highest id of some items; `None` if there are no items.
type IdRange = Option<(i32, i32)>;

/// Returns the smallest range that covers both ranges.
fn joined_range(earlier: IdRange, later: IdRange) -> IdRange {
    match (earlier, later) {
        (Some((first, last)), Some((from, to))) => Some((first.min(from), last.max(to))),
        (earlier, later) => earlier.or(later),
    }
}

/// Builds the audit entry about a stored import. `waiting` is the number of citations that wait.
fn import_audit_entry(
    import: &Import,
    stored: StoredItems,
    waiting: usize,
    occurred_at: chrono::DateTime<chrono::Utc>,
) -> AuditEntry {
    let items = stored.ids.map(|(first, last)| ("items", format!("{first}-{last}")));
    AuditEntry::about((AuditSubject::Import, import.id.0), AuditAction::ItemsImported, occurred_at)
        .by(import.confirmed_by)
        .with_after("kind", &import.kind)
        .with_after("file", &import.file_name)
        .with_after("stored", &stored.count)
        .with_after("onFileAlready", &import.counts.existing)
        .with_after("waiting", &waiting)
        .with_after("setAside", &import.counts.bad)
        .with_all_after(items)
}
