//! Refunds by staff: all or a part of a payment, with a reason that the driver reads (docs/PRODUCT.md#refunds-by-staff).

use domain::payments::chargeback::Chargeback;
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::refund::{Refund, RefundReason, RefundStatus};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{PaymentId, RefundId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::filing::remove_held;
use crate::error::{Error, Result};
use crate::payments::books::post;
use crate::payments::moves::{is_withheld, left_of};
use crate::payments::refunds::carry_on::{self, carry_on, start_refunds};
use crate::payments::refunds::records::{Why, change, tell_driver, write_down};
use crate::payments::refunds::refunded::money_is_back;

/// What staff want to give back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// How much.
    pub amount: Money,
    /// What they saw was left: when it is another amount meanwhile, nothing is refunded.
    pub left: Money,
    /// Why, for the driver.
    pub note: String,
    /// The item is removed, with the note as its result, instead of being due again.
    pub removes_item: bool,
}

/// A payment's money as staff see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentRefunds {
    /// The payment.
    pub payment: Payment,
    /// What can still be refunded.
    pub left: Money,
    /// Its refunds, the oldest first.
    pub refunds: Vec<Refund>,
    /// Its chargebacks, the oldest first.
    pub chargebacks: Vec<Chargeback>,
}

/// The refunds and chargebacks of a payment.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`].
pub fn of_payment(store: &mut dyn Store, actor: &Actor, id: PaymentId) -> Result<PaymentRefunds> {
    actor.must_be_admin()?;
    let payment = store.payment(id)?.ok_or(Error::NotFound)?;
    let refunds = store.refunds_of(id)?;
    let chargebacks = store.chargebacks_of(id)?;
    Ok(PaymentRefunds { left: payment.left_to_refund(&refunds, &chargebacks), payment, refunds, chargebacks })
}

/// Staff give all or a part of a payment back. The provider is asked at once; if it does not answer, reconciliation asks again.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`], [`Error::MoreThanLeft`], [`Error::ChangedMeanwhile`] when another
/// refund has come in between, [`Error::TakenByBank`] while a chargeback keeps the money.
pub fn refund(deps: &Deps, actor: &Actor, id: PaymentId, order: &Order) -> Result<Refund> {
    actor.must_be_admin()?;
    let written = in_transaction(&*deps.database, |store| write(deps, store, actor, id, order))?;
    ask_now(deps, written.id)
}

fn write(deps: &Deps, store: &mut dyn Store, actor: &Actor, id: PaymentId, order: &Order) -> Result<Refund> {
    let payable = store.payment(id)?.ok_or(Error::NotFound)?.payable;
    store.lock_payable_item(payable)?;
    let payment = store.lock_payment(id)?.ok_or(Error::NotFound)?;
    let earlier = store.refunds_of(id)?;
    let left = left_of(store, &payment, &earlier)?;
    let is_all_lost = payment.status == PaymentStatus::ChargedBack && left == Money::ZERO;
    if is_all_lost || is_withheld(store, &payment)? {
        return Err(Error::TakenByBank);
    }
    if left != order.left {
        return Err(Error::ChangedMeanwhile(store.last_change(AuditSubject::Payment, id.0)?));
    }
    if !payment.has_come_in() || order.amount > left || order.amount <= Money::ZERO {
        return Err(Error::MoreThanLeft(left));
    }
    let why = Why { reason: RefundReason::ByStaff, note: Some(order.note.clone()), by: Some(actor.id()) };
    if order.removes_item && order.amount != left {
        return Err(Error::field("removesTicket", "It is removed only when all that is left goes back."));
    }
    let refund = write_down(deps, store, &payment, order.amount, why)?;
    let rest = Money::from_cents(left.cents() - order.amount.cents());
    // What a bank sent back and this one gives is not waited for any more; where all of the payment must go back, the rest still must.
    let mut must_all_go = None;
    for mut replaced in earlier {
        if replaced.status == RefundStatus::Failed && replaced.amount > rest {
            change(deps, store, &mut replaced, RefundStatus::CalledOff)?;
            must_all_go = must_all_go.or(replaced.reason.is_of_all().then_some(replaced));
        }
    }
    if let Some(replaced) = must_all_go.filter(|_| rest > Money::ZERO) {
        let why = Why { reason: replaced.reason, note: replaced.note, by: replaced.requested_by };
        write_down(deps, store, &payment, rest, why)?;
    }
    let entry = actor.entry((AuditSubject::Payment, id.0), AuditAction::RefundRequested, deps.clock.now());
    store.audit(&entry.is("refund", &refund.amount).is("note", &order.note))?;
    if order.removes_item {
        remove_item(deps, store, actor, &payment, &order.note)?;
    }
    Ok(refund)
}

