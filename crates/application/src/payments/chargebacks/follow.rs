//! Updates payments, books, items and hires when the provider reports a chargeback's state. The
//! reports may arrive in any order (docs/product/payments.md#chargebacks).
//!
//! Rows are always locked in the same order: the item, its payment, then related rows. No database
//! transaction is open while the provider is called.

use chrono::{DateTime, Utc};
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::payment::{Payment, PaymentEvent, PaymentStatus};
use domain::payments::refund::{Refund, RefundEvent, RefundReason, RefundStatus};
use domain::payments::settlement::Settlement;
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
use crate::payments::moves::{change_payment_status, refundable_amount};
use crate::payments::refunds::records::{RefundDecision, change_refund, insert_refund};
use crate::payments::refunds::refunded::{end_case, end_undecided_case, reopen_item, update_transaction};
use crate::payments::refunds::{advance, excess};
use crate::payments::resettlement::resettle;
use crate::shared::queued_emails::{QueuedEmail, enqueue};

/// Maximum number of requests to the provider for one chargeback. A request is repeated if another process
/// stores a newer state in the meantime.
const MAX_ATTEMPTS: usize = 4;

/// Returns a chargeback to staff.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn show_chargeback(store: &mut dyn Store, actor: &Actor, id: ChargebackId) -> Result<Chargeback> {
    actor.must_be_admin()?;
    store.chargeback(id)?.ok_or(Error::NotFound)
}

/// Applies the state of a chargeback that the provider reports. Applying the same state again changes only
/// the time of the last check. Ignores a chargeback of an unknown payment, of a payment without received money, or
/// with a status that this build doesn't know.
pub fn apply_chargeback(deps: &Deps, store: &mut dyn Store, reported: &ProviderChargeback) -> Result<()> {
    let Some(payment) =
        reported.intent_id.as_deref().map(|id| store.payment_by_intent(id)).transpose()?.flatten()
    else {
        tracing::warn!(chargeback = reported.id, "a chargeback matches no payment");
        return Ok(());
    };
    let Some(status) = reported.status else {
        tracing::error!(chargeback = reported.id, "a chargeback has a status that this build doesn't know");
        return Ok(());
    };
    store.lock_payable_item(payment.payable)?;
    let Some(mut payment) = store.lock_payment(payment.id)? else { return Ok(()) };
    if !payment.is_received() {
        return Ok(());
    }
    let was_with_bank = is_with_bank(&store.chargebacks_of_payment(payment.id)?);
    match store.chargeback_by_provider_id(&reported.id)? {
        None => insert_new_chargeback(deps, store, &payment, reported, status)?,
        Some(known) if known.payment_id != payment.id => return Ok(()),
        Some(known) => advance_status(deps, store, known, reported, status)?,
    }
    post::post_chargeback_movements(store, &payment, &reported.id, &reported.movements)?;
    apply_chargebacks(deps, store, &mut payment)?;
    let all = store.chargebacks_of_payment(payment.id)?;
    if was_with_bank && !is_with_bank(&all) {
        retry_refused_refunds(deps, store, &payment)?;
    }
    post::post_chargeback_decisions(deps, store, &payment, &all)
}

/// Whether a bank holds or keeps money of the payment with these chargebacks. The provider then refuses
/// to refund the payment.
fn is_with_bank(chargebacks: &[Chargeback]) -> bool {
    chargebacks.iter().any(|one| one.is_withholding() || one.status == ChargebackStatus::Lost)
}

/// Stores a chargeback that the database doesn't have, with the status `status`. Notifies staff unless the
/// chargeback is already over.
fn insert_new_chargeback(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    reported: &ProviderChargeback,
    status: ChargebackStatus,
) -> Result<()> {
    let opened = store.insert_chargeback(&NewChargeback {
        payment_id: payment.id,
        user_id: payment.user_id,
        confirmation_number: payment.confirmation_number.clone(),
        provider_id: reported.id.clone(),
        amount: reported.amount,
        reason: reported.reason.clone(),
        evidence_due_by: reported.evidence_due_by,
        status,
        is_withdrawn: reported.is_withdrawn,
        opened_at: reported.opened_at,
    })?;
    tracing::warn!(payment = payment.id.0, chargeback = opened.id.0, %status, "a chargeback was opened");
    store.audit(
        &chargeback_audit_entry(deps, &opened, AuditAction::ChargebackOpened).with_after("status", &status),
    )?;
    if status.is_over() {
        return Ok(());
    }
    for member in store.staff()? {
        enqueue(deps, store, &QueuedEmail::ChargebackOpened(opened.id, member.user.id))?;
    }
    Ok(())
}

