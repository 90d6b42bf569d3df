//! The desk, the back office's start page: open work, and a search over all records (docs/product/back-office.md#desk).

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::back_office::desk::REFUND_STUCK_AFTER;
use domain::shared::ids::UserId;
use domain::shared::search::Search;
use ports::accounts::lists::{UserList, UserQuery};
use ports::back_office::desk::{SearchResult, WaitingRecord};
use ports::shared::paging::Page;
use ports::store::{ListInStore, Store};

use crate::access::Actor;
use crate::error::Result;
use crate::shared::lists::{Names, names_of};

/// Maximum number of drivers that a search lists, in addition to the driver with the searched id.
const DRIVERS: i64 = 8;
/// Maximum number of records of each kind whose id starts with the searched digits.
const MAX_FOUND_BY_ID: i64 = 4;
/// Maximum number of hires, and of payments, whose confirmation number starts with the searched string.
const MAX_FOUND_BY_CONFIRMATION: i64 = 4;
/// Maximum number of items of each kind whose citation number starts with the searched string.
const MAX_FOUND_BY_CITATION: i64 = 4;
/// Maximum number of open records on the desk.
const MAX_OPEN_WORK: i64 = 25;

/// The result of a search over all records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResults {
    /// Matching users. The user with the searched id comes first, then the newest.
    pub drivers: Vec<User>,
    /// Records whose id, confirmation number or citation number starts with the searched string. Records with
    /// exactly the searched id come first.
    pub records: Vec<SearchResult>,
    /// Names of the records' drivers.
    pub names: Names,
}

/// Returns the drivers and records that match a staff member's search. Without `search`, returns nothing.
///
/// # Errors
/// [`crate::Error::Forbidden`] if the caller isn't staff.
pub fn search_records(store: &mut dyn Store, actor: &Actor, search: Option<Search>) -> Result<SearchResults> {
    actor.must_be_admin()?;
    let Some(search) = search else { return Ok(SearchResults::default()) };
    let mut records = match (search.number(), search.confirmation_beginning()) {
        (Some(id), _) => {
            let mut records = store.records_by_id(&search.ids(), MAX_FOUND_BY_ID)?;
            records.sort_by_key(|record| record.id != id);
            records
        }
        (None, Some(beginning)) => store.records_by_confirmation(&beginning, MAX_FOUND_BY_CONFIRMATION)?,
        (None, None) => vec![],
    };
    if let Some(beginning) = search.citation_beginning() {
        let cited = store.records_by_citation(&beginning, MAX_FOUND_BY_CITATION)?;
        let is_new =
            |one: &SearchResult| !records.iter().any(|known| (known.kind, known.id) == (one.kind, one.id));
        let cited: Vec<_> = cited.into_iter().filter(is_new).collect();
        records.extend(cited);
    }
    let names = names_of(store, records.iter().map(|record| record.user_id))?;
    Ok(SearchResults { drivers: search_drivers(store, search)?, records, names })
}

/// Finds the user whose id is the searched number, and then the users who match the
/// search in another way.
fn search_drivers(store: &mut dyn Store, search: Search) -> Result<Vec<User>> {
    let numbered = search.number().map(UserId);
    let has_open_account = |store: &mut dyn Store, id| store.names_of(&[id]).map(|names| !names.is_empty());
    let mut drivers = match numbered {
        Some(id) if has_open_account(store, id)? => store.user(id)?.into_iter().collect(),
        _ => vec![],
    };
    let query = UserQuery::all(Page { limit: DRIVERS, offset: 0 }).with_search(Some(search));
    let others = UserList::read_page(store, &query)?.items.into_iter();
    drivers.extend(others.filter(|user| Some(user.id) != numbered));
    Ok(drivers)
}

/// Returns up to [`MAX_OPEN_WORK`] open records for staff, longest waiting first, and the names
/// of the records' drivers.
///
/// # Errors
/// [`crate::Error::Forbidden`] if the caller isn't staff.
pub fn list_longest_waiting(
    store: &mut dyn Store,
    actor: &Actor,
    now: DateTime<Utc>,
) -> Result<(Vec<WaitingRecord>, Names)> {
    actor.must_be_admin()?;
    let waiting = store.longest_waiting(now, now - REFUND_STUCK_AFTER, MAX_OPEN_WORK)?;
    let names = names_of(store, waiting.iter().filter_map(|record| record.user_id))?;
    Ok((waiting, names))
}
