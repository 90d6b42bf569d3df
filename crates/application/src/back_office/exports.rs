//! Lists as files: all rows that a list's filters let through, read piece by piece.

use domain::security::audit::AuditAction;
use ports::shared::list::{Order, Query};
use ports::shared::paging::{Page, Paged};
use ports::store::{Store, Stored};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::Result;
use crate::shared::lists::{Names, names_of};

/// Rows of one piece: a few hundred kilobytes, some milliseconds.
const PIECE: i64 = 1_000;

/// Notes that staff download a list, and with which filters.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) for drivers.
pub fn begin(deps: &Deps, store: &mut dyn Store, actor: &Actor, list: &str, filters: &str) -> Result<()> {
    actor.must_be_admin()?;
    let entry = actor.own_entry(AuditAction::ListExported, deps.clock.now());
    Ok(store.audit(&entry.is("list", &list).is("filters", &filters))?)
}

/// Some of a list's records.
pub struct Piece<R> {
    /// The records.
    pub records: Vec<R>,
    /// What their drivers are called.
    pub names: Names,
    /// The id that the next piece comes after, if there is one.
    pub next: Option<i32>,
}

/// The records after the one with this id, a piece of them. Each piece is read by itself: no transaction is open between two. They
/// come by ids, whatever changes meanwhile: nothing is there twice.
///
/// # Errors
/// Only the database's.
pub fn read<L: Stored>(
    store: &mut dyn Store,
    asked: &Query<L>,
    before: Option<i32>,
) -> Result<Piece<L::Row>> {
    let page = Page { limit: PIECE, offset: 0 };
    let query = Query { sort: L::Sort::BY_ID, is_descending: true, page, before, ..asked.clone() };
    let Paged { items: records, next, .. } = L::slice(store, &query)?;
    let names = names_of(store, records.iter().filter_map(L::driver))?;
    Ok(Piece { records, names, next })
}
