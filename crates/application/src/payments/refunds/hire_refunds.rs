//! Refunds of the fees of cases that ended.

use domain::legal_help::hire::LawyerHire;
use domain::payments::payment::Payment;
use domain::payments::refund::{RefundPayer, RefundReason};
use domain::shared::ids::RefundId;
use domain::shared::money::Money;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;
use crate::payments::moves::refundable_amount;
use crate::payments::refunds::records::{RefundDecision, insert_refund};
use crate::shared::cases::money::EndRefund;

/// Locks a hire's ticket and then its payment. Returns the payment and the amount of it that can be refunded;
/// `None` if the hire has no payment or nothing is left to refund.
pub fn lock_payment_of(store: &mut dyn Store, hire: &LawyerHire) -> Result<Option<(Payment, Money)>> {
    let Some(payment) = hire.payment_id.map(|id| store.payment(id)).transpose()?.flatten() else {
        return Ok(None);
    };
    store.lock_payable_item(payment.payable)?;
    let Some(payment) = store.lock_payment(payment.id)? else { return Ok(None) };
    let refunds = store.refunds_of(payment.id)?;
    let left = refundable_amount(store, &payment, &refunds)?;
    Ok((left > Money::ZERO).then_some((payment, left)))
}

/// Stores the refund for a case that ended. `locked` is the locked payment, with the amount that can be
/// refunded. Returns the refund's id; `None` if nothing is refunded.
pub fn insert_end_refund(
    deps: &Deps,
    store: &mut dyn Store,
    locked: Option<&(Payment, Money)>,
    refund: EndRefund,
) -> Result<Option<RefundId>> {
    let Some((payment, left)) = locked else { return Ok(None) };
    let amount = Money::from_cents(left.cents() - refund.kept.cents());
    if amount <= Money::ZERO {
        return Ok(None);
    }
    Ok(Some(insert_refund(deps, store, payment, amount, RefundDecision::automatic(refund.reason))?.id))
}

/// Stores the refund under the guarantee: the whole amount `left` of a locked payment. `payer` says
/// whether the operator or the lawyer bears the refund.
pub fn insert_guarantee_refund(
    deps: &Deps,
    store: &mut dyn Store,
    (payment, left): &(Payment, Money),
    payer: RefundPayer,
) -> Result<RefundId> {
    let why =
        RefundDecision { guarantee_payer: Some(payer), ..RefundDecision::automatic(RefundReason::Guarantee) };
    Ok(insert_refund(deps, store, payment, *left, why)?.id)
}
