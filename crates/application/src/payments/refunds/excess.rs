//! Cancels refunds that exceed a payment's refundable money, and refunds the money that the bank didn't take
//! in a lost chargeback (docs/product/payments.md#chargebacks).

use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::refund::{Refund, RefundEvent, RefundReason, RefundStatus};
use domain::shared::money::Money;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;
use crate::payments::books::post;
use crate::payments::moves::refundable_amount;
use crate::payments::refunds::records::{
    RefundDecision, change_refund, insert_refund, insert_refund_for_staff,
};

/// Cancels failed, refused and not yet requested refunds that exceed the money left after a
/// payment's other refunds. If a canceled refund was for the whole payment, a new refund of the
/// money left replaces it. But if a bank kept a part of the payment, [`insert_refund_of_rest`]
/// stores the new refund instead.
pub(in crate::payments) fn cancel_excess_refunds(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
) -> Result<()> {
    let all = store.refunds_of(payment.id)?;
    let waits = |refund: &Refund| match refund.status {
        RefundStatus::Refused => true,
        RefundStatus::Due => refund.requested_at.is_none(),
        _ => false,
    };
    let settled: Vec<Refund> = all.iter().filter(|refund| !waits(refund)).cloned().collect();
    let mut remaining = refundable_amount(store, payment, &settled)?.cents();
    for refund in all {
        let asks = refund.amount.cents();
        let can_be_called_off = waits(&refund) || refund.status == RefundStatus::Failed;
        if !can_be_called_off || asks <= remaining {
            remaining -= if waits(&refund) { asks } else { 0 };
            continue;
        }
        let Some(mut stored) = store.lock_refund(refund.id)? else { continue };
        change_refund(deps, store, &mut stored, RefundEvent::Withdrawn, RefundStatus::CalledOff)?;
        let is_full = refund.reason.is_full() || payment.status == PaymentStatus::RefundDue;
        let is_left_by_bank = refund.reason == RefundReason::ChargedBackInPart
            || payment.status == PaymentStatus::ChargedBack && !is_full;
        if remaining == 0 || !(is_full || is_left_by_bank) {
            continue;
        }
        let rest = Money::from_cents(std::mem::take(&mut remaining));
        if is_left_by_bank {
            insert_refund_of_rest(deps, store, payment, rest, false)?;
        } else {
            insert_refund(deps, store, payment, rest, RefundDecision::replacing(refund))?;
        }
    }
    Ok(())
}

/// Stores a refund of `rest`, the money that the bank didn't take in a lost chargeback. The refund is automatic if
/// the payment had to be refunded even without the chargeback (`was_refund_due`), or if an authority has the money
/// and must return it. Otherwise, staff decide.
pub(in crate::payments) fn insert_refund_of_rest(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    rest: Money,
    was_refund_due: bool,
) -> Result<()> {
    const REASON: RefundReason = RefundReason::ChargedBackInPart;
    if was_refund_due || post::has_money_at_authority(store, payment)? {
        insert_refund(deps, store, payment, rest, RefundDecision::automatic(REASON)).map(drop)
    } else {
        insert_refund_for_staff(deps, store, payment, rest, REASON)
    }
}
