//! Cancels a lawyer hire for a full refund: drivers within the cancellation window
//! (docs/product/legal-help.md#cancelling-a-hire), staff at any time.

use domain::legal_help::hire::{HireStatus, LawyerHire};
use domain::legal_help::refund_window;
use domain::payments::payment::Payment;
use domain::payments::refund::RefundReason;
use domain::requests::case_update::CaseKind;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::{HireId, RefundId};
use domain::shared::money::Money;
use ports::security::trail::AuditEntry;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::moves::refundable_amount;
use crate::payments::refunds::advance::carry_on;
use crate::payments::refunds::records::{RefundDecision, insert_refund};
use crate::shared::case_updates::status_changed;

/// Cancels a hire and refunds its payment in full. Repeated calls return the same hire. The refund is requested at
/// once; if the provider doesn't respond, reconciliation retries. For a hire that was cancelled by status alone,
/// staff can refund the money this way.
///
/// # Errors
/// [`Error::NotFound`] if the hire is not the caller's, [`Error::CancellationClosed`] for a
/// driver after the window.
pub fn cancel_hire(deps: &Deps, actor: &Actor, id: HireId) -> Result<LawyerHire> {
    let (hire, refund) = in_transaction(&*deps.database, |store| cancel_and_refund(deps, store, actor, id))?;
    let Some(refund) = refund else { return Ok(hire) };
    if let Err(error) = carry_on(deps, refund) {
        tracing::warn!(refund = refund.0, %error, "could not request a refund; reconciliation will retry");
    }
    with_store(&*deps.database, |store| store.hire(id)?.ok_or(Error::NotFound))
}

/// Returns the cancelled hire, and the refund of the rest of its payment if there is one.
fn cancel_and_refund(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: HireId,
) -> Result<(LawyerHire, Option<RefundId>)> {
    let hire = store.hire(id)?.ok_or(Error::NotFound)?;
    actor.must_own(hire.user_id)?;
    let payment = lock(store, &hire)?;
    // Read again, because another tab may have cancelled it while this one waited for the lock.
    let hire = store.lock_hire(id)?.ok_or(Error::NotFound)?;
    let is_cancelled = hire.status == HireStatus::Cancelled;
    if is_cancelled && !(actor.is_admin() && payment.is_some()) {
        return Ok((hire, None));
    }
    if !actor.is_admin() && !refund_window::is_open(hire.recorded_at, BUSINESS_ZONE, deps.clock.now()) {
        return Err(Error::CancellationClosed);
    }
    let refund = match &payment {
        Some((payment, left)) => Some(
            insert_refund(deps, store, payment, *left, RefundDecision::rule(RefundReason::HireCancelled))?.id,
        ),
        None => None,
    };
    store.audit(&entry(deps, actor, &hire, payment.map(|(_, left)| left)))?;
    let called_off = store.set_hire_status(id, HireStatus::Cancelled)?.ok_or(Error::NotFound)?;
    if !is_cancelled {
        status_changed(deps, store, hire.user_id, CaseKind::Hire, called_off.status.as_str())?;
    }
    Ok((called_off, refund))
}

/// Locks the hire's ticket and then its payment. Returns the payment and its refundable amount, or `None` if
/// nothing is left to refund.
fn lock(store: &mut dyn Store, hire: &LawyerHire) -> Result<Option<(Payment, Money)>> {
    let Some(payment) = hire.payment_id.map(|id| store.payment(id)).transpose()?.flatten() else {
        return Ok(None);
    };
    store.lock_payable_item(payment.payable)?;
    let Some(payment) = store.lock_payment(payment.id)? else { return Ok(None) };
    let refunds = store.refunds_of(payment.id)?;
    let left = refundable_amount(store, &payment, &refunds)?;
    Ok((left > Money::ZERO).then_some((payment, left)))
}

fn entry(deps: &Deps, actor: &Actor, hire: &LawyerHire, refunded: Option<Money>) -> AuditEntry {
    let refunded = refunded.map(|amount| ("refunded", amount.to_string()));
    actor
        .entry((AuditSubject::LawyerHire, hire.id.0), AuditAction::HireCancelled, deps.clock.now())
        .changed("status", &hire.status, &HireStatus::Cancelled)
        .are(refunded)
}
