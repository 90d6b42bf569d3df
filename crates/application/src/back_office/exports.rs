//! Lists as files: all rows that a list's filters let through, read piece by piece.

use domain::security::audit::AuditAction;
use ports::shared::list::{Order, Query};
use ports::shared::paging::Page;
use ports::store::{Store, Stored};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::Result;

/// Rows of one piece: a few hundred kilobytes, some milliseconds.
const PIECE: i64 = 1_000;

/// Notes that staff take a list out of the house, and with which filters.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) for drivers.
pub fn begin(deps: &Deps, store: &mut dyn Store, actor: &Actor, list: &str, filters: &str) -> Result<()> {
    actor.must_be_admin()?;
    let entry = actor.own_entry(AuditAction::ListExported, deps.clock.now());
    Ok(store.audit(&entry.is("list", &list).is("filters", &filters))?)
}

/// The records after the one with this id, a piece of them, and the id that the next piece comes after, if there is one. Each piece
/// is a statement of its own: no transaction is open between two. They come by ids, whatever changes meanwhile: nothing is there
/// twice.
///
/// # Errors
/// Only the database's.
pub fn read<L: Stored>(
    store: &mut dyn Store,
    asked: &Query<L>,
    before: Option<i32>,
) -> Result<(Vec<L::Row>, Option<i32>)> {
    let page = Page { limit: PIECE, offset: 0 };
    let query = Query { sort: L::Sort::BY_ID, is_descending: true, page, before, ..asked.clone() };
    let records = L::slice(store, &query)?.items;
    let is_full = i64::try_from(records.len()).is_ok_and(|records| records >= PIECE);
    let next = records.last().filter(|_| is_full).map(L::id);
    Ok((records, next))
}
