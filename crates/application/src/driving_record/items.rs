//! A driver's tickets, parking tickets and tolls (docs/product/driving-record.md).

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::driving_record::standing::{HasStanding, StandingFacts};
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::driving_record::ticket_order::{ListedItem, sort_by_key};
use domain::driving_record::visibility::{self, is_visible_to_driver};
use domain::shared::ids::UserId;
use ports::shared::store_error::StoreResult;
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

/// A kind of item that a driver can have.
pub trait ItemOfDriver: HasStanding + ListedItem + Sized {
    /// Returns all items of this kind that the driver has, except for removed ones.
    fn all_of(store: &mut dyn Store, driver: UserId) -> StoreResult<Vec<(Self, StandingFacts)>>;
}

impl ItemOfDriver for Ticket {
    fn all_of(store: &mut dyn Store, driver: UserId) -> StoreResult<Vec<(Self, StandingFacts)>> {
        store.tickets_of(driver)
    }
}

impl ItemOfDriver for Parking {
    fn all_of(store: &mut dyn Store, driver: UserId) -> StoreResult<Vec<(Self, StandingFacts)>> {
        store.parking_of(driver)
    }
}

impl ItemOfDriver for Toll {
    fn all_of(store: &mut dyn Store, driver: UserId) -> StoreResult<Vec<(Self, StandingFacts)>> {
        store.tolls_of(driver)
    }
}

/// Returns a driver's items of one kind with their standing, in display order.
///
/// # Errors
/// [`Error::Forbidden`] for other drivers and for lawyers; [`Error::NotFound`] when staff ask for a
/// user who doesn't exist.
pub fn list_items<T: ItemOfDriver>(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    user: UserId,
    listing: ItemListScope,
) -> Result<Vec<WithStanding<T>>> {
    let driver = listed_driver(store, actor, user)?;
    let mut items = T::all_of(store, user)?;
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
