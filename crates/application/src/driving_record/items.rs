//! A driver's tickets, parking tickets and tolls (docs/PRODUCT.md#driving-record).

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::driving_record::ticket_order;
use domain::driving_record::visibility;
use domain::shared::ids::UserId;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::standing::{self, Standing};
use crate::error::{Error, Result};

/// Which of a driver's items a list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// What the driver's screens show: without what was paid some days ago.
    Current,
    /// All that nobody has removed.
    All,
}

impl Listing {
    fn holds(self, deps: &Deps, is_paid: bool, paid_at: Option<DateTime<Utc>>) -> bool {
        self == Self::All || visibility::is_listed(is_paid, paid_at, deps.clock.now())
    }
}

/// Tickets in the order they are shown in.
///
/// # Errors
/// [`Error::Forbidden`] for other drivers.
pub fn tickets(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    user: UserId,
    listing: Listing,
) -> Result<Vec<Standing<Ticket>>> {
    let Some(driver) = ready(store, actor, user)? else { return Ok(vec![]) };
    let mut items = store.tickets_of(user)?;
    items.retain(|item| listing.holds(deps, item.is_paid, item.paid_at));
    ticket_order::sort_tickets(&mut items);
    standing::of_all(deps, store, driver.state, items)
}

/// Parking tickets in the order they are shown in.
///
/// # Errors
/// [`Error::Forbidden`] for other drivers.
pub fn parking(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    user: UserId,
    listing: Listing,
) -> Result<Vec<Standing<Parking>>> {
    let Some(driver) = ready(store, actor, user)? else { return Ok(vec![]) };
    let mut items = store.parking_of(user)?;
    items.retain(|item| listing.holds(deps, item.is_paid, item.paid_at));
    ticket_order::sort_parking(&mut items);
    standing::of_all(deps, store, driver.state, items)
}

/// Tolls in the order they are shown in.
///
/// # Errors
/// [`Error::Forbidden`] for other drivers.
pub fn tolls(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    user: UserId,
    listing: Listing,
) -> Result<Vec<Standing<Toll>>> {
    let Some(driver) = ready(store, actor, user)? else { return Ok(vec![]) };
    let mut items = store.tolls_of(user)?;
    items.retain(|item| listing.holds(deps, item.is_paid, item.paid_at));
    ticket_order::sort_tolls(&mut items);
    standing::of_all(deps, store, driver.state, items)
}

/// The driver, unless their items are still being prepared: they are until staff have updated the record; staff see them at once.
fn ready<'a>(store: &mut dyn Store, actor: &'a Actor, user: UserId) -> Result<Option<Cow<'a, User>>> {
    actor.must_be(user)?;
    if actor.id() == user {
        let is_ready = actor.user.items_are_ready() || actor.is_admin();
        return Ok(is_ready.then_some(Cow::Borrowed(&actor.user)));
    }
    store.user(user)?.map(Cow::Owned).map(Some).ok_or(Error::NotFound)
}
