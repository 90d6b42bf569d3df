//! Handles cases whose deadline has passed, whose ticket was changed or removed, or that wait for a
//! lawyer (docs/product/cases.md#deadlines).

use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::offer::OfferEnd;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::payments::refund::RefundReason;
use domain::shared::ids::{HireId, RefundId};
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cancel_hire::request_refund;
use crate::legal_help::cases::court::correction::copy_court_from_ticket;
use crate::legal_help::cases::ending::{self, LockedCase};
use crate::legal_help::cases::offers::end_offer;
use crate::shared::cases::money::{EndRefund, refund_at_end};
use crate::shared::cases::record::{CaseChange, record};

/// Maximum number of cases with a passed deadline or a changed or removed ticket that one run handles.
const BATCH: i64 = 100;

/// Handles cases whose deadline has passed or whose ticket was changed or removed, then cases that wait for a
/// lawyer. Returns how many cases it tried to handle. Each case has its own database transaction. A failure
/// in one case is only logged.
///
/// # Errors
/// Fails if the cases can't be read.
pub fn handle_case_deadlines(deps: &Deps) -> Result<usize> {
    let now = deps.clock.now();
    let due = with_store(&*deps.database, |store| store.due_cases(now, BATCH).map_err(Error::from))?;
    handle_each(deps, &due);
    // The waiting cases are read last, because an offer that has just expired may leave its lawyer
    // free for another case.
    let waiting = with_store(&*deps.database, |store| store.cases_waiting_for_lawyer().map_err(Error::from))?;
    let waiting: Vec<HireId> = waiting.into_iter().filter(|id| !due.contains(id)).collect();
    handle_each(deps, &waiting);
    Ok(due.len() + waiting.len())
}

/// Handles each of these cases in its own transaction, and then requests its refund. A failure is only logged.
fn handle_each(deps: &Deps, cases: &[HireId]) {
    for id in cases {
        match in_transaction(&*deps.database, |store| handle_deadline(deps, store, *id)) {
            Ok(refund) => refund.into_iter().for_each(|refund| request_refund(deps, refund)),
            Err(error) => tracing::warn!(case = id.0, %error, "could not follow a case's deadlines"),
        }
    }
}

/// Ends the case, continues matching or sends a reminder, depending on which deadline has passed and on whether the
/// ticket was removed. Also copies a changed court from the ticket. Returns the refund, if any, that must be
/// requested after the commit.
fn handle_deadline(deps: &Deps, store: &mut dyn Store, id: HireId) -> Result<Option<RefundId>> {
    let now = deps.clock.now();
    let locked = ending::lock_case_and_payment(store, id)?;
    if locked.case.handling == Handling::Outside {
        return Ok(None);
    }
    let is_matched = locked.case.handling == Handling::Matched;
    if is_matched && locked.case.step.is_open() && was_ticket_removed(store, &locked.case)? {
        let refund = refund_at_end(deps, store, &locked.hire, &locked.case)?;
        let change = CaseChange::by_system(CaseEventKind::TicketRemoved);
        return Ok(ending::end_and_refund(deps, store, (locked.case, locked.payment), change, refund)?.1);
    }
    let (locked, refund) = copy_court_from_ticket(deps, store, locked)?;
    if !is_matched || refund.is_some() {
        return Ok(refund);
    }
    let LockedCase { case, .. } = &locked;
    if case.step.is_matching() {
        let is_over = case.accept_by.is_some_and(|accept_by| accept_by <= now);
        let has_lapsed = store.open_offer(id)?.filter(|offer| is_over || offer.answer_by <= now);
        return Ok(match has_lapsed {
            Some(offer) => {
                let change = CaseChange::by_system(CaseEventKind::LawyerOfferLapsed);
                end_offer(deps, store, locked, (&offer, OfferEnd::Lapsed), change)?.1
            }
            None => ending::continue_matching(deps, store, (locked.case, locked.payment))?.1,
        });
    }
    if case.step != CaseStep::Accepted {
        return Ok(None);
    }
    if case.accept_by.is_some_and(|accept_by| accept_by <= now) {
        let change = CaseChange::by_system(CaseEventKind::SignatureMissed);
        let refund = Some(EndRefund::full(RefundReason::NotSigned));
        return Ok(ending::end_and_refund(deps, store, (locked.case, locked.payment), change, refund)?.1);
    }
    if case.sign_by.is_some_and(|sign_by| sign_by <= now) {
        remind_to_sign(deps, store, locked.case)?;
    }
    Ok(None)
}

/// Whether the case's ticket no longer exists.
fn was_ticket_removed(store: &mut dyn Store, case: &Case) -> Result<bool> {
    Ok(match case.ticket_id {
        Some(ticket) => store.ticket(ticket)?.is_none(),
        None => false,
    })
}

/// Reminds the driver to sign the agreement. If there is no agreement yet, reminds the
/// lawyer to send it.
fn remind_to_sign(deps: &Deps, store: &mut dyn Store, mut case: Case) -> Result<()> {
    let agreement = case.lawyer_id.map(|lawyer| store.agreement(case.id, lawyer)).transpose()?.flatten();
    let kind = match agreement {
        Some(_) => CaseEventKind::SignatureReminded,
        None => CaseEventKind::AgreementReminded,
    };
    case.sign_by = None;
    record(deps, store, case, CaseChange::by_system(kind)).map(drop)
}
