//! Chargebacks: what is heard of them, in any order, and what follows for payment, books, item and hire
//! (docs/PRODUCT.md#chargebacks).
//!
//! Rows are locked in one order everywhere: the item, its payment, then what belongs to it. No transaction is open while the
//! provider is asked.

use chrono::{DateTime, Utc};
use domain::legal_help::hire::HireStatus;
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::refund::{RefundReason, RefundStatus};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::ChargebackId;
use domain::shared::money::Money;
use ports::payments::chargebacks::NewChargeback;
use ports::payments::gateway::{GatewayError, ProviderChargeback};
use ports::security::trail::AuditEntry;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::books::post;
use crate::payments::moves::move_to;
use crate::payments::refunds::carry_on::{self, Why, write_down};
use crate::payments::refunds::refunded::{book, cancel_hire, is_open, make_due};
use crate::shared::letters::{Letter, enqueue};
use crate::shared::live_payments;

/// How often the provider is asked anew when others heard of the chargeback meanwhile.
const ROUNDS: usize = 4;

/// A chargeback, for staff.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`].
pub fn show(store: &mut dyn Store, actor: &Actor, id: ChargebackId) -> Result<Chargeback> {
    actor.must_be_admin()?;
    store.chargeback(id)?.ok_or(Error::NotFound)
}

/// Brings us to what the provider says of a chargeback when it is asked. Any number of times leaves the same.
///
/// # Errors
/// Only the database's.
pub fn heard_of(deps: &Deps, store: &mut dyn Store, heard: &ProviderChargeback) -> Result<()> {
    let Some(payment) =
        heard.intent_id.as_deref().map(|id| store.payment_by_intent(id)).transpose()?.flatten()
    else {
        tracing::warn!(chargeback = heard.id, "a chargeback is about no payment of ours");
        return Ok(());
    };
    let Some(status) = heard.status else {
        tracing::error!(chargeback = heard.id, "a chargeback has a status that this build does not know");
        return Ok(());
    };
    store.lock_payable_item(payment.payable)?;
    let Some(mut payment) = store.lock_payment(payment.id)? else { return Ok(()) };
    if !payment.has_come_in() {
        return Ok(());
    }
    match store.chargeback_by_provider_id(&heard.id)? {
        None => open(deps, store, &payment, heard, status)?,
        Some(known) if known.payment_id != payment.id => return Ok(()),
        Some(known) => bring_on(deps, store, known, heard, status)?,
    }
    post::chargeback_moved(store, &payment, &heard.id, &heard.movements)?;
    follow(deps, store, &mut payment)?;
    let all = store.chargebacks_of(payment.id)?;
    post::chargebacks_decided(deps, store, &payment, &all)
}

fn open(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    heard: &ProviderChargeback,
    status: ChargebackStatus,
) -> Result<()> {
    let opened = store.insert_chargeback(&NewChargeback {
        payment_id: payment.id,
        user_id: payment.user_id,
        confirmation_number: payment.confirmation_number.clone(),
        provider_id: heard.id.clone(),
        amount: heard.amount,
        reason: heard.reason.clone(),
        evidence_due_by: heard.evidence_due_by,
        status,
        is_withdrawn: heard.is_withdrawn,
        opened_at: heard.opened_at,
    })?;
    tracing::warn!(payment = payment.id.0, chargeback = opened.id.0, %status, "a chargeback was opened");
    store.audit(&entry(deps, &opened, AuditAction::ChargebackOpened).is("status", &status))?;
    if status.is_over() {
        return Ok(());
    }
    for member in store.staff()? {
        enqueue(deps, store, &Letter::ChargebackOpened(opened.id, member.user.id))?;
    }
    Ok(())
}

fn bring_on(
    deps: &Deps,
    store: &mut dyn Store,
    mut known: Chargeback,
    heard: &ProviderChargeback,
    status: ChargebackStatus,
) -> Result<()> {
    let now = deps.clock.now();
    let stays = status == known.status;
    known.looked_at = Some(now);
    if !stays && !known.status.can_become(status) {
        tracing::error!(chargeback = known.id.0, from = %known.status, to = %status, "a chargeback made a move that is not known");
        return Ok(store.update_chargeback(&known)?);
    }
    let before = known.status;
    known.status = status;
    known.amount = heard.amount;
    known.reason.clone_from(&heard.reason);
    known.evidence_due_by = heard.evidence_due_by;
    known.is_withdrawn = heard.is_withdrawn;
    known.submitted_at = known.submitted_at.or_else(|| heard.is_submitted.then_some(now));
    known.closed_at = status.is_over().then(|| known.closed_at.unwrap_or(now));
    store.update_chargeback(&known)?;
    if stays {
        return Ok(());
    }
    let line = entry(deps, &known, AuditAction::ChargebackChanged);
    Ok(store.audit(&line.changed("status", &before, &status))?)
}

/// What the chargebacks of a payment (locked by the caller) lead to, whatever of it is done already.
fn follow(deps: &Deps, store: &mut dyn Store, payment: &mut Payment) -> Result<()> {
    let all = store.chargebacks_of(payment.id)?;
    let is_lost = all.iter().any(|one| one.status == ChargebackStatus::Lost);
    match payment.status {
        PaymentStatus::Settled | PaymentStatus::RefundDue if is_lost => lose(deps, store, payment)?,
        PaymentStatus::ChargedBack if !is_lost => regain(deps, store, payment)?,
        _ => {}
    }
    match store.transaction_of(payment.id)? {
        Some(transaction) => book(store, payment, &transaction),
        None => Ok(()),
    }
}

