//! Calendar entries of one item.

use domain::driving_record::calendar::{self, Appointment};
use domain::shared::payable::Payable;
use ports::store::Store;

use crate::access::Actor;
use crate::error::{Error, Result};

/// Returns an item's calendar entries, at least one.
///
/// # Errors
/// [`Error::NotFound`] if the item is another driver's, isn't visible to the driver yet, is a dismissed ticket, is
/// settled with its city, or has no entries, for example because it is paid; [`Error::Forbidden`] for lawyers.
pub fn appointments_of_item(
    store: &mut dyn Store,
    actor: &Actor,
    payable: Payable,
) -> Result<Vec<Appointment>> {
    let (owner, entries) = match payable {
        Payable::Ticket(id) | Payable::Lawyer(id) => {
            let ticket = store.ticket(id)?.ok_or(Error::NotFound)?;
            (ticket.user_id, calendar::appointments_of_ticket(&ticket))
        }
        Payable::Parking(id) => {
            let parking = store.parking(id)?.ok_or(Error::NotFound)?;
            (parking.user_id, calendar::appointment_of_parking(&parking).into_iter().collect())
        }
        Payable::Toll(id) => {
            let toll = store.toll(id)?.ok_or(Error::NotFound)?;
            (toll.user_id, calendar::appointment_of_toll(&toll).into_iter().collect())
        }
    };
    actor.must_be_owner_or_staff(owner)?;
    let facts = store.standing_facts(payable)?;
    actor.check_may_see(facts.driver_entry)?;
    let needs_nothing = facts.is_dismissed || facts.is_settled_with_city();
    if entries.is_empty() || needs_nothing { Err(Error::NotFound) } else { Ok(entries) }
}
