//! Settles a payment again after its money returned to Lanewise, because a bank returned a refund
//! or reversed a lost chargeback (docs/product/payments.md#money-that-comes-back).

use domain::driving_record::standing::StandingFacts;
use domain::payments::payment::{Payment, PaymentEvent, PaymentStatus};
use domain::payments::refund::RefundReason;
use domain::payments::settlement::{Settlement, SettlementNeed};
use domain::security::audit::AuditAction;
use domain::shared::payable::Payable;
use ports::driving_record::items::PayableItem;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;
use crate::payments::moves::{audit_payment, change_payment_status};
use crate::shared::cases::record::case_of;
use crate::shared::live_payments;

/// Returns the amount that is still due for a payment's item or hire, or why nothing is due. The
/// caller must have locked the item.
pub fn settlement_need(
    store: &mut dyn Store,
    payment: &Payment,
    item: Option<&PayableItem>,
    facts: &StandingFacts,
) -> Result<SettlementNeed> {
    let Some(item) = item else { return Ok(SettlementNeed::Removed) };
    if item.is_paid {
        return Ok(SettlementNeed::Paid);
    }
    if is_stopped_by_lawyer(store, payment, facts)? {
        return Ok(SettlementNeed::Lawyer);
    }
    let is_owed = match payment.payable {
        Payable::Lawyer(ticket) => {
            if store.has_active_hire(ticket)? && !has_active_hire(store, payment)? {
                return Ok(SettlementNeed::Paid);
            }
            true
        }
        Payable::Parking(_) => !facts.is_settled_with_city(),
        Payable::Ticket(_) => !facts.is_dismissed,
        Payable::Toll(_) => true,
    };
    Ok(if is_owed { SettlementNeed::Due(payment.payable.due(item.fine)) } else { SettlementNeed::NotOwed })
}

/// Whether a lawyer works on the payment's ticket, and the driver didn't confirm paying anyway. False if it
/// is unknown whether the driver confirmed, as for a rebuilt payment.
fn is_stopped_by_lawyer(store: &mut dyn Store, payment: &Payment, facts: &StandingFacts) -> Result<bool> {
    let Payable::Ticket(_) = payment.payable else { return Ok(false) };
    Ok(facts.open_hire.is_some() && store.was_paid_despite_lawyer(payment.id)? == Some(false))
}

/// Whether the payment paid for a hire whose case prevents another hire for the same ticket.
fn has_active_hire(store: &mut dyn Store, payment: &Payment) -> Result<bool> {
    let Some(hire) = store.hire_of_payment(payment.id)? else { return Ok(false) };
    Ok(case_of(store, &hire)?.step.blocks_another_hire())
}

/// Decides whether a payment's returned money pays for its item or hire, and updates the payment
/// and the item. `event` says why the money returned. The caller must have locked the item and the
/// payment, and must store the refunds.
pub(in crate::payments) fn resettle(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &mut Payment,
    event: PaymentEvent,
) -> Result<Settlement> {
    let settlement = decide_settlement(store, payment)?;
    match settlement {
        Settlement::Pays { excess, .. } => {
            change_payment_status(deps, store, payment, event, PaymentStatus::Settled)?;
            if !matches!(payment.payable, Payable::Lawyer(_)) {
                store.mark_item_paid(payment.payable, payment.payment_date(deps.clock.now()))?;
            }
            live_payments::cancel_open_payments(deps, store, payment.payable)?;
            if excess.cents() > 0 {
                audit_payment(deps, store, payment, AuditAction::AmountDiffers)?;
            }
        }
        Settlement::Returns(reason) => {
            change_payment_status(deps, store, payment, event, PaymentStatus::RefundDue)?;
            if reason == RefundReason::PaidTooLittle {
                audit_payment(deps, store, payment, AuditAction::AmountDiffers)?;
            }
        }
    }
    Ok(settlement)
}

/// Decides whether a payment's returned money pays for its item or hire, or must be refunded.
fn decide_settlement(store: &mut dyn Store, payment: &Payment) -> Result<Settlement> {
    let refunds = store.refunds_of(payment.id)?;
    let has_record = match payment.payable {
        Payable::Lawyer(_) => match store.hire_of_payment(payment.id)? {
            Some(hire) => {
                let case = case_of(store, &hire)?;
                if case.step.is_broken_off() {
                    return Ok(Settlement::Returns(RefundReason::HireCancelled));
                }
                // A decided case doesn't change. Its price is owed to the driver again, even if the
                // fine has changed.
                if case.verdict.is_some() {
                    let reason = refunds.last().map_or(RefundReason::HireCancelled, |refund| refund.reason);
                    return Ok(Settlement::Returns(reason));
                }
                true
            }
            None => false,
        },
        Payable::Ticket(_) | Payable::Parking(_) | Payable::Toll(_) => {
            store.transaction_of_payment(payment.id)?.is_some()
        }
    };
    if !has_record {
        let reason = refunds.first().map_or(RefundReason::PaidTwice, |refund| refund.reason);
        return Ok(Settlement::Returns(reason));
    }
    let item = store.payable_item(payment.payable)?;
    let facts = store.standing_facts(payment.payable)?;
    let chargebacks = store.chargebacks_of_payment(payment.id)?;
    Ok(Settlement::of(
        settlement_need(store, payment, item.as_ref(), &facts)?,
        payment.left_to_refund(&refunds, &chargebacks),
    ))
}
