//! Information that a driver sees before paying for a lawyer, such as whether any lawyer takes cases in the
//! ticket's court. Also stores the court that the driver names for a ticket.

use domain::driving_record::court::{MAX_COURT_CHARS, StatedCourt};
use domain::driving_record::standing::HasStanding;
use domain::driving_record::ticket::Item;
use domain::legal_help::case::deadlines::AcceptBy;
use domain::legal_help::case::guarantee::{GuaranteeLine, GuaranteeRule};
use domain::legal_help::case::measured_share::MeasuredShare;
use domain::legal_help::case::record::CaseCourt;
use domain::legal_help::offense::OffenseClass;
use domain::shared::business_time::{BUSINESS_ZONE, business_date};
use domain::shared::ids::TicketId;
use domain::shared::payable::Payable;
use domain::shared::text;
use domain::shared::us_state::UsState;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::contesting::refresh::refresh_letter;
use crate::error::{Error, Result};
use crate::shared::cases::pool::{LawyerPool, court_of_case, known_court_state};

/// Whether a lawyer can be hired for a ticket, and on which terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Availability {
    /// The sentence that says why no lawyer can be hired; `None` if a lawyer can be hired.
    pub unavailable: Option<&'static str>,
    /// The court of the ticket that the lawyer would work on.
    pub court: CaseCourt,
    /// Whether the court's state is unknown, so that the driver's state is used in its place.
    pub is_court_state_assumed: bool,
    /// Whether the driver can name the ticket's court.
    pub may_change_court: bool,
    /// The last day on which a lawyer may accept the case; `None` if staff find a lawyer by hand.
    pub accept_by: Option<AcceptBy>,
    /// Whether the price is expected to be refunded if the case is lost. This depends on the class of the
    /// offense, which may change later.
    pub is_refunded_if_lost: bool,
    /// Percentage of the fee that the lawyer has earned after filing the appearance.
    pub appearance_earns: u8,
    /// The outcomes, each with whether it counts as won. Empty if staff find a lawyer by hand, or if the
    /// price of a lost case isn't refunded.
    pub guarantee: &'static [GuaranteeLine],
    /// The measured share of won cases. `None` if the court's state doesn't allow showing it, if
    /// legal help isn't offered there, or if too few cases are decided.
    pub measured_share: Option<MeasuredShare>,
}

/// Returns whether a lawyer can be hired for a ticket, and on which terms.
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
    actor.must_be_owner_or_staff(ticket.user_id)?;
    let state = store.user(ticket.user_id)?.ok_or(Error::NotFound)?.state;
    let facts = store.standing_facts(Payable::Ticket(ticket.id))?;
    let known = known_court_state(ticket.court_state(), &facts);
    let court = court_of_case(ticket.court_state(), &facts, state);
    let lawyers = LawyerPool::read(store, court.state)?;
    let rule = deps.legal_help.rule(court.state);
    let unavailable = if !rule.is_offered() {
        Some("Legal help isn’t available in this court’s state right now.")
    } else if lawyers.can_take(&court) {
        None
    } else {
        Some("No lawyer takes cases in this court right now.")
    };
    let dates = [ticket.filed.due_date, ticket.filed.court_date];
    let has_lawyers = lawyers.has_lawyers();
    let now = deps.clock.now();
    let measured_share = if rule.claims_shown && rule.is_offered() {
        MeasuredShare::of(&store.decided_cases()?, business_date(now))
    } else {
        None
    };
    let class = court.state.map_or(OffenseClass::Unknown, OffenseClass::usual_in);
    // If staff find a lawyer by hand, the class of the offense isn't known, so only a guarantee for
    // all offenses counts.
    let is_refunded_if_lost = if has_lawyers { rule.has_guarantee(class) } else { rule.is_guarantee_shown() };
    Ok(Availability {
        is_refunded_if_lost,
        appearance_earns: rule.appearance_earns,
        unavailable,
        measured_share,
        is_court_state_assumed: known.is_none() && facts.stated_court.is_none() && court.state.is_some(),
        may_change_court: known.is_none() && !facts.has_active_hire,
        court,
        accept_by: has_lawyers.then(|| deps.case_periods.accept_by(now, &dates, BUSINESS_ZONE)),
        guarantee: if has_lawyers && is_refunded_if_lost { GuaranteeRule::CURRENT.table() } else { &[] },
    })
}

/// Stores the court that the driver names for a ticket whose court is unknown: its state and, if
/// the driver knows it, its name. Returns the availability of lawyers in that court.
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers; [`Error::NotFound`] for another driver's ticket; a field error
/// for `courtName`. [`Error::CourtKnown`] if the court's state is known from staff, a file or the register,
/// while a lawyer is hired for the ticket, or while a payment for a lawyer is open.
pub fn store_named_court(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    ticket: TicketId,
    (state, name): (UsState, Option<&str>),
) -> Result<Availability> {
    actor.must_be_driver()?;
    let name = name.filter(|name| !name.trim().is_empty()).map(|name| text::line(name, MAX_COURT_CHARS));
    let name = name.transpose().map_err(|error| Error::field("courtName", error.to_string()))?;
    let Some(Item::Ticket(item)) = store.lock_item(Payable::Ticket(ticket))? else {
        return Err(Error::NotFound);
    };
    actor.must_be_owner_or_staff(item.user_id)?;
    let facts = store.standing_facts(Payable::Ticket(ticket))?;
    // While the driver is paying for a lawyer, the court can't change, because the terms that the driver saw
    // depend on the court.
    let is_paying = store.lock_live_payment(Payable::Lawyer(ticket))?.is_some();
    if is_paying || facts.has_active_hire || known_court_state(item.court_state(), &facts).is_some() {
        return Err(Error::CourtKnown);
    }
    store.store_stated_court(ticket, &StatedCourt { state, name }, deps.clock.now())?;
    refresh_letter(deps, store, Payable::Ticket(ticket).into())?;
    availability(deps, store, actor, ticket)
}
