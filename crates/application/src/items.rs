//! A driver's tickets, parking tickets and tolls (driver specification, sections 2 and 4).

use domain::ids::UserId;
use domain::ticket::{Parking, Ticket, Toll};
use domain::{ticket_order, visibility};
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Tickets in the order they are shown in.
///
/// # Errors
/// [`Error::Forbidden`] for other drivers.
pub fn tickets(deps: &Deps, store: &mut dyn Store, actor: &Actor, user: UserId) -> Result<Vec<Ticket>> {
    if !is_ready(store, actor, user)? {
        return Ok(vec![]);
    }
    let now = deps.clock.now();
    let mut items = store.tickets_of(user)?;
    items.retain(|item| visibility::is_listed(item.is_paid, item.paid_at, now));
    ticket_order::sort_tickets(&mut items);
    Ok(items)
}

/// Parking tickets in the order they are shown in.
///
/// # Errors
/// [`Error::Forbidden`] for other drivers.
pub fn parking(deps: &Deps, store: &mut dyn Store, actor: &Actor, user: UserId) -> Result<Vec<Parking>> {
    if !is_ready(store, actor, user)? {
        return Ok(vec![]);
    }
    let now = deps.clock.now();
    let mut items = store.parking_of(user)?;
    items.retain(|item| visibility::is_listed(item.is_paid, item.paid_at, now));
    ticket_order::sort_parking(&mut items);
    Ok(items)
}

/// Tolls in the order they are shown in.
///
/// # Errors
/// [`Error::Forbidden`] for other drivers.
pub fn tolls(deps: &Deps, store: &mut dyn Store, actor: &Actor, user: UserId) -> Result<Vec<Toll>> {
    if !is_ready(store, actor, user)? {
        return Ok(vec![]);
    }
    let now = deps.clock.now();
    let mut items = store.tolls_of(user)?;
    items.retain(|item| visibility::is_listed(item.is_paid, item.paid_at, now));
    ticket_order::sort_tolls(&mut items);
    Ok(items)
}

/// A driver's items are being prepared until staff have updated the record; staff see them at once.
fn is_ready(store: &mut dyn Store, actor: &Actor, user: UserId) -> Result<bool> {
    actor.must_be(user)?;
    if actor.id() == user {
        return Ok(actor.user.items_are_ready() || actor.is_admin());
    }
    store.user(user)?.map(|_| true).ok_or(Error::NotFound)
}
