//! A driver's tickets, parking tickets and tolls (docs/product/driving-record.md).

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::driving_record::standing::{HasStanding, StandingFacts};
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::driving_record::ticket_order::{ListedItem, sort_by_key};
use domain::driving_record::visibility::{self, is_visible_to_driver};
use domain::shared::ids::UserId;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::standing::{WithStanding, add_standings};
use crate::error::{Error, Result};

/// Which of a driver's items a list contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemListScope {
    /// Items that the driver's screens show: all except those that were paid or settled more than three days ago.
    Current,
    /// All items that were not removed.
    All,
}

impl ItemListScope {
    /// Whether a list of this scope shows the item now.
    fn contains(self, item: &impl ListedItem, facts: &StandingFacts, now: DateTime<Utc>) -> bool {
        let settled_at = facts.settled_with_city_at().filter(|_| !item.is_paid());
        self == Self::All
            || (visibility::is_listed(item.is_paid(), item.paid_at(), now)
                && visibility::is_listed(settled_at.is_some(), settled_at, now))
    }
}

/// Returns a driver's tickets in display order.
///
/// # Errors
/// [`Error::Forbidden`] for other drivers and for lawyers; [`Error::NotFound`] when staff ask for a
/// user who doesn't exist.
pub fn list_tickets(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    user: UserId,
    listing: ItemListScope,
) -> Result<Vec<WithStanding<Ticket>>> {
    let driver = listed_driver(store, actor, user)?;
    let items = store.tickets_of(user)?;
    listed_with_standing(deps, store, &driver, listing, items)
}

/// Returns a driver's parking tickets in display order.
///
/// # Errors
/// [`Error::Forbidden`] for other drivers and for lawyers; [`Error::NotFound`] when staff ask for a
/// user who doesn't exist.
pub fn list_parking_tickets(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    user: UserId,
    listing: ItemListScope,
) -> Result<Vec<WithStanding<Parking>>> {
    let driver = listed_driver(store, actor, user)?;
    let items = store.parking_of(user)?;
    listed_with_standing(deps, store, &driver, listing, items)
}

/// Returns a driver's tolls in display order.
///
/// # Errors
/// [`Error::Forbidden`] for other drivers and for lawyers; [`Error::NotFound`] when staff ask for a
/// user who doesn't exist.
pub fn list_tolls(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    user: UserId,
    listing: ItemListScope,
) -> Result<Vec<WithStanding<Toll>>> {
    let driver = listed_driver(store, actor, user)?;
    let items = store.tolls_of(user)?;
    listed_with_standing(deps, store, &driver, listing, items)
}

/// Computes the standing of the items that the list shows, in display order. Leaves out the other items.
fn listed_with_standing<T: HasStanding + ListedItem>(
    deps: &Deps,
    store: &mut dyn Store,
    driver: &ListedDriver<'_>,
    listing: ItemListScope,
    mut items: Vec<(T, StandingFacts)>,
) -> Result<Vec<WithStanding<T>>> {
    let now = deps.clock.now();
    items.retain(|(item, facts)| {
        is_visible_to_driver(driver.shows_all_items, facts.driver_entry) && listing.contains(item, facts, now)
    });
    sort_by_key(&mut items, |(item, _)| item.order_key());
    add_standings(deps, driver.user.state, items, |states, keys| {
        deps.registers.facts(store, now, states, keys)
    })
}

/// The driver whose items a list shows.
pub(super) struct ListedDriver<'a> {
    pub(super) user: Cow<'a, User>,
    /// Whether the list shows all items. Until staff have prepared the record, drivers see only items that they added.
    pub(super) shows_all_items: bool,
}

/// Checks that the caller may list the driver's items, and returns the driver.
pub(super) fn listed_driver<'a>(
    store: &mut dyn Store,
    actor: &'a Actor,
    user: UserId,
) -> Result<ListedDriver<'a>> {
    actor.must_be_user_or_staff(user)?;
    if actor.id() == user {
        let shows_all_items = actor.user.has_items_ready() || actor.is_admin();
        return Ok(ListedDriver { user: Cow::Borrowed(&actor.user), shows_all_items });
    }
    let driver = store.user(user)?.ok_or(Error::NotFound)?;
    Ok(ListedDriver { user: Cow::Owned(driver), shows_all_items: true })
}
