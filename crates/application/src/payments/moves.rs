//! A payment moves along its table, and the audit trail tells; and whether its money can move at all.

use domain::payments::chargeback::Chargeback;
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::refund::Refund;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::money::Money;
use ports::security::trail::AuditEntry;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Moves a payment along its transition table and stores it.
///
/// # Errors
/// A defect when the move is not in the table.
pub fn move_to(deps: &Deps, store: &mut dyn Store, payment: &mut Payment, to: PaymentStatus) -> Result<()> {
    if !payment.status.can_become(to) {
        return Err(Error::Defect(
            format!("payment {}: {:?} cannot become {to:?}", payment.id, payment.status).into(),
        ));
    }
    payment.status = to;
    payment.updated_at = deps.clock.now();
    store.update_payment(payment)?;
    Ok(())
}

/// Records what happened to a payment.
///
/// # Errors
/// Only the database's.
pub fn audit(deps: &Deps, store: &mut dyn Store, payment: &Payment, action: AuditAction) -> Result<()> {
    let entry = AuditEntry::about((AuditSubject::Payment, payment.id.0), action, deps.clock.now())
        .was("amount", &payment.amount)
        .is("amountReceived", &payment.amount_received.unwrap_or_default());
    Ok(store.audit(&entry)?)
}

/// Whether a bank has a payment's money and hasn't decided, so that nothing of it is refunded.
///
/// # Errors
/// Only the database's.
pub(super) fn is_withheld(store: &mut dyn Store, payment: &Payment) -> Result<bool> {
    Ok(store.chargebacks_of(payment.id)?.iter().any(Chargeback::withholds))
}

/// What is left of a payment beside what banks keep and what these refunds claim.
///
/// # Errors
/// Only the database's.
pub(crate) fn left_of(store: &mut dyn Store, payment: &Payment, refunds: &[Refund]) -> Result<Money> {
    Ok(payment.left_to_refund(refunds, &store.chargebacks_of(payment.id)?))
}
