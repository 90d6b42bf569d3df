//! Calendar entries of one item.

use domain::driving_record::calendar::{self, Appointment};
use domain::driving_record::ticket::Item;
use domain::shared::payable::Payable;
use ports::store::Store;

use crate::access::Actor;
use crate::error::{Error, Result};

/// Returns an item's calendar entries, at least one.
///
/// # Errors
/// [`Error::NotFound`] if the item is another driver's, isn't visible to the driver yet, or has no entries, for example
/// because it is paid; [`Error::Forbidden`] for lawyers.
pub fn appointments_of_item(
    store: &mut dyn Store,
    actor: &Actor,
    payable: Payable,
) -> Result<Vec<Appointment>> {
    let item = match payable {
        Payable::Ticket(id) | Payable::Lawyer(id) => store.ticket(id)?.map(Box::new).map(Item::Ticket),
        Payable::Parking(id) => store.parking(id)?.map(Item::Parking),
        Payable::Toll(id) => store.toll(id)?.map(Item::Toll),
    };
    let item = item.ok_or(Error::NotFound)?;
    actor.must_be_owner_or_staff(item.user_id())?;
    let facts = store.standing_facts(payable)?;
    actor.check_may_see_item(facts.driver_entry)?;
    let entries = calendar::appointments_of_item(&item, &facts);
    if entries.is_empty() { Err(Error::NotFound) } else { Ok(entries) }
}
