//! Changes of a case's court: staff correct it, or an open case gets the new court and court
//! date of its ticket.

use domain::driving_record::court::{MAX_COURT_CHARS, StatedCourt};
use domain::driving_record::standing::HasStanding;
use domain::driving_record::ticket::{Item, Ticket};
use domain::legal_help::case::deadlines::update_due;
use domain::legal_help::case::event::{CaseEventKind, NewCaseEvent};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::record::{Case, CaseCourt};
use domain::legal_help::fee::FeeTerms;
use domain::legal_help::offense::OffenseClass;
use domain::payments::payment::Payment;
use domain::payments::remittances::authority::Authority;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::{AuthorityId, HireId, RefundId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::text;
use domain::shared::us_state::UsState;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::filing::put_court;
use crate::error::{Error, Result};
use crate::legal_help::cases::court::ticket::{lock_ticket, ticket_audit_entry};
use crate::legal_help::cases::ending::{self, LockedCase};
use crate::legal_help::cases::ends::run_and_refund;
use crate::payments::books::post::allocate_fee_of;
use crate::shared::cases::money::events_of;
use crate::shared::cases::pool::{court_after_change, court_of_case};
use crate::shared::cases::record::{CaseChange, must_be_current, record};

/// A court that staff enter: its state, and either its id in the register or its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourtCorrection {
    pub state: UsState,
    /// Name of the court, if it isn't in the register.
    pub name: Option<String>,
    /// The court, if it is in the register.
    pub id: Option<AuthorityId>,
}

/// Corrects the court of a case and of the case's ticket, for staff. During matching, the new court may end
/// the lawyer's open offer, or end the case with a refund. `version` is the case's version that the caller
/// saw; with `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::ChangedMeanwhile`] if the
/// case isn't open or the version is outdated; field errors.
pub fn correct_court(
    deps: &Deps,
    actor: &Actor,
    id: HireId,
    correction: &CourtCorrection,
    version: Option<i32>,
) -> Result<Case> {
    actor.must_be_admin()?;
    run_and_refund(deps, actor, |store| {
        store.lock_authority_register()?;
        let ticket = lock_ticket(store, id)?;
        let locked = ending::lock_case_and_payment(store, id)?;
        must_be_current(&locked.case, version)?;
        if !locked.case.step.is_open() {
            return Err(Error::ChangedMeanwhile(None));
        }
        let mut court = read_court(store, correction)?;
        if let Some(ticket) = &ticket {
            court = write_court(deps, store, actor, ticket, (correction.state, court))?;
        }
        if court == locked.case.court {
            return Ok((locked.case, None));
        }
        let subject = (AuditSubject::LawyerHire, id.0);
        let entry = actor.audit_entry(subject, AuditAction::CaseChanged, deps.clock.now());
        store.audit(&entry.with_after("court_state", &correction.state.name()))?;
        let change = CaseChange::by(actor, CaseEventKind::CourtCorrected);
        change_court(deps, store, (locked.case, locked.payment), court, change)
    })
}

/// Sets the court of a locked case. During matching, a court in another US state changes the class
/// of the offense and may end the case. It also changes the terms of the fee if no lawyer has ever
/// accepted the case. `payment` is the payment of the price, with the amount that can be refunded.
/// Returns the changed case, and the refund that was stored, if any.
fn change_court(
    deps: &Deps,
    store: &mut dyn Store,
    (mut case, payment): (Case, Option<(Payment, Money)>),
    court: CaseCourt,
    change: CaseChange,
) -> Result<(Case, Option<RefundId>)> {
    let has_other_state = court.state != case.court.state;
    case.court = court;
    if has_other_state && case.step.is_matching() {
        case.offense_class = case.court.state.map_or(OffenseClass::Unknown, OffenseClass::usual_in);
    }
    if case.handling != Handling::Matched || !case.step.is_matching() {
        return Ok((record(deps, store, case, change)?, None));
    }
    let rule = deps.legal_help.rule(case.court.state);
    let was_accepted = |event: &NewCaseEvent| event.kind == CaseEventKind::LawyerAccepted;
    if has_other_state && !events_of(store, &case)?.iter().any(was_accepted) {
        case.fee = case.fee.map(|terms| FeeTerms::new(terms.price, rule));
    }
    let case = record(deps, store, case, change)?;
    allocate_fee_of(deps, store, case.id)?;
    if has_other_state && !rule.is_offered() {
        return ending::stop_matching(deps, store, (case, payment));
    }
    ending::recheck_offer(deps, store, (case, payment))
}

