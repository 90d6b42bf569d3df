//! Information that a driver sees before paying for a lawyer: whether a lawyer takes the ticket's court, and
//! by when one must accept.

use domain::driving_record::standing::HasStanding;
use domain::legal_help::case::deadlines::{AcceptBy, accept_by};
use domain::legal_help::case::guarantee::{GUARANTEE_TABLE, GuaranteeLine};
use domain::legal_help::case::measured_share::MeasuredShare;
use domain::legal_help::case::record::CaseCourt;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::TicketId;
use domain::shared::payable::Payable;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::cases::pool::{LawyerPool, court_of_case, known_court_state};

/// Whether a lawyer can be hired for a ticket, and on which terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Availability {
    /// Why no lawyer can be hired; `None` if one can.
    pub unavailable: Option<&'static str>,
    /// The court of the case.
    pub court: CaseCourt,
    /// Whether the court's state is unknown, so that the driver's state is used.
    pub is_court_state_assumed: bool,
    /// Whether the driver can say which court it is.
    pub may_change_court: bool,
    /// The last day on which a lawyer may accept; `None` if staff find a lawyer by hand.
    pub accept_by: Option<AcceptBy>,
    /// Which outcomes count as won. Empty if staff find a lawyer by hand, or if the guarantee isn't shown.
    pub guarantee: &'static [GuaranteeLine],
    /// The measured share of won cases; `None` if claims aren't shown, or with too few decided cases.
    pub measured_share: Option<MeasuredShare>,
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
    let facts = store.standing_facts(Payable::Ticket(ticket.id))?;
    let known = known_court_state(ticket.court_state(), &facts);
    let court = court_of_case(ticket.court_state(), &facts, state);
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
    let now = deps.clock.now();
    let measured_share = if rule.claims_shown && rule.is_offered() {
        MeasuredShare::of(&store.decided_cases()?, now.with_timezone(&BUSINESS_ZONE).date_naive())
    } else {
        None
    };
    Ok(Availability {
        unavailable,
        measured_share,
        is_court_state_assumed: known.is_none() && facts.stated_court.is_none() && court.state.is_some(),
        may_change_court: known.is_none() && !facts.has_active_hire,
        court,
        accept_by: has_lawyers.then(|| accept_by(now, &dates, BUSINESS_ZONE)),
        guarantee: if has_lawyers && rule.is_guarantee_shown() { GUARANTEE_TABLE } else { &[] },
    })
}
