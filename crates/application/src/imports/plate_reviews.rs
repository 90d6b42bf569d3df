//! Staff's decisions about items that were matched by plate, although the driver didn't have the plate on the
//! item's day. Staff decide once about each item (docs/product/everywhere.md#plate-dates).

use domain::imports::import::ImportKind;
use domain::imports::matching::OUTSIDE_PLATE_DATES;
use domain::security::audit::AuditAction;
use domain::shared::ids::{ParkingId, TicketId, TollId};
use domain::shared::payable::Payable;
use ports::imports::plate_reviews::PlateReview;
use ports::shared::paging::{Page, Paged};
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::filing::remove_locked_item;
use crate::error::{Error, Result};

/// Lists the items that wait for staff's decision about their plate match.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_plate_reviews(store: &mut dyn Store, actor: &Actor, page: Page) -> Result<Paged<PlateReview>> {
    actor.must_be_admin()?;
    Ok(store.plate_reviews(page)?)
}

/// Records staff's decision about an item's plate match. With `belongs_to_driver`, the item stays on its
/// driver's record; otherwise it is removed.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`] if the item isn't waiting for a decision.
pub fn decide_plate_review(
    deps: &Deps,
    actor: &Actor,
    kind: ImportKind,
    item: i32,
    belongs_to_driver: bool,
) -> Result<()> {
    actor.must_be_admin()?;
    let payable = match kind {
        ImportKind::Ticket => Payable::Ticket(TicketId(item)),
        ImportKind::Parking => Payable::Parking(ParkingId(item)),
        ImportKind::Toll => Payable::Toll(TollId(item)),
    };
    in_transaction(&*deps.database, |store| {
        let stored = store.lock_item(payable)?.ok_or(Error::NotFound)?;
        if !store.close_plate_review(kind, item)? {
            return Err(Error::NotFound);
        }
        if !belongs_to_driver {
            remove_locked_item(deps, store, actor, &stored, OUTSIDE_PLATE_DATES)?;
        }
        let decision = if belongs_to_driver { "theirs" } else { "not theirs" };
        let entry =
            actor.audit_entry((payable.kind().into(), item), AuditAction::CitationDecided, deps.clock.now());
        Ok(store.audit(&entry.with_after("user_id", &stored.user_id()).with_after("decision", &decision))?)
    })
}
