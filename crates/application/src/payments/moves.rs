//! Changes of payments' statuses, audit entries about payments, and the amount of a payment that
//! can still be refunded.

use domain::payments::chargeback::Chargeback;
use domain::payments::payment::{Payment, PaymentEvent, PaymentStatus};
use domain::payments::refund::Refund;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::money::Money;
use ports::security::trail::AuditEntry;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Sets a payment's status and stores the payment.
///
/// # Errors
/// [`Error::Defect`] if the event can't change the payment's current status to the new one.
pub fn change_payment_status(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &mut Payment,
    event: PaymentEvent,
    new_status: PaymentStatus,
) -> Result<()> {
    payment.status = payment
        .status
        .change_to(event, new_status)
        .map_err(|error| Error::Defect(format!("payment {}, event {event:?}: {error}", payment.id).into()))?;
    payment.updated_at = deps.clock.now();
    store.update_payment(payment)?;
    Ok(())
}

/// Marks a payment as canceled and stores it.
pub fn mark_canceled(deps: &Deps, store: &mut dyn Store, payment: &mut Payment) -> Result<()> {
    change_payment_status(deps, store, payment, PaymentEvent::IntentCanceled, PaymentStatus::Cancelled)
}

/// Adds an audit entry with a payment's amount and the amount that was received.
pub fn audit_payment(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    action: AuditAction,
) -> Result<()> {
    let entry = AuditEntry::about((AuditSubject::Payment, payment.id.0), action, deps.clock.now())
        .with_before("amount", &payment.amount)
        .with_after("amountReceived", &payment.amount_received.unwrap_or_default());
    Ok(store.audit(&entry)?)
}

/// Whether a bank holds a payment's money because of an undecided chargeback.
pub(super) fn is_withheld(store: &mut dyn Store, payment: &Payment) -> Result<bool> {
    Ok(store.chargebacks_of_payment(payment.id)?.iter().any(Chargeback::is_withholding))
}

/// Returns the amount of a payment that can still be refunded: the received money minus `refunds` and lost chargebacks.
pub(crate) fn refundable_amount(
    store: &mut dyn Store,
    payment: &Payment,
    refunds: &[Refund],
) -> Result<Money> {
    Ok(payment.left_to_refund(refunds, &store.chargebacks_of_payment(payment.id)?))
}