/// Stores the reported state of a known chargeback. If the stored status can't become `status`,
/// stores only the time of the check and logs an error.
fn advance_status(
    deps: &Deps,
    store: &mut dyn Store,
    mut stored: Chargeback,
    reported: &ProviderChargeback,
    status: ChargebackStatus,
) -> Result<()> {
    let now = deps.clock.now();
    let stays = status == stored.status;
    stored.checked_at = Some(now);
    if !stays && !stored.status.can_become(status) {
        tracing::error!(chargeback = stored.id.0, from = %stored.status, to = %status, "a chargeback changed its status in an unexpected way");
        return Ok(store.update_chargeback(&stored)?);
    }
    let before = stored.status;
    stored.status = status;
    stored.amount = reported.amount;
    stored.reason.clone_from(&reported.reason);
    stored.evidence_due_by = reported.evidence_due_by;
    stored.is_withdrawn = reported.is_withdrawn;
    stored.submitted_at = stored.submitted_at.or_else(|| reported.is_submitted.then_some(now));
    stored.closed_at = status.is_over().then(|| stored.closed_at.unwrap_or(now));
    store.update_chargeback(&stored)?;
    if stays {
        return Ok(());
    }
    let line = chargeback_audit_entry(deps, &stored, AuditAction::ChargebackChanged);
    Ok(store.audit(&line.changed("status", &before, &status))?)
}

/// Applies the states of a payment's chargebacks to the payment. The caller must have locked the payment.
/// Steps that are already done are skipped.
fn apply_chargebacks(deps: &Deps, store: &mut dyn Store, payment: &mut Payment) -> Result<()> {
    let all = store.chargebacks_of_payment(payment.id)?;
    let is_lost = all.iter().any(|one| one.status == ChargebackStatus::Lost);
    match payment.status {
        PaymentStatus::Settled | PaymentStatus::RefundDue if is_lost => apply_loss(deps, store, payment)?,
        PaymentStatus::ChargedBack if is_lost => handle_remaining_money(deps, store, payment, false)?,
        PaymentStatus::ChargedBack => apply_win(deps, store, payment)?,
        _ => {}
    }
    match store.transaction_of_payment(payment.id)? {
        Some(transaction) => update_transaction(store, payment, &transaction),
        None => Ok(()),
    }
}

/// Applies a lost chargeback. The item becomes due again, or the hire is canceled. Money that the bank didn't
/// take is refunded or left to staff.
fn apply_loss(deps: &Deps, store: &mut dyn Store, payment: &mut Payment) -> Result<()> {
    let had_settled = payment.status == PaymentStatus::Settled;
    change_payment_status(deps, store, payment, PaymentEvent::ChargebackLost, PaymentStatus::ChargedBack)?;
    cancel_refunds(deps, store, payment, |_| true)?;
    if had_settled && store.transaction_of_payment(payment.id)?.is_some() {
        reopen_item(store, payment)?;
    }
    end_case(deps, store, payment)?;
    handle_remaining_money(deps, store, payment, !had_settled)
}

/// Cancels the payment's refunds for which `must_cancel` returns true, if they can still be canceled.
fn cancel_refunds(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    must_cancel: impl Fn(&Refund) -> bool,
) -> Result<()> {
    for refund in store.refunds_of(payment.id)? {
        if !must_cancel(&refund) || !refund.status.can_become(RefundStatus::CalledOff) {
            continue;
        }
        if let Some(mut stored) = store.lock_refund(refund.id)? {
            change_refund(deps, store, &mut stored, RefundEvent::Withdrawn, RefundStatus::CalledOff)?;
        }
    }
    Ok(())
}

/// Refunds the part of a payment that the bank didn't take in a lost chargeback, or leaves
/// this part for staff to decide. `was_refund_due` says whether the payment had to be refunded
/// even without the chargeback.
fn handle_remaining_money(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    was_refund_due: bool,
) -> Result<()> {
    // Another chargeback may have taken a part of the remaining money, so refunds that exceed this
    // money are canceled first.
    excess::cancel_excess_refunds(deps, store, payment)?;
    let refunds = store.refunds_of(payment.id)?;
    let sent_back = refunds.iter().filter(|refund| refund.status == RefundStatus::Failed);
    let sent_back: i64 = sent_back.map(|refund| refund.amount.cents()).sum();
    let rest = Money::from_cents(refundable_amount(store, payment, &refunds)?.cents() - sent_back);
    if rest <= Money::ZERO {
        return Ok(());
    }
    excess::insert_refund_of_rest(deps, store, payment, rest, was_refund_due)
}

