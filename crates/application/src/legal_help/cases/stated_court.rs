//! The court that a driver names for a ticket before hiring a lawyer.

use domain::driving_record::court::StatedCourt;
use domain::driving_record::standing::HasStanding;
use domain::driving_record::ticket::Item;
use domain::shared::ids::TicketId;
use domain::shared::payable::Payable;
use domain::shared::text;
use domain::shared::us_state::UsState;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::availability::{Availability, availability};
use crate::legal_help::cases::court::MAX_COURT_CHARS;
use crate::shared::cases::pool::known_court_state;

/// Stores the court that the driver names for a ticket whose court isn't known. Returns the availability of lawyers
/// there.
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers, [`Error::NotFound`] for another driver's ticket, a field error for
/// `courtName`, [`Error::CourtKnown`] if staff, a file or the register have the court's state, or
/// a lawyer was hired, whose case has its own court.
pub fn state_court(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    ticket: TicketId,
    (state, name): (UsState, Option<&str>),
) -> Result<Availability> {
    if actor.is_admin() || actor.is_lawyer() {
        return Err(Error::Forbidden);
    }
    let name = name.filter(|name| !name.trim().is_empty()).map(|name| text::line(name, MAX_COURT_CHARS));
    let name = name.transpose().map_err(|error| Error::field("courtName", error.to_string()))?;
    let Some(Item::Ticket(item)) = store.lock_item(Payable::Ticket(ticket))? else {
        return Err(Error::NotFound);
    };
    actor.must_own(item.user_id)?;
    let facts = store.standing_facts(Payable::Ticket(ticket))?;
    if facts.has_active_hire || known_court_state(item.court_state(), &facts).is_some() {
        return Err(Error::CourtKnown);
    }
    store.store_stated_court(ticket, &StatedCourt { state, name }, deps.clock.now())?;
    availability(deps, store, actor, ticket)
}
