//! Opens the case of a new hire, in the transaction that settles its payment.

use domain::legal_help::case::deadlines::contact_by;
use domain::legal_help::case::event::NewCaseEvent;
use domain::legal_help::case::guarantee::{GuaranteeRule, TermsAtHire};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::fee::FeeTerms;
use domain::legal_help::hire::LawyerHire;
use domain::legal_help::offense::OffenseClass;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::TicketId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::cases::offers::offer_next;
use crate::shared::cases::pool::court_of_case;

/// Opens the case of a hire and offers it to a lawyer. If no lawyers are on record, staff find a lawyer by
/// hand. `price` is the part of the payment that pays for the lawyer.
pub fn open_case(
    deps: &Deps,
    store: &mut dyn Store,
    hire: &LawyerHire,
    ticket: TicketId,
    price: Money,
) -> Result<Case> {
    let now = deps.clock.now();
    let ticket = store.ticket(ticket)?.ok_or(Error::NotFound)?;
    let facts = store.standing_facts(Payable::Ticket(ticket.id))?;
    let driver_state = store.user(hire.user_id)?.and_then(|user| user.state);
    let court = court_of_case(ticket.filed.court().state, &facts, driver_state);
    let handling = if store.has_lawyers()? { Handling::Matched } else { Handling::ByStaff };
    let dates = [ticket.filed.due_date, ticket.filed.court_date];
    let accept_by = deps.case_periods.accept_by(now, &dates, BUSINESS_ZONE).deadline(BUSINESS_ZONE);
    let terms = FeeTerms::new(price, deps.legal_help.rule(court.state));
    let case = Case {
        handling,
        step: CaseStep::Hired,
        offense_class: court.state.map_or(OffenseClass::Unknown, OffenseClass::usual_in),
        court,
        at_hire: Some(TermsAtHire {
            rule: GuaranteeRule::CURRENT,
            fine: ticket.fine(),
            points: ticket.filed.points,
        }),
        fee: (handling == Handling::Matched).then_some(terms),
        accept_by: (handling == Handling::Matched).then_some(accept_by),
        contact_by: Some(contact_by(hire.recorded_at)),
        court_date: ticket.filed.court_date,
        court_time: ticket.filed.court_time,
        ..Case::outside(hire)
    };
    store.insert_case(&case)?;
    store.add_case_event(&NewCaseEvent::at_opening(&case, now))?;
    Ok(offer_next(deps, store, case)?.into_case())
}