/// Settles a payment again after the bank returned its money. A canceled hire stays canceled. Money that
/// can't pay for anything is refunded.
fn apply_win(deps: &Deps, store: &mut dyn Store, payment: &mut Payment) -> Result<()> {
    // A due refund that was already requested isn't canceled here, because the provider may still
    // be processing the request.
    let may_be_out = |refund: &Refund| refund.status == RefundStatus::Due && refund.requested_at.is_some();
    cancel_refunds(deps, store, payment, |refund| {
        refund.reason == RefundReason::ChargedBackInPart && !may_be_out(refund)
    })?;
    match resettle(deps, store, payment, PaymentEvent::ChargebackReversed)? {
        Settlement::Pays { excess, .. } => {
            post::post_settled_again(deps, store, payment)?;
            if excess > Money::ZERO {
                insert_refund(
                    deps,
                    store,
                    payment,
                    excess,
                    RefundDecision::automatic(RefundReason::PaidTooMuch),
                )?;
            }
        }
        Settlement::Returns(reason) => {
            end_undecided_case(deps, store, payment)?;
            let refunds = store.refunds_of(payment.id)?;
            let remaining = refundable_amount(store, payment, &refunds)?;
            if remaining > Money::ZERO {
                insert_refund(deps, store, payment, remaining, RefundDecision::automatic(reason))?;
            }
        }
    }
    Ok(())
}

/// Makes a payment's refused refunds due again, except those that staff must decide about. Each refund gets a
/// new idempotency key, so that the provider doesn't repeat its refusal. The money can't be refunded twice,
/// because the refused request made no refund.
fn retry_refused_refunds(deps: &Deps, store: &mut dyn Store, payment: &Payment) -> Result<()> {
    for refund in store.refunds_of(payment.id)? {
        if refund.status != RefundStatus::Refused || refund.needs_decision() {
            continue;
        }
        if let Some(mut stored) = store.lock_refund(refund.id)? {
            stored.idempotency_key = deps.tokens.new_idempotency_key();
            stored.requested_at = None;
            change_refund(deps, store, &mut stored, RefundEvent::MoneyReleased, RefundStatus::Due)?;
        }
    }
    Ok(())
}

/// The state of a chargeback's row just before a request to the provider. If the row has changed when the
/// response arrives, another process may have stored a newer response, so the response is discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::payments) struct ChargebackSnapshot {
    /// When the chargeback was last fetched from the provider. The outer `None` means that the
    /// chargeback isn't stored yet. The inner `None` means that it is stored but was never fetched.
    checked_at: Option<Option<DateTime<Utc>>>,
}

impl ChargebackSnapshot {
    /// Reads the snapshot of the chargeback with the provider's id `provider_id`.
    pub(in crate::payments) fn of(store: &mut dyn Store, provider_id: &str) -> Result<Self> {
        let known = store.chargeback_by_provider_id(provider_id)?;
        Ok(Self { checked_at: known.map(|known| known.checked_at) })
    }

    /// Whether the chargeback's row hasn't changed since the snapshot. Locks the item and the payment first,
    /// so that the result stays true until the transaction ends.
    pub(in crate::payments) fn is_current(
        self,
        store: &mut dyn Store,
        reported: &ProviderChargeback,
    ) -> Result<bool> {
        let intent = reported.intent_id.as_deref();
        if let Some(payment) = intent.map(|id| store.payment_by_intent(id)).transpose()?.flatten() {
            store.lock_payable_item(payment.payable)?;
            store.lock_payment(payment.id)?;
        }
        Ok(Self::of(store, &reported.id)? == self)
    }
}

/// Fetches a chargeback's state from the provider and applies it.
///
/// # Errors
/// [`Error::GatewayDown`] if the provider doesn't respond, or if every response was outdated.
pub fn refresh_chargeback(deps: &Deps, provider_id: &str) -> Result<ProviderChargeback> {
    for _ in 0..MAX_ATTEMPTS {
        let known = with_store(&*deps.database, |store| ChargebackSnapshot::of(store, provider_id))?;
        let response = deps.gateway.chargeback(provider_id)?;
        if apply_answer(deps, known, &response)? {
            return Ok(response);
        }
    }
    Err(Error::GatewayDown(GatewayError::TimedOut))
}

/// Applies the provider's response, and then requests the payment's new refunds. If another process
/// has stored a newer state since the request, doesn't apply the response and returns false.
/// `snapshot` was read before the request.
pub(super) fn apply_answer(
    deps: &Deps,
    snapshot: ChargebackSnapshot,
    reported: &ProviderChargeback,
) -> Result<bool> {
    let is_newest = in_transaction(&*deps.database, |store| {
        let is_newest = snapshot.is_current(store, reported)?;
        if is_newest {
            apply_chargeback(deps, store, reported)?;
        }
        Ok::<_, Error>(is_newest)
    })?;
    if let Some(intent_id) = &reported.intent_id {
        advance::start_refunds_of(deps, intent_id);
    }
    Ok(is_newest)
}

/// Builds an audit entry about a chargeback, with Lanewise as the actor.
pub(in crate::payments) fn chargeback_audit_entry(
    deps: &Deps,
    chargeback: &Chargeback,
    action: AuditAction,
) -> AuditEntry {
    AuditEntry::about((AuditSubject::Payment, chargeback.payment_id.0), action, deps.clock.now())
        .with_after("chargeback", &chargeback.id)
        .with_after("amount", &chargeback.amount)
        .with_after("reason", &chargeback.reason)
}