/// Validates the court that staff entered. A court in the register must be in the
/// state that staff entered.
fn read_court(store: &mut dyn Store, correction: &CourtCorrection) -> Result<CaseCourt> {
    let state = Some(correction.state);
    let Some(id) = correction.id else {
        let given = correction.name.as_deref().filter(|name| !name.trim().is_empty());
        let name = given.map(|name| text::line(name, MAX_COURT_CHARS)).transpose();
        let name = name.map_err(|error| Error::field("courtName", error.to_string()))?;
        return Ok(CaseCourt { state, name, ..CaseCourt::default() });
    };
    let is_in_state = |authority: &Authority| {
        let place = authority.place();
        place.id == id && place.is_court && place.state == state
    };
    let found = store.authorities()?.into_iter().find(is_in_state);
    let authority = found.ok_or_else(|| Error::field("courtId", "Choose a court in that state."))?;
    Ok(CaseCourt {
        state,
        name: Some(authority.details.name),
        id: Some(id),
        county: authority.details.county,
    })
}

/// Stores the court `given`, which is in `state`, on the ticket, so that a later hire for the
/// ticket starts with this court. Returns the court to set on the case.
///
/// # Errors
/// A field error if the register of authorities has another court for the ticket.
fn write_court(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    ticket: &Item,
    (state, given): (UsState, CaseCourt),
) -> Result<CaseCourt> {
    let changed = put_court(deps, store, ticket, (given.id, state), ticket_audit_entry(deps, actor, ticket))?;
    let Item::Ticket(changed) = changed else { return Ok(given) };
    if given.id.is_none() {
        let stated = StatedCourt { state, name: given.name.clone() };
        store.store_stated_court(changed.id, &stated, deps.clock.now())?;
    }
    let facts = store.standing_facts(Payable::Ticket(changed.id))?;
    let court = court_of_case(changed.court_state(), &facts, None);
    if court.state == Some(state) && (given.name.is_none() || court.name == given.name) {
        return Ok(court);
    }
    let sentence =
        "The register of authorities has another court for this ticket. Choose it, or correct the register.";
    Err(Error::field("courtState", sentence))
}

/// Copies a ticket's court and court date to its locked case, if the case is open. If the lawyer
/// with the open offer doesn't take the new court, the offer ends. If the court date is now
/// earlier, the deadline for accepting the case may become earlier too. Returns the locked case,
/// and the refund if the case ends.
pub(in crate::legal_help::cases) fn copy_court_from_ticket(
    deps: &Deps,
    store: &mut dyn Store,
    mut locked: LockedCase,
) -> Result<(LockedCase, Option<RefundId>)> {
    let id = locked.case.ticket_id.filter(|_| locked.case.step.is_open());
    let Some(ticket) = id.map(|id| store.ticket(id)).transpose()?.flatten() else {
        return Ok((locked, None));
    };
    let filed = &ticket.filed;
    if (filed.court_date, &filed.court_time) != (locked.case.court_date, &locked.case.court_time) {
        locked.case = change_date(deps, store, locked.case, &ticket)?;
    }
    let facts = store.standing_facts(Payable::Ticket(ticket.id))?;
    let court = court_after_change(&locked.case.court, ticket.court_state(), &facts);
    if court == locked.case.court {
        return Ok((locked, None));
    }
    let change = CaseChange::by_system(CaseEventKind::CourtCorrected);
    let (case, refund) = change_court(deps, store, (locked.case, locked.payment.clone()), court, change)?;
    Ok((LockedCase { case, ..locked }, refund))
}

/// Sets the court date of a locked case to the court date of its ticket, and adjusts the deadlines.
fn change_date(deps: &Deps, store: &mut dyn Store, mut case: Case, ticket: &Ticket) -> Result<Case> {
    let filed = &ticket.filed;
    (case.court_date, case.court_time) = (filed.court_date, filed.court_time.clone());
    if case.update_due.is_some() {
        let events = events_of(store, &case)?;
        let last = events.iter().rev().find(|event| event.kind.is_update());
        case.update_due = last.map(|last| update_due(last.at, case.court_date, BUSINESS_ZONE));
    }
    if case.step.is_matching() {
        let dates = [filed.due_date, filed.court_date];
        let earliest = deps.case_periods.accept_by(deps.clock.now(), &dates, BUSINESS_ZONE);
        let earliest = earliest.deadline(BUSINESS_ZONE);
        case.accept_by = case.accept_by.map(|accept_by| accept_by.min(earliest));
        case.answer_by = case.answer_by.map(|answer_by| answer_by.min(earliest));
    }
    let mut change = CaseChange::by_system(CaseEventKind::CourtDateChanged);
    if let Some(date) = case.court_date {
        change = change.with_court_date(date, case.court_time.as_deref());
    }
    record(deps, store, case, change)
}
