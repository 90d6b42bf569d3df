//! Ends cases and stores their refunds, and offers cases to the next lawyer. Rows are always locked in the same
//! order: ticket, payment, hire, case.

use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::offer::{LawyerOffer, OfferEnd};
use domain::legal_help::case::record::Case;
use domain::legal_help::hire::LawyerHire;
use domain::payments::payment::Payment;
use domain::payments::refund::RefundReason;
use domain::shared::ids::{HireId, RefundId};
use domain::shared::money::Money;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::books::post::allocate_fee_of;
use crate::payments::refunds::hire_refunds::{insert_end_refund, lock_payment_of};
use crate::shared::cases::money::EndRefund;
use crate::shared::cases::offers::{MatchingResult, offer_next};
use crate::shared::cases::record::{CaseChange, lock_case_of, record};

/// The reason that is recorded when an open offer is withdrawn from a lawyer who no longer takes such cases.
const NO_LONGER_TAKES: &str = "The lawyer doesn’t take cases of this court and offense.";

/// A locked case with its hire and payment.
pub(in crate::legal_help) struct LockedCase {
    pub hire: LawyerHire,
    pub case: Case,
    /// The payment, and the amount of it that can be refunded. `None` if nothing can be refunded.
    pub payment: Option<(Payment, Money)>,
}

/// Locks a case, its hire, its payment and, if there is a payment, its ticket. Ending a case
/// changes all of them.
pub(super) fn lock_case_and_payment(store: &mut dyn Store, id: HireId) -> Result<LockedCase> {
    let hire = store.hire(id)?.ok_or(Error::NotFound)?;
    let payment = lock_payment_of(store, &hire)?;
    let hire = store.lock_hire(id)?.ok_or(Error::NotFound)?;
    let case = lock_case_of(store, &hire)?;
    Ok(LockedCase { hire, case, payment })
}

/// Records an event that ends the case, and stores the refund. `payment` is the locked payment,
/// with the amount that can be refunded; `None` if there is nothing to refund. If `refund` is
/// `None` and money is left, the hire stays open in staff's queue, and staff decide about the
/// money. Returns the case and the stored refund, which must be requested after the commit.
pub(in crate::legal_help) fn end_and_refund(
    deps: &Deps,
    store: &mut dyn Store,
    (case, payment): (Case, Option<(Payment, Money)>),
    change: CaseChange,
    refund: Option<EndRefund>,
) -> Result<(Case, Option<RefundId>)> {
    let case = record(deps, store, case, change)?;
    allocate_fee_of(deps, store, case.id)?;
    let Some(refund) = refund else {
        if payment.is_some() {
            store.set_hire_solved(case.id, false)?;
        }
        return Ok((case, None));
    };
    let refund = insert_end_refund(deps, store, payment.as_ref(), refund)?;
    Ok((case, refund))
}

/// Offers the case to the next lawyer. If all lawyers have too many cases, the case waits. If no
/// lawyer is left or the time for finding a lawyer is over, the case ends and the full price is
/// refunded. Returns the case and the stored refund, if any. `payment` is the locked payment, with
/// the amount that can be refunded; `None` if there is nothing to refund.
pub(super) fn continue_matching(
    deps: &Deps,
    store: &mut dyn Store,
    (case, payment): (Case, Option<(Payment, Money)>),
) -> Result<(Case, Option<RefundId>)> {
    match offer_next(deps, store, case)? {
        MatchingResult::Continues(case) | MatchingResult::Waits(case) => Ok((case, None)),
        MatchingResult::FoundNone(case) => stop_matching(deps, store, (case, payment)),
    }
}

/// Ends a case because no lawyer was found, and refunds the full price. Returns the case and the stored
/// refund, if any. `locked` is the case and its payment, with the amount that can be refunded.
pub(super) fn stop_matching(
    deps: &Deps,
    store: &mut dyn Store,
    locked: (Case, Option<(Payment, Money)>),
) -> Result<(Case, Option<RefundId>)> {
    let change = CaseChange::by_system(CaseEventKind::NoLawyerFound);
    end_and_refund(deps, store, locked, change, Some(EndRefund::full(RefundReason::NoLawyer)))
}

/// Leaves the open offer of a locked case unchanged if its lawyer still takes such cases. Otherwise ends the offer, if
/// there is one, and continues matching ([`continue_matching`]), which can end and refund the case. Returns the case
/// and the stored refund, if any. `payment` is the locked payment, with the amount that can be refunded; `None` if
/// there is nothing to refund.
pub(super) fn recheck_offer(
    deps: &Deps,
    store: &mut dyn Store,
    (mut case, payment): (Case, Option<(Payment, Money)>),
) -> Result<(Case, Option<RefundId>)> {
    if let Some(offer) = store.open_offer(case.id)? {
        let lawyer = store.lawyer(offer.lawyer_id)?;
        if lawyer.is_some_and(|lawyer| lawyer.can_be_offered(&case.court, case.offense_class)) {
            return Ok((case, None));
        }
        let change = CaseChange::by_system(CaseEventKind::LawyerSkipped).with_note(Some(NO_LONGER_TAKES));
        case = close_offer(deps, store, case, (&offer, OfferEnd::Skipped), change)?;
    }
    continue_matching(deps, store, (case, payment))
}

/// Ends the open offer of a locked case. `end` says how the offer ended, and `change` is the event to record.
pub(super) fn close_offer(
    deps: &Deps,
    store: &mut dyn Store,
    mut case: Case,
    (offer, end): (&LawyerOffer, OfferEnd),
    change: CaseChange,
) -> Result<Case> {
    store.end_offer(case.id, end, deps.clock.now(), change.note())?;
    case.answer_by = None;
    record(deps, store, case, change.with_lawyer(offer.lawyer_id))
}
