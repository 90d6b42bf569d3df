//! Calendar entries of one item.

use domain::driving_record::calendar::{self, Appointment};
use domain::driving_record::visibility::is_visible_to_driver;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use ports::store::Store;

use crate::access::Actor;
use crate::error::{Error, Result};

/// Returns an item's calendar entries. There is at least one.
///
/// # Errors
/// [`Error::NotFound`] if the item is not the caller's, is not visible to the driver yet, or has no
/// date.
pub fn of_item(store: &mut dyn Store, actor: &Actor, payable: Payable) -> Result<Vec<Appointment>> {
    let (owner, entries) = match payable {
        Payable::Ticket(id) | Payable::Lawyer(id) => {
            let ticket = store.ticket(id)?.ok_or(Error::NotFound)?;
            (ticket.user_id, calendar::of_ticket(&ticket))
        }
        Payable::Parking(id) => {
            let parking = store.parking(id)?.ok_or(Error::NotFound)?;
            (parking.user_id, calendar::of_parking(&parking).into_iter().collect())
        }
        Payable::Toll(id) => {
            let toll = store.toll(id)?.ok_or(Error::NotFound)?;
            (toll.user_id, calendar::of_toll(&toll).into_iter().collect())
        }
    };
    must_see(store, actor, owner, payable)?;
    if entries.is_empty() { Err(Error::NotFound) } else { Ok(entries) }
}

/// Checks that the caller may see an item of this driver. Drivers don't see their items until staff
/// have prepared them, except those that they added.
fn must_see(store: &mut dyn Store, actor: &Actor, owner: UserId, item: Payable) -> Result<()> {
    actor.must_own(owner)?;
    let is_ready = actor.is_admin() || actor.user.has_items_ready();
    if is_visible_to_driver(is_ready, store.standing_facts(item)?.driver_entry) {
        Ok(())
    } else {
        Err(Error::NotFound)
    }
}
