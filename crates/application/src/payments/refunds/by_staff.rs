//! Refunds that staff make: all or part of a payment, with a reason for the driver
//! (docs/product/payments.md#refunds-by-staff).

use domain::payments::chargeback::Chargeback;
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::refund::{Refund, RefundEvent, RefundReason, RefundStatus};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{PaymentId, RefundId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::filing::remove_locked_item;
use crate::error::{Error, Result};
use crate::payments::books::post;
use crate::payments::moves::{is_withheld, refundable_amount};
use crate::payments::refunds::advance::{self, continue_refund, start_refunds};
use crate::payments::refunds::excess::cancel_excess_refunds;
use crate::payments::refunds::records::{RefundDecision, change_refund, email_driver, insert_refund};
use crate::payments::refunds::refunded::record_refund_completed;
use crate::shared::cases::record::case_of;

/// A refund that staff request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundOrder {
    pub amount: Money,
    /// The refundable amount that staff saw. If it has changed, nothing is refunded.
    pub left: Money,
    /// The reason, shown to the driver.
    pub note: String,
    /// Whether to remove the item, with the note as the reason.
    pub removes_item: bool,
}

/// A payment with its refunds and chargebacks, for staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentRefunds {
    pub payment: Payment,
    /// The amount of the payment that can still be refunded.
    pub left: Money,
    /// Refunds of this payment, oldest first.
    pub refunds: Vec<Refund>,
    /// Chargebacks of this payment, oldest first.
    pub chargebacks: Vec<Chargeback>,
}

/// Returns the refunds and chargebacks of a payment.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn refunds_of_payment(store: &mut dyn Store, actor: &Actor, id: PaymentId) -> Result<PaymentRefunds> {
    actor.must_be_admin()?;
    let payment = store.payment(id)?.ok_or(Error::NotFound)?;
    let refunds = store.refunds_of(id)?;
    let chargebacks = store.chargebacks_of_payment(id)?;
    Ok(PaymentRefunds { left: payment.left_to_refund(&refunds, &chargebacks), payment, refunds, chargebacks })
}

/// Refunds all or part of a payment for staff. The refund is requested from the provider immediately. If
/// that fails, reconciliation retries.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::MoreThanLeft`];
/// [`Error::ChangedMeanwhile`] if the refundable amount has changed; [`Error::TakenByBank`] while a
/// chargeback withholds the money, or if a bank kept all of it; [`Error::FeeOfOpenCase`] if staff
/// refund only part of the fee of an open case; a field error if the item can't be removed.
pub fn order_refund(deps: &Deps, actor: &Actor, id: PaymentId, order: &RefundOrder) -> Result<Refund> {
    actor.must_be_admin()?;
    let written = in_transaction(&*deps.database, |store| store_order(deps, store, actor, id, order))?;
    send_now(deps, written.id)
}

/// Checks that the ordered refund is allowed, and stores it.
fn store_order(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: PaymentId,
    order: &RefundOrder,
) -> Result<Refund> {
    let payable = store.payment(id)?.ok_or(Error::NotFound)?.payable;
    store.lock_payable_item(payable)?;
    let payment = store.lock_payment(id)?.ok_or(Error::NotFound)?;
    let earlier = store.refunds_of(id)?;
    let remaining = refundable_amount(store, &payment, &earlier)?;
    let is_all_lost = payment.status == PaymentStatus::ChargedBack && remaining == Money::ZERO;
    if is_all_lost || is_withheld(store, &payment)? {
        return Err(Error::TakenByBank);
    }
    if remaining != order.left {
        return Err(Error::ChangedMeanwhile(store.last_change(AuditSubject::Payment, id.0)?));
    }
    if !payment.is_received() || order.amount > remaining || order.amount <= Money::ZERO {
        return Err(Error::MoreThanLeft(remaining));
    }
    if order.amount < remaining && is_fee_of_open_case(store, &payment)? {
        return Err(Error::FeeOfOpenCase);
    }
    let why = RefundDecision {
        reason: RefundReason::ByStaff,
        note: Some(order.note.clone()),
        by: Some(actor.id()),
        guarantee_payer: None,
    };
    if order.removes_item && order.amount != remaining {
        return Err(Error::field("removesTicket", "You can remove the item only with a full refund."));
    }
    let refund = insert_refund(deps, store, &payment, order.amount, why)?;
    let rest = Money::from_cents(remaining.cents() - order.amount.cents());
    // Failed refunds that exceed the money left are canceled. If a canceled refund was for the
    // whole payment, a new refund covers the money left.
    let mut must_all_go = None;
    for mut replaced in earlier {
        if replaced.status == RefundStatus::Failed && replaced.amount > rest {
            change_refund(deps, store, &mut replaced, RefundEvent::Withdrawn, RefundStatus::CalledOff)?;
            must_all_go = must_all_go.or(replaced.reason.is_full().then_some(replaced));
        }
    }
    if let Some(replaced) = must_all_go.filter(|_| rest > Money::ZERO) {
        insert_refund(deps, store, &payment, rest, RefundDecision::replacing(replaced))?;
    }
    let entry =
        actor.audit_entry((AuditSubject::Payment, id.0), AuditAction::RefundRequested, deps.clock.now());
    store.audit(&entry.with_after("refund", &refund.amount).with_after("note", &order.note))?;
    if order.removes_item {
        remove_item(deps, store, actor, &payment, &order.note)?;
    }
    Ok(refund)
}

/// Whether the payment is the fee of an open case. The lawyer can still earn the whole fee, so only the
/// lawyer and the driver can agree to reduce it.
fn is_fee_of_open_case(store: &mut dyn Store, payment: &Payment) -> Result<bool> {
    let Payable::Lawyer(_) = payment.payable else { return Ok(false) };
    let Some(hire) = store.hire_of_payment(payment.id)? else { return Ok(false) };
    let case = case_of(store, &hire)?;
    Ok(case.fee.is_some() && case.step.is_open())
}

