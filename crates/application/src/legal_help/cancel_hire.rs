//! Calling a lawyer hire off for a full refund: drivers within its window (docs/PRODUCT.md#cancelling-a-hire), staff at any time.

use domain::legal_help::hire::{HireStatus, LawyerHire};
use domain::legal_help::refund_window::{self, BUSINESS_ZONE};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::requests::case_update::CaseKind;
use domain::security::audit::AuditAction;
use domain::shared::ids::HireId;
use ports::security::trail::AuditEntry;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::reconcile::pay_back;
use crate::payments::settlement::move_to;
use crate::shared::case_updates::status_changed;

/// Calls a hire off; its payment goes back in full. Repeating the call answers the same hire. The refund is asked for at
/// once; if the provider does not answer, reconciliation carries it on. Staff also give back what a hire that they had called off
/// by its status alone has kept.
///
/// # Errors
/// [`Error::NotFound`] when the hire is not the caller's, [`Error::CancellationClosed`] for a driver after the window.
pub fn cancel_hire(deps: &Deps, actor: &Actor, id: HireId) -> Result<LawyerHire> {
    let (hire, payment) = in_transaction(&*deps.database, |store| call_off(deps, store, actor, id))?;
    let Some(payment) = payment else { return Ok(hire) };
    if let Err(error) = pay_back(deps, &payment) {
        tracing::warn!(payment = payment.id.0, %error, "reconciliation will ask for this refund again");
    }
    with_store(&*deps.database, |store| store.hire(id)?.ok_or(Error::NotFound))
}

/// The hire, and the payment that has to go back now.
fn call_off(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: HireId,
) -> Result<(LawyerHire, Option<Payment>)> {
    let hire = store.hire(id)?.ok_or(Error::NotFound)?;
    actor.must_own(hire.user_id)?;
    let mut payment = lock(store, &hire)?;
    // Read again: another tab may have called it off while this one waited for the lock.
    let hire = store.lock_hire(id)?.ok_or(Error::NotFound)?;
    let is_cancelled = hire.status == HireStatus::Cancelled;
    if is_cancelled && !(actor.is_admin() && payment.is_some()) {
        return Ok((hire, None));
    }
    if !actor.is_admin() && !refund_window::is_open(hire.created_at, BUSINESS_ZONE, deps.clock.now()) {
        return Err(Error::CancellationClosed);
    }
    if let Some(payment) = &mut payment {
        move_to(deps, store, payment, PaymentStatus::RefundDue)?;
    }
    store.audit(&entry(deps, actor, &hire, payment.as_ref()))?;
    let called_off = store.set_hire_status(id, HireStatus::Cancelled)?.ok_or(Error::NotFound)?;
    if !is_cancelled {
        status_changed(deps, store, hire.user_id, CaseKind::Hire, called_off.status.as_str())?;
    }
    Ok((called_off, payment))
}

/// Locks what was hired for, then the payment behind it, if that is settled.
fn lock(store: &mut dyn Store, hire: &LawyerHire) -> Result<Option<Payment>> {
    let Some(payment) = hire.payment_id.map(|id| store.payment(id)).transpose()?.flatten() else {
        return Ok(None);
    };
    store.lock_payable_item(payment.payable)?;
    Ok(store.lock_payment(payment.id)?.filter(|payment| payment.status == PaymentStatus::Settled))
}

fn entry(deps: &Deps, actor: &Actor, hire: &LawyerHire, payment: Option<&Payment>) -> AuditEntry {
    let refunded =
        payment.map(|payment| ("refunded", payment.amount_received.unwrap_or(payment.amount).to_string()));
    actor
        .entry(("lawyer_hire", hire.id.0), AuditAction::HireCancelled, deps.clock.now())
        .changed("status", &hire.status, &HireStatus::Cancelled)
        .are(refunded)
}
