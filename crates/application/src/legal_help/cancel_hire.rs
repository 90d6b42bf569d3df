//! Cancellation of a lawyer hire with a full refund: by the driver within the cancellation window, by staff
//! at any time (docs/product/legal-help.md#cancellation-window).

use domain::legal_help::cancellation_window;
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::record::Case;
use domain::legal_help::hire::{HireStatus, LawyerHire};
use domain::payments::payment::Payment;
use domain::payments::refund::RefundReason;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::business_time::{BUSINESS_ZONE, business_date};
use domain::shared::ids::{HireId, RefundId};
use domain::shared::money::Money;
use ports::security::trail::AuditEntry;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::pay_guarantee::pay_guarantee;
use crate::payments::books::post::allocate_fee_of;
use crate::payments::refunds::advance::continue_refund;
use crate::payments::refunds::hire_refunds::{insert_end_refund, lock_payment_of};
use crate::shared::cases::money::EndRefund;
use crate::shared::cases::record::{CaseChange, lock_case_of, record};

/// Cancels a hire, ends its case and refunds its payment in full. Repeated calls return the same
/// hire. If the case has already ended early, only staff can refund the money that is left. If the
/// case is decided, only the payment is refunded, and the case's step and outcome and the hire's
/// status stay as they are.
///
/// # Errors
/// [`Error::NotFound`] if the hire is another driver's; [`Error::Forbidden`] for lawyers;
/// [`Error::CancellationWindowClosed`] for a driver after the window; [`Error::PriceRefunded`] if the case is
/// decided and nothing is left to refund.
pub fn cancel_hire(deps: &Deps, actor: &Actor, id: HireId) -> Result<LawyerHire> {
    let (hire, refund) = in_transaction(&*deps.database, |store| cancel_and_refund(deps, store, actor, id))?;
    let Some(refund) = refund else { return Ok(hire) };
    request_refund(deps, refund);
    with_store(&*deps.database, |store| store.hire(id)?.ok_or(Error::NotFound))
}

/// Requests a stored refund from the provider. Must be called after the commit. If the provider
/// doesn't respond, reconciliation retries.
pub(super) fn request_refund(deps: &Deps, refund: RefundId) {
    if let Err(error) = continue_refund(deps, refund) {
        tracing::warn!(refund = refund.0, %error, "could not request a refund; reconciliation will retry");
    }
}

/// Cancels the hire. Returns the hire, and the refund of the payment's remaining money; `None` if there
/// is nothing to refund.
fn cancel_and_refund(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: HireId,
) -> Result<(LawyerHire, Option<RefundId>)> {
    let hire = store.hire(id)?.ok_or(Error::NotFound)?;
    actor.must_be_owner_or_staff(hire.user_id)?;
    let payment = lock_payment_of(store, &hire)?;
    // The hire is read again under the lock, because another request may have canceled it in the meantime.
    let hire = store.lock_hire(id)?.ok_or(Error::NotFound)?;
    let case = lock_case_of(store, &hire)?;
    let is_over = case.step.is_broken_off();
    if is_over && !(actor.is_admin() && payment.is_some()) {
        return Ok((hire, None));
    }
    if case.is_decided() && payment.is_none() {
        return Err(Error::PriceRefunded);
    }
    if !actor.is_admin() && !cancellation_window::is_open(hire.recorded_at, BUSINESS_ZONE, deps.clock.now()) {
        return Err(Error::CancellationWindowClosed);
    }
    if let Some(locked) = payment.as_ref().filter(|_| case.is_decided()) {
        let refund = refund_decided(deps, store, actor, case, locked)?;
        return Ok((store.hire(id)?.ok_or(Error::NotFound)?, Some(refund)));
    }
    let refund =
        insert_end_refund(deps, store, payment.as_ref(), EndRefund::full(RefundReason::HireCancelled))?;
    store.audit(&cancellation_audit_entry(deps, actor, &hire, payment.map(|(_, left)| left)))?;
    if !is_over {
        let kind = if actor.is_admin() { CaseEventKind::StaffEnded } else { CaseEventKind::DriverEnded };
        record(deps, store, case, CaseChange::by(actor, kind))?;
        allocate_fee_of(deps, store, id)?;
    }
    Ok((store.hire(id)?.ok_or(Error::NotFound)?, refund))
}

/// Refunds the price of a decided case, under the guarantee if it applies, otherwise as a
/// cancellation. `locked` is the locked payment, with the amount that can be refunded.
fn refund_decided(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    case: Case,
    locked: &(Payment, Money),
) -> Result<RefundId> {
    let now = deps.clock.now();
    let payer = case.guarantee_refund_payer(business_date(now));
    if let Some(refund_payer) = payer.refund_payer() {
        return Ok(pay_guarantee(deps, store, actor, case, locked, (payer, refund_payer))?.1);
    }
    let entry = actor.audit_entry((AuditSubject::LawyerHire, case.id.0), AuditAction::HireCancelled, now);
    store.audit(&entry.with_after("step", &case.step).with_after("refunded", &locked.1))?;
    let refund = insert_end_refund(deps, store, Some(locked), EndRefund::full(RefundReason::HireCancelled))?;
    refund.ok_or(Error::PriceRefunded)
}

/// Builds the audit entry about a canceled hire. `refunded` is the refunded amount, if any.
fn cancellation_audit_entry(
    deps: &Deps,
    actor: &Actor,
    hire: &LawyerHire,
    refunded: Option<Money>,
) -> AuditEntry {
    let refunded = refunded.map(|amount| ("refunded", amount.to_string()));
    actor
        .audit_entry((AuditSubject::LawyerHire, hire.id.0), AuditAction::HireCancelled, deps.clock.now())
        .changed("status", &hire.status, &HireStatus::Cancelled)
        .with_all_after(refunded)
}
