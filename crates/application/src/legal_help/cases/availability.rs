//! Information that a driver sees before paying for a lawyer: whether a lawyer takes the ticket's court, and
//! by when one must accept.

use domain::driving_record::standing::HasStanding;
use domain::legal_help::case::deadlines::{AcceptBy, accept_by};
use domain::legal_help::case::guarantee::{GUARANTEE_TABLE, GuaranteeLine};
use domain::legal_help::case::record::CaseCourt;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::TicketId;
use domain::shared::payable::Payable;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::cases::pool::{LawyerPool, court_of_case};

/// Whether a lawyer can be hired for a ticket, and on which terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Availability {
    /// Why no lawyer can be hired; `None` if one can.
    pub unavailable: Option<&'static str>,
    /// The court of the case.
    pub court: CaseCourt,
    /// Whether the court's state is unknown, so that the driver's state is used.
    pub is_court_state_assumed: bool,
    /// The last day on which a lawyer may accept; `None` if staff find a lawyer by hand.
    pub accept_by: Option<AcceptBy>,
    /// Which outcomes count as won. Empty if staff find a lawyer by hand, or if the guarantee isn't shown.
    pub guarantee: &'static [GuaranteeLine],
}

/// Returns the availability for a ticket.
///
/// # Errors
/// [`Error::NotFound`] for another driver's ticket, [`Error::Forbidden`] for lawyers.
pub fn availability(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    ticket: TicketId,
) -> Result<Availability> {
    let ticket = store.ticket(ticket)?.ok_or(Error::NotFound)?;
    actor.must_own(ticket.user_id)?;
    let state = store.user(ticket.user_id)?.ok_or(Error::NotFound)?.state;
    let registered = store.standing_facts(Payable::Ticket(ticket.id))?.court;
    let known = ticket.court_state();
    let court = court_of_case(known, registered.as_ref(), state);
    let lawyers = LawyerPool::read(store, court.state.into_iter())?;
    let rule = deps.legal_help.rule(court.state);
    let unavailable = if !rule.is_offered() {
        Some("Legal help is not available in this court's state at this time.")
    } else if lawyers.can_take(&court) {
        None
    } else {
        Some("No lawyer takes cases in this court right now.")
    };
    let dates = [ticket.filed.due_date, ticket.filed.court_date];
    let has_lawyers = lawyers.has_lawyers();
    Ok(Availability {
        unavailable,
        is_court_state_assumed: known.is_none() && court.state.is_some(),
        court,
        accept_by: has_lawyers.then(|| accept_by(deps.clock.now(), &dates, BUSINESS_ZONE)),
        guarantee: if has_lawyers && rule.is_guarantee_shown() { GUARANTEE_TABLE } else { &[] },
    })
}