fn remove_item(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    payment: &Payment,
    result: &str,
) -> Result<()> {
    if matches!(payment.payable, Payable::Lawyer(_)) {
        return Err(Error::field("removesTicket", "A lawyer hire is cancelled, not removed."));
    }
    let Some(held) = store.lock_item(payment.payable)? else { return Ok(()) };
    remove_held(deps, store, actor, &held, result)
}

/// Staff ask for a refund again: one that was refused gets a new key; one that the bank sent back is replaced by a new one.
/// One that is due or pending is looked at now, so that money never goes back twice.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`], the provider's.
pub fn ask_again(deps: &Deps, actor: &Actor, id: RefundId) -> Result<Refund> {
    actor.must_be_admin()?;
    let id = in_transaction(&*deps.database, |store| {
        let (payment, mut refund) = carry_on::lock(store, id)?.ok_or(Error::NotFound)?;
        if is_withheld(store, &payment)? {
            return Err(Error::TakenByBank);
        }
        if matches!(
            refund.status,
            RefundStatus::Succeeded | RefundStatus::PaidOtherwise | RefundStatus::CalledOff
        ) {
            return Ok(id);
        }
        let entry =
            actor.entry((AuditSubject::Payment, payment.id.0), AuditAction::RefundRetried, deps.clock.now());
        store.audit(&entry.is("refund", &refund.amount))?;
        if refund.needs_decision() {
            tell_driver(deps, store, &refund)?;
        }
        if refund.status != RefundStatus::Failed {
            return Ok(id);
        }
        must_be_left(store, &payment, &refund)?;
        change(deps, store, &mut refund, RefundStatus::CalledOff)?;
        let why = Why { reason: refund.reason, note: refund.note.clone(), by: Some(actor.id()) };
        Ok::<_, Error>(write_down(deps, store, &payment, refund.amount, why)?.id)
    })?;
    carry_on(deps, id)?;
    with_store(&*deps.database, |store| store.refund(id)?.ok_or(Error::NotFound))
}

/// Staff record that they gave a refund's money back in another way, such as by cheque.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`], [`Error::ChangedMeanwhile`] when the refund has not failed,
/// [`Error::MoreThanLeft`] when another one gave its money back.
pub fn paid_otherwise(deps: &Deps, actor: &Actor, id: RefundId, how: &str) -> Result<Refund> {
    actor.must_be_admin()?;
    let paid = in_transaction(&*deps.database, |store| {
        let (mut payment, mut refund) = carry_on::lock(store, id)?.ok_or(Error::NotFound)?;
        if !refund.status.can_become(RefundStatus::PaidOtherwise) {
            return Err(Error::ChangedMeanwhile(store.last_change(AuditSubject::Payment, payment.id.0)?));
        }
        must_be_left(store, &payment, &refund)?;
        if refund.needs_decision() {
            tell_driver(deps, store, &refund)?;
        }
        refund.provider_words = Some(how.to_owned());
        change(deps, store, &mut refund, RefundStatus::PaidOtherwise)?;
        let entry = actor.entry(
            (AuditSubject::Payment, payment.id.0),
            AuditAction::RefundPaidOtherwise,
            deps.clock.now(),
        );
        store.audit(&entry.is("refund", &refund.amount).is("how", &how))?;
        if payment.status != PaymentStatus::Refunded {
            money_is_back(deps, store, &mut payment, &refund)?;
            carry_on::fit_the_rest(deps, store, &payment)?;
        }
        post::paid_otherwise(deps, store, &payment, &refund)?;
        Ok::<_, Error>(refund)
    })?;
    start_refunds(deps, paid.payment_id);
    Ok(paid)
}

/// What a bank sent back may have been given back by another refund since, or another bank keeps it: it is not given back again.
fn must_be_left(store: &mut dyn Store, payment: &Payment, refund: &Refund) -> Result<()> {
    let refunds = store.refunds_of(payment.id)?;
    let left = left_of(store, payment, &refunds)?;
    if refund.status == RefundStatus::Failed && refund.amount > left {
        return Err(Error::MoreThanLeft(left));
    }
    Ok(())
}

/// A failure is left to reconciliation: the refund is written down.
fn ask_now(deps: &Deps, id: RefundId) -> Result<Refund> {
    if let Err(error) = carry_on(deps, id) {
        tracing::warn!(refund = id.0, %error, "reconciliation will ask for this refund again");
    }
    with_store(&*deps.database, |store| store.refund(id)?.ok_or(Error::NotFound))
}
