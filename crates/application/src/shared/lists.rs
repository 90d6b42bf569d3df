//! Access checks and lookups that all lists share.

use std::collections::{BTreeSet, HashMap};

use domain::driving_record::citation::Citation;
use domain::shared::ids::UserId;
use ports::shared::list::{CitedBy, Query};
use ports::shared::paging::Paged;
use ports::store::{ListInStore, Store};

use crate::access::Actor;
use crate::error::Result;

/// Back-office names of users, by user id. Closed accounts have no entry.
pub type Names = HashMap<UserId, String>;

/// Numbers and issuers of citations, by the record that refers to them.
pub type Citations = HashMap<CitedBy, Citation>;

/// Checks that the caller may read lists of the kind `L`. Callers who aren't staff may read only
/// lists whose records belong to users.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) if the list is only for staff and the caller isn't staff.
pub fn check_may_list<L: ListInStore>(actor: &Actor) -> Result<()> {
    if L::HAS_OWNERS { Ok(()) } else { actor.must_be_admin() }
}

/// Returns a page of a list: a driver's own records, or all records for staff.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) for lawyers, and if a driver asks for another user's
/// records or for a list that is only for staff.
pub fn list<L: ListInStore>(store: &mut dyn Store, actor: &Actor, query: Query<L>) -> Result<Paged<L::Row>> {
    check_may_list::<L>(actor)?;
    let user = if L::HAS_OWNERS { actor.allowed_user_filter(query.user)? } else { None };
    Ok(L::read_page(store, &Query { user, ..query })?)
}

/// Returns the names of the records' drivers, for staff. Empty for drivers, because drivers read
/// only their own records.
pub fn names<L: ListInStore>(store: &mut dyn Store, actor: &Actor, records: &[L::Row]) -> Result<Names> {
    if actor.is_admin() { names_of(store, records.iter().filter_map(L::driver)) } else { Ok(Names::new()) }
}

/// Returns the back-office names of these users: the full name, or the part of the email before the `@`.
/// Closed accounts are left out.
pub fn names_of(store: &mut dyn Store, users: impl Iterator<Item = UserId>) -> Result<Names> {
    let users: Vec<UserId> = users.collect::<BTreeSet<_>>().into_iter().collect();
    if users.is_empty() {
        return Ok(Names::new());
    }
    Ok(store.names_of(&users)?.into_iter().collect())
}

/// Returns the numbers and issuers of the citations that these records are about.
pub fn citations<L: ListInStore>(store: &mut dyn Store, records: &[L::Row]) -> Result<Citations> {
    let cited: Vec<CitedBy> = records.iter().filter_map(L::cited_by).collect();
    if cited.is_empty() {
        return Ok(Citations::new());
    }
    Ok(store.citations_of(&cited)?.into_iter().collect())
}

/// Returns the summary above a list, for staff. The summary covers all records that match the query, not just one page.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) if the caller isn't staff.
pub fn summary<L: ListInStore>(store: &mut dyn Store, actor: &Actor, query: &Query<L>) -> Result<L::Summary> {
    actor.must_be_admin()?;
    Ok(L::summarize(store, query)?)
}