/// The money is gone: what it had paid is due again, a hire stops, and nothing of it goes back by us.
fn lose(deps: &Deps, store: &mut dyn Store, payment: &mut Payment) -> Result<()> {
    let had_settled = payment.status == PaymentStatus::Settled;
    move_to(deps, store, payment, PaymentStatus::ChargedBack)?;
    for refund in store.refunds_of(payment.id)? {
        if !refund.status.can_become(RefundStatus::CalledOff) {
            continue;
        }
        if let Some(mut held) = store.lock_refund(refund.id)? {
            carry_on::change(deps, store, &mut held, RefundStatus::CalledOff)?;
        }
    }
    if had_settled && store.transaction_of(payment.id)?.is_some() {
        make_due(store, payment)?;
    }
    cancel_hire(deps, store, payment)
}

/// The money is ours after all: what it had paid is paid again, unless it was paid otherwise meanwhile. A stopped hire stays
/// stopped. What pays nothing goes back.
fn regain(deps: &Deps, store: &mut dyn Store, payment: &mut Payment) -> Result<()> {
    let has_transaction = store.transaction_of(payment.id)?.is_some();
    if has_transaction && is_open(store, payment)? {
        move_to(deps, store, payment, PaymentStatus::Settled)?;
        store.mark_paid(payment.payable, deps.clock.now())?;
        post::pays_again(deps, store, payment)?;
        return live_payments::call_off(deps, store, payment.payable);
    }
    let hire = store.hire_of(payment.id)?;
    if hire.as_ref().is_some_and(|hire| hire.status != HireStatus::Cancelled) {
        move_to(deps, store, payment, PaymentStatus::Settled)?;
        return post::pays_again(deps, store, payment);
    }
    let reason = if hire.is_some() {
        RefundReason::HireCancelled
    } else if has_transaction && store.payable_item(payment.payable)?.is_none() {
        RefundReason::ItemRemoved
    } else if has_transaction {
        RefundReason::PaidTwice
    } else {
        store.refunds_of(payment.id)?.first().map_or(RefundReason::PaidTwice, |refund| refund.reason)
    };
    move_to(deps, store, payment, PaymentStatus::RefundDue)?;
    let left = payment.left_to_refund(&store.refunds_of(payment.id)?);
    if left > Money::ZERO {
        write_down(deps, store, payment, left, Why::rule(reason))?;
    }
    Ok(())
}

/// What is known of a chargeback before the provider is asked. Its answer is brought in only while nobody has heard of the chargeback since:
/// they may have asked later, and been answered sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::payments) struct Known {
    /// None while there is no such chargeback here.
    looked_at: Option<Option<DateTime<Utc>>>,
}

impl Known {
    pub(in crate::payments) fn of(store: &mut dyn Store, provider_id: &str) -> Result<Self> {
        let known = store.chargeback_by_provider_id(provider_id)?;
        Ok(Self { looked_at: known.map(|known| known.looked_at) })
    }

    /// Whether this is still all that is known. Item and payment are locked first, so that it stays so until the transaction ends.
    pub(in crate::payments) fn is_all(
        self,
        store: &mut dyn Store,
        heard: &ProviderChargeback,
    ) -> Result<bool> {
        let intent = heard.intent_id.as_deref();
        if let Some(payment) = intent.map(|id| store.payment_by_intent(id)).transpose()?.flatten() {
            store.lock_payable_item(payment.payable)?;
            store.lock_payment(payment.id)?;
        }
        Ok(Self::of(store, &heard.id)? == self)
    }
}

/// Asks the provider how a chargeback stands, and brings us there.
///
/// # Errors
/// The provider's and the database's.
pub fn look_at(deps: &Deps, provider_id: &str) -> Result<ProviderChargeback> {
    for _ in 0..ROUNDS {
        let known = with_store(&*deps.database, |store| Known::of(store, provider_id))?;
        let heard = deps.gateway.chargeback(provider_id)?;
        if bring_in(deps, known, &heard)? {
            return Ok(heard);
        }
    }
    Err(Error::GatewayDown(GatewayError::TimedOut))
}

/// Brings in what the provider said when it was asked; false when others have heard of the chargeback since, and nothing was done.
pub(super) fn bring_in(deps: &Deps, known: Known, heard: &ProviderChargeback) -> Result<bool> {
    in_transaction(&*deps.database, |store| {
        let is_newest = known.is_all(store, heard)?;
        if is_newest {
            heard_of(deps, store, heard)?;
        }
        Ok(is_newest)
    })
}

/// The line of the audit trail about a chargeback that no person made.
pub(in crate::payments) fn entry(deps: &Deps, chargeback: &Chargeback, action: AuditAction) -> AuditEntry {
    AuditEntry::about((AuditSubject::Payment, chargeback.payment_id.0), action, deps.clock.now())
        .is("chargeback", &chargeback.id)
        .is("amount", &chargeback.amount)
        .is("reason", &chargeback.reason)
}
