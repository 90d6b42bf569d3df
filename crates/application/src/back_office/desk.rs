//! The desk of staff: what waits for somebody, and the search over everything (docs/PRODUCT.md#desk).

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::back_office::desk::REFUND_STUCK_AFTER;
use domain::shared::ids::UserId;
use domain::shared::search::Search;
use ports::accounts::lists::{UserList, UserQuery};
use ports::back_office::desk::{FoundRecord, Waiting};
use ports::shared::paging::Page;
use ports::store::{Store, Stored};

use crate::access::Actor;
use crate::error::Result;
use crate::shared::lists::{Names, names_of};

/// Drivers that a search shows: as many as are seen at once.
const DRIVERS: i64 = 8;
/// Hires and payments of a confirmation number's beginning, each.
const CONFIRMED: i64 = 4;
/// Records that the desk shows.
const WAITING: i64 = 25;

/// What a search over everything found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Users: the one of this id first, then the newest.
    pub drivers: Vec<User>,
    /// Records of this id or confirmation number.
    pub records: Vec<FoundRecord>,
    /// What the records' drivers are called.
    pub names: Names,
}

/// Looks for drivers and their records, for staff.
///
/// # Errors
/// [`crate::Error::Forbidden`] for drivers.
pub fn find(store: &mut dyn Store, actor: &Actor, search: Option<Search>) -> Result<Found> {
    actor.must_be_admin()?;
    let Some(search) = search else { return Ok(Found::default()) };
    let records = match (search.number(), search.confirmation_beginning()) {
        (Some(id), _) => store.records_numbered(id)?,
        (None, Some(beginning)) => store.records_confirmed(&beginning, CONFIRMED)?,
        (None, None) => vec![],
    };
    let names = names_of(store, records.iter().map(|record| record.user_id))?;
    Ok(Found { drivers: drivers(store, search)?, records, names })
}

fn drivers(store: &mut dyn Store, search: Search) -> Result<Vec<User>> {
    let numbered = search.number().map(UserId);
    let is_open = |store: &mut dyn Store, id| store.names_of(&[id]).map(|names| !names.is_empty());
    let mut drivers = match numbered {
        Some(id) if is_open(store, id)? => store.user(id)?.into_iter().collect(),
        _ => vec![],
    };
    let query = UserQuery::all(Page { limit: DRIVERS, offset: 0 }).searched(Some(search));
    let others = UserList::slice(store, &query)?.items.into_iter();
    drivers.extend(others.filter(|user| Some(user.id) != numbered));
    Ok(drivers)
}

/// What waits for staff, the longest waiting first, and what its drivers are called.
///
/// # Errors
/// [`crate::Error::Forbidden`] for drivers.
pub fn waiting(store: &mut dyn Store, actor: &Actor, now: DateTime<Utc>) -> Result<(Vec<Waiting>, Names)> {
    actor.must_be_admin()?;
    let waiting = store.longest_waiting(now, now - REFUND_STUCK_AFTER, WAITING)?;
    let names = names_of(store, waiting.iter().filter_map(|record| record.user_id))?;
    Ok((waiting, names))
}
