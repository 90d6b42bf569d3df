//! Exports of lists: all rows that match the list's filters, read in batches.

use domain::security::audit::AuditAction;
use ports::shared::list::{Query, SortOrder};
use ports::shared::paging::{Page, Paged};
use ports::store::{ListInStore, Store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::Result;
use crate::shared::lists::{Citations, Names, citations, names_of};

/// Maximum number of rows per batch.
const PIECE: i64 = 1_000;

/// Adds an audit entry about a staff member's download of a list. `list` is the list's name, and `filters` are
/// its filters as the request's query string.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) if the caller isn't staff.
pub fn audit_export(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    list: &str,
    filters: &str,
) -> Result<()> {
    actor.must_be_admin()?;
    let entry = actor.own_audit_entry(AuditAction::ListExported, deps.clock.now());
    Ok(store.audit(&entry.with_after("list", &list).with_after("filters", &filters))?)
}

/// A batch of a list's records.
pub struct ExportBatch<R> {
    /// The batch's rows, by descending id. If the search is an id, the record with this id is first.
    pub records: Vec<R>,
    /// Names of the records' drivers.
    pub names: Names,
    /// Numbers and issuers of the records' citations.
    pub citations: Citations,
    /// The value of `before` with which the next batch is read; `None` if this is the last batch.
    pub next: Option<i32>,
}

/// Reads the next batch of a list's records, whose ids are below `before`. `None` reads the first batch. The order
/// and the page of `requested` are ignored. The caller must have checked access, with [`audit_export`].
///
/// Each batch has its own query, and no transaction stays open between batches. Because the order is by id,
/// concurrent changes cause no duplicates.
pub fn read_batch<L: ListInStore>(
    store: &mut dyn Store,
    requested: &Query<L>,
    before: Option<i32>,
) -> Result<ExportBatch<L::Row>> {
    let page = Page { limit: PIECE, offset: 0 };
    let query = Query { sort: L::Sort::BY_ID, is_descending: true, page, before, ..requested.clone() };
    let Paged { items: records, next, .. } = L::read_page(store, &query)?;
    let names = names_of(store, records.iter().filter_map(L::driver))?;
    let citations = citations::<L>(store, &records)?;
    Ok(ExportBatch { records, names, citations, next })
}
