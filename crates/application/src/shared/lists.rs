//! Lists, whichever they are: who may see which of their records.

use std::collections::{BTreeSet, HashMap};

use domain::shared::ids::UserId;
use ports::shared::list::Query;
use ports::shared::paging::Paged;
use ports::store::{Store, Stored};

use crate::access::Actor;
use crate::error::Result;

/// What drivers are called.
pub type Names = HashMap<UserId, String>;

/// Whether somebody may ask for a list at all: drivers only for one whose records have owners.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) for drivers, when the list is for staff.
pub fn may_ask<L: Stored>(actor: &Actor) -> Result<()> {
    if L::HAS_OWNERS { Ok(()) } else { actor.must_be_admin() }
}

/// A slice of a list: a driver's own records, or all for staff.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) when a driver asks for another user's, or for a list for staff.
pub fn list<L: Stored>(store: &mut dyn Store, actor: &Actor, query: Query<L>) -> Result<Paged<L::Row>> {
    may_ask::<L>(actor)?;
    let user = if L::HAS_OWNERS { actor.own_or_all(query.user)? } else { None };
    Ok(L::slice(store, &Query { user, ..query })?)
}

/// What the drivers of these records are called, for staff: drivers read their own records.
///
/// # Errors
/// Only the database's.
pub fn names<L: Stored>(store: &mut dyn Store, actor: &Actor, records: &[L::Row]) -> Result<Names> {
    if actor.is_admin() { names_of(store, records.iter().filter_map(L::driver)) } else { Ok(Names::new()) }
}

/// What these users are called.
///
/// # Errors
/// Only the database's.
pub fn names_of(store: &mut dyn Store, users: impl Iterator<Item = UserId>) -> Result<Names> {
    let users: Vec<UserId> = users.collect::<BTreeSet<_>>().into_iter().collect();
    if users.is_empty() {
        return Ok(Names::new());
    }
    Ok(store.names_of(&users)?.into_iter().collect())
}

/// The numbers above a list, for staff: over all that is asked for.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) for drivers.
pub fn summary<L: Stored>(store: &mut dyn Store, actor: &Actor, query: &Query<L>) -> Result<L::Summary> {
    actor.must_be_admin()?;
    Ok(L::sum_up(store, query)?)
}
