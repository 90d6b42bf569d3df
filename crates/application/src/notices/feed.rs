//! The private URL from which a driver's calendar app reads dates (docs/product/driving-record.md#calendar).

use domain::driving_record::calendar::{self, Appointment};
use domain::driving_record::standing::StandingFacts;
use domain::driving_record::ticket::Item;
use domain::driving_record::visibility::is_visible_to_driver;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Creates a new URL for the caller's calendar, and returns the secret part of the URL. Only a hash of the
/// secret is stored, so the URL can't be shown again. The previous URL stops working.
///
/// # Errors
/// [`Error::NotFound`] if the account was closed in the meantime.
pub fn create_calendar_link(deps: &Deps, actor: &Actor) -> Result<String> {
    let secret = deps.tokens.new_token();
    let hash = deps.tokens.hash(&secret);
    in_transaction(&*deps.database, |store| {
        store.lock_user(actor.id())?.ok_or(Error::NotFound)?;
        Ok::<_, Error>(store.set_calendar_url(actor.id(), Some((&hash, deps.clock.now())))?)
    })?;
    Ok(secret)
}

/// Turns off the caller's calendar URL.
pub fn delete_calendar_link(deps: &Deps, actor: &Actor) -> Result<()> {
    in_transaction(&*deps.database, |store| store.set_calendar_url(actor.id(), None).map_err(Error::from))
}

/// Returns the entries of the calendar with this secret: due dates and court dates. Leaves out items that the driver
/// can't see yet. The result may be empty.
///
/// # Errors
/// [`Error::NotFound`] if no calendar has this secret.
pub fn read_calendar(deps: &Deps, store: &mut dyn Store, secret: &str) -> Result<Vec<Appointment>> {
    let owner = store.calendar_owner(&deps.tokens.hash(secret))?.ok_or(Error::NotFound)?;
    let user = store.user(owner)?.ok_or(Error::NotFound)?;
    let is_ready = user.has_items_ready();
    let tickets =
        store.tickets_of(owner)?.into_iter().map(|(item, facts)| (Item::Ticket(Box::new(item)), facts));
    let parking = store.parking_of(owner)?.into_iter().map(|(item, facts)| (Item::Parking(item), facts));
    let tolls = store.tolls_of(owner)?.into_iter().map(|(item, facts)| (Item::Toll(item), facts));
    let mut items: Vec<(Item, StandingFacts)> = tickets.chain(parking).chain(tolls).collect();
    items.retain(|(_, facts)| is_visible_to_driver(is_ready, facts.driver_entry));
    Ok(items.iter().flat_map(|(item, facts)| calendar::appointments_of_item(item, facts)).collect())
}
