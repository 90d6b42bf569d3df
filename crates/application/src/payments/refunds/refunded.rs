//! Updates the payment, the books, the item and the hire when a refund completes or a bank returns
//! its money (docs/product/payments.md#refunds).

use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::record::Case;
use domain::payments::chargeback::{lost_to_banks, transaction_status};
use domain::payments::payment::{
    Payment, PaymentEvent, PaymentStatus, PaymentTransaction, TransactionStatus,
};
use domain::payments::refund::Refund;
use domain::payments::settlement::Settlement;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::security::trail::AuditEntry;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;
use crate::payments::books::post::allocate_fee_of;
use crate::payments::moves::change_payment_status;
use crate::payments::resettlement::resettle;
use crate::shared::cases::record::{CaseChange, lock_case_of, record};

/// Records that a refund completed. If the whole payment is now refunded, its item becomes due
/// again. If the payment was for a lawyer, the case ends unless it has an outcome.
pub fn record_refund_completed(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &mut Payment,
    refund: &Refund,
) -> Result<()> {
    let received = payment.amount_received.unwrap_or_default();
    payment.refunded =
        Money::from_cents((payment.refunded.cents() + refund.amount.cents()).min(received.cents()));
    let is_whole = payment.refunded >= received && payment.status != PaymentStatus::Refunded;
    let had_settled = payment.status == PaymentStatus::Settled;
    if is_whole {
        change_payment_status(deps, store, payment, PaymentEvent::RefundCompleted, PaymentStatus::Refunded)?;
    } else {
        payment.updated_at = deps.clock.now();
        store.update_payment(payment)?;
    }
    store.audit(&refund_audit_entry(deps, payment, refund, AuditAction::PaymentRefunded))?;
    if let Some(transaction) = store.transaction_of_payment(payment.id)? {
        update_transaction(store, payment, &transaction)?;
        if is_whole && had_settled {
            reopen_item(store, payment)?;
        }
    }
    if is_whole { end_undecided_case(deps, store, payment) } else { Ok(()) }
}

/// Records that a bank returned a refund's money. If the payment was fully refunded, it is settled
/// again, or marked as charged back if a bank has taken some of its money. Returns the amount above
/// the amount due, which the caller must refund.
pub(in crate::payments) fn record_refund_sent_back(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &mut Payment,
    refund: &Refund,
) -> Result<Money> {
    // `refunded` is at most the amount received, although the refunds together may exceed that amount. Therefore the
    // returned refund can't just be subtracted: the new value is the sum of the other refunds.
    let refunds = store.refunds_of(payment.id)?;
    let others = refunds.iter().filter(|other| other.id != refund.id && other.status.has_reached_driver());
    let back: i64 = others.map(|other| other.amount.cents()).sum();
    payment.refunded = Money::from_cents(back.min(payment.amount_received.unwrap_or_default().cents()));
    let mut excess = Money::ZERO;
    if payment.status != PaymentStatus::Refunded {
        payment.updated_at = deps.clock.now();
        store.update_payment(payment)?;
    } else if lost_to_banks(&store.chargebacks_of_payment(payment.id)?) > Money::ZERO {
        change_payment_status(
            deps,
            store,
            payment,
            PaymentEvent::RefundReturned,
            PaymentStatus::ChargedBack,
        )?;
    } else if let Settlement::Pays { excess: above, .. } =
        resettle(deps, store, payment, PaymentEvent::RefundReturned)?
    {
        excess = above;
    }
    if let Some(transaction) = store.transaction_of_payment(payment.id)? {
        update_transaction(store, payment, &transaction)?;
    }
    if payment.status == PaymentStatus::RefundDue {
        end_undecided_case(deps, store, payment)?;
    }
    Ok(excess)
}

/// Stores the refunded amount and the new status in a payment's transaction.
pub(in crate::payments) fn update_transaction(
    store: &mut dyn Store,
    payment: &Payment,
    transaction: &PaymentTransaction,
) -> Result<()> {
    let refunded = payment.refunded.min(transaction.amount);
    let of_banks = transaction_status(&store.chargebacks_of_payment(payment.id)?);
    let status = match (payment.status, of_banks) {
        (PaymentStatus::Refunded, _) => TransactionStatus::Refunded,
        (PaymentStatus::RefundDue, Some(TransactionStatus::Chargeback)) => TransactionStatus::Chargeback,
        (PaymentStatus::RefundDue, _) => TransactionStatus::RefundPending,
        (_, of_banks) => of_banks.unwrap_or(TransactionStatus::Completed),
    };
    if refunded == transaction.refunded && status == transaction.status {
        return Ok(());
    }
    Ok(store.set_transaction_refunded(transaction.id, refunded, status)?)
}

/// Makes the item that the payment paid due again. Does nothing if staff have removed the item.
pub(in crate::payments) fn reopen_item(store: &mut dyn Store, payment: &Payment) -> Result<()> {
    match store.payable_item(payment.payable)? {
        Some(item) if item.is_paid => Ok(store.reopen_item(payment.payable)?),
        _ => Ok(()),
    }
}

/// Ends the case of the hire that the payment paid for, unless the case has an outcome. Called when the payment's money
/// was fully refunded or can't pay for anything.
pub(in crate::payments) fn end_undecided_case(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
) -> Result<()> {
    end_case_unless(deps, store, payment, |case| case.verdict.is_some())
}

/// Ends the case of the hire that the payment paid for, after a lost chargeback.
pub(in crate::payments) fn end_case(deps: &Deps, store: &mut dyn Store, payment: &Payment) -> Result<()> {
    end_case_unless(deps, store, payment, |_| false)
}

/// Ends the case of the hire that the payment paid for, unless `must_stay_open` returns true.
fn end_case_unless(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    must_stay_open: impl FnOnce(&Case) -> bool,
) -> Result<()> {
    if !matches!(payment.payable, Payable::Lawyer(_)) {
        return Ok(());
    }
    let Some(hire) = store.hire_of_payment(payment.id)? else { return Ok(()) };
    let Some(hire) = store.lock_hire(hire.id)? else { return Ok(()) };
    let case = lock_case_of(store, &hire)?;
    if !case.step.is_broken_off() && !must_stay_open(&case) {
        let case = record(deps, store, case, CaseChange::by_system(CaseEventKind::PaymentReturned))?;
        allocate_fee_of(deps, store, case.id)?;
    }
    Ok(())
}

/// Builds an audit entry about a completed or failed refund, with Lanewise as the actor.
pub(in crate::payments) fn refund_audit_entry(
    deps: &Deps,
    payment: &Payment,
    refund: &Refund,
    action: AuditAction,
) -> AuditEntry {
    AuditEntry::about((AuditSubject::Payment, payment.id.0), action, deps.clock.now())
        .with_before("amountReceived", &payment.amount_received.unwrap_or_default())
        .with_after("refund", &refund.amount)
        .with_after("reason", &refund.reason)
        .with_all_after(refund.provider_words.clone().map(|words| ("providerWords", words)))
}