/// Removes the item that the payment paid. Does nothing if it was already removed.
fn remove_item(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    payment: &Payment,
    reason: &str,
) -> Result<()> {
    if matches!(payment.payable, Payable::Lawyer(_)) {
        return Err(Error::field("removesTicket", "Cancel a lawyer hire instead of removing it."));
    }
    let Some(stored) = store.lock_item(payment.payable)? else { return Ok(()) };
    remove_locked_item(deps, store, actor, &stored, reason)
}

/// Retries a refund for staff. A failed refund, whose money a bank returned, is replaced by a new
/// one. A refund that staff had to decide about becomes due, so reconciliation retries it if the
/// provider doesn't respond. A completed or canceled refund isn't requested again.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], [`Error::TakenByBank`] while a
/// chargeback withholds the money, [`Error::MoreThanLeft`], [`Error::GatewayDown`].
pub fn retry_refund(deps: &Deps, actor: &Actor, id: RefundId) -> Result<Refund> {
    actor.must_be_admin()?;
    let id = in_transaction(&*deps.database, |store| {
        let (payment, mut refund) = advance::lock_refund_with_payment(store, id)?.ok_or(Error::NotFound)?;
        if is_withheld(store, &payment)? {
            return Err(Error::TakenByBank);
        }
        if matches!(
            refund.status,
            RefundStatus::Succeeded | RefundStatus::PaidOtherwise | RefundStatus::CalledOff
        ) {
            return Ok(id);
        }
        let entry = actor.audit_entry(
            (AuditSubject::Payment, payment.id.0),
            AuditAction::RefundRetried,
            deps.clock.now(),
        );
        store.audit(&entry.with_after("refund", &refund.amount))?;
        if refund.needs_decision() {
            change_refund(deps, store, &mut refund, RefundEvent::RequestedByStaff, RefundStatus::Due)?;
            email_driver(deps, store, &refund)?;
        }
        if refund.status != RefundStatus::Failed {
            return Ok(id);
        }
        must_have_money_left(store, &payment, &refund)?;
        change_refund(deps, store, &mut refund, RefundEvent::Withdrawn, RefundStatus::CalledOff)?;
        let amount = refund.amount;
        let why = RefundDecision { by: Some(actor.id()), ..RefundDecision::replacing(refund) };
        Ok::<_, Error>(insert_refund(deps, store, &payment, amount, why)?.id)
    })?;
    continue_refund(deps, id)?;
    with_store(&*deps.database, |store| store.refund(id)?.ok_or(Error::NotFound))
}

/// Records that staff refunded the money another way, such as by check. Refunds made in the provider's
/// dashboard are fetched first, so that the driver doesn't get the money twice.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::ChangedMeanwhile`] if the refund is
/// neither failed nor refused, for example because other refunds have replaced it; [`Error::MoreThanLeft`] if other
/// refunds, including pending ones, leave less than its amount; [`Error::GatewayDown`] if the provider doesn't respond.
pub fn mark_paid_otherwise(deps: &Deps, actor: &Actor, id: RefundId, note: &str) -> Result<Refund> {
    actor.must_be_admin()?;
    advance::fetch_refunds_of_payment(deps, id)?;
    let paid = in_transaction(&*deps.database, |store| {
        let (mut payment, mut refund) =
            advance::lock_refund_with_payment(store, id)?.ok_or(Error::NotFound)?;
        if !refund.status.can_become(RefundStatus::PaidOtherwise) {
            return Err(Error::ChangedMeanwhile(store.last_change(AuditSubject::Payment, payment.id.0)?));
        }
        must_have_money_left(store, &payment, &refund)?;
        let is_first_notice = refund.needs_decision();
        refund.provider_words = Some(note.to_owned());
        change_refund(deps, store, &mut refund, RefundEvent::PaidByStaff, RefundStatus::PaidOtherwise)?;
        if is_first_notice {
            email_driver(deps, store, &refund)?;
        }
        let entry = actor.audit_entry(
            (AuditSubject::Payment, payment.id.0),
            AuditAction::RefundPaidOtherwise,
            deps.clock.now(),
        );
        store.audit(&entry.with_after("refund", &refund.amount).with_after("how", &note))?;
        if payment.status != PaymentStatus::Refunded {
            record_refund_completed(deps, store, &mut payment, &refund)?;
            cancel_excess_refunds(deps, store, &payment)?;
        }
        post::post_paid_otherwise(deps, store, &payment, &refund)?;
        Ok::<_, Error>(refund)
    })?;
    start_refunds(deps, paid.payment_id);
    Ok(paid)
}

/// Checks that other refunds, including pending ones, and chargebacks leave at least this refund's amount.
fn must_have_money_left(store: &mut dyn Store, payment: &Payment, refund: &Refund) -> Result<()> {
    let mut others = store.refunds_of(payment.id)?;
    others.retain(|other| other.id != refund.id);
    let remaining = refundable_amount(store, payment, &others)?;
    if refund.amount > remaining { Err(Error::MoreThanLeft(remaining)) } else { Ok(()) }
}

/// Requests a refund from the provider now, and returns it. If the request fails, reconciliation retries it.
fn send_now(deps: &Deps, id: RefundId) -> Result<Refund> {
    if let Err(error) = continue_refund(deps, id) {
        tracing::warn!(refund = id.0, %error, "could not request a refund; reconciliation will retry");
    }
    with_store(&*deps.database, |store| store.refund(id)?.ok_or(Error::NotFound))
}
