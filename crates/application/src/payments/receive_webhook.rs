//! The provider's signed events: `POST /api/webhooks/stripe` (docs/PRODUCT.md#webhook).

use domain::payments::payment::{Payment, PaymentStatus};
use domain::security::audit::AuditAction;
use ports::payments::gateway::{Intent, IntentStatus, ProviderChange, ProviderEvent, Refund, RefundStatus};
use ports::store::{Store, in_transaction};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::settlement::{audit, move_to, settle};
use crate::payments::start_payment::adopt;

/// Stores an event with its effect, in one transaction, once; late, doubled and unread ones do no harm.
///
/// # Errors
/// [`Error::BadSignature`].
pub fn receive_webhook(deps: &Deps, body: &[u8], signature: &str) -> Result<()> {
    let event = match deps.webhooks.verify(body, signature) {
        Ok(event) => event,
        Err(reason) => {
            tracing::warn!(%reason, "webhook refused");
            return Err(Error::BadSignature);
        }
    };
    in_transaction(&*deps.database, |store| {
        if !store.record_event(&event, deps.clock.now())? {
            return Ok(());
        }
        apply(deps, store, &event)
    })
}

fn apply(deps: &Deps, store: &mut dyn Store, event: &ProviderEvent) -> Result<()> {
    match &event.change {
        ProviderChange::Intent(intent) => intent_changed(deps, store, intent),
        ProviderChange::Refund(refund) => refund_changed(deps, store, refund),
        ProviderChange::Irrelevant => Ok(()),
        ProviderChange::NotUnderstood => {
            tracing::error!(event = event.id, "a signed event was not understood; it is stored");
            Ok(())
        }
    }
}

/// An event tells what was, so only what cannot be undone counts: success, and a cancellation of an open payment.
fn intent_changed(deps: &Deps, store: &mut dyn Store, intent: &Intent) -> Result<()> {
    let Some(payment) = find(store, intent)? else {
        tracing::warn!(intent = intent.id, "an event speaks of an intent that is not ours");
        return Ok(());
    };
    match intent.status {
        IntentStatus::Succeeded => settle(deps, store, payment.id, intent).map(drop),
        IntentStatus::Open | IntentStatus::Processing => {
            let is_processing = intent.status == IntentStatus::Processing;
            Ok(store.note_processing(payment.id, is_processing)?)
        }
        IntentStatus::Cancelled => {
            store.lock_payable_item(payment.payable)?;
            let Some(mut stored) = store.lock_payment(payment.id)? else { return Ok(()) };
            adopt(deps, store, &mut stored, intent)?;
            if stored.status == PaymentStatus::Open {
                move_to(deps, store, &mut stored, PaymentStatus::Cancelled)?;
            }
            Ok(())
        }
    }
}

/// By the intent's id, or, when the create call's answer was lost, by the payment's id in its metadata.
fn find(store: &mut dyn Store, intent: &Intent) -> Result<Option<Payment>> {
    if let Some(payment) = store.payment_by_intent(&intent.id)? {
        return Ok(Some(payment));
    }
    let Some(id) = intent.payment_id else { return Ok(None) };
    Ok(store.payment(id)?.filter(|payment| payment.provider_intent_id.is_none()))
}

fn refund_changed(deps: &Deps, store: &mut dyn Store, refund: &Refund) -> Result<()> {
    let Some(intent_id) = &refund.intent_id else { return Ok(()) };
    let Some(payment) = store.payment_by_intent(intent_id)? else { return Ok(()) };
    store.lock_payable_item(payment.payable)?;
    let Some(mut stored) = store.lock_payment(payment.id)? else { return Ok(()) };
    note_refund(deps, store, &mut stored, refund)
}

/// Brings a payment (locked) to where its refund stands. A partial refund made by staff at the provider changes nothing here,
/// nor does one of a payment whose money never came in.
///
/// # Errors
/// Only the database's.
pub fn note_refund(deps: &Deps, store: &mut dyn Store, payment: &mut Payment, refund: &Refund) -> Result<()> {
    if Some(refund.amount) != payment.amount_received {
        return Ok(());
    }
    let known = payment.provider_refund_id.as_deref();
    let is_news = match payment.status {
        // What is heard late of a refund that has failed since must not pass for the next one.
        PaymentStatus::RefundDue => known != Some(refund.id.as_str()),
        // The failure of an earlier refund says nothing of the one that is under way, or has arrived.
        PaymentStatus::RefundPending | PaymentStatus::Refunded => {
            known == Some(refund.id.as_str()) || refund.status != RefundStatus::Failed
        }
        _ => true,
    };
    if !is_news {
        return Ok(());
    }
    let to = match refund.status {
        RefundStatus::Pending => PaymentStatus::RefundPending,
        RefundStatus::Succeeded => PaymentStatus::Refunded,
        RefundStatus::Failed => PaymentStatus::RefundDue,
    };
    let has_failed_at_once = (payment.status, to) == (PaymentStatus::RefundDue, PaymentStatus::RefundDue);
    if !has_failed_at_once && !payment.status.can_become(to) {
        return Ok(());
    }
    if to == PaymentStatus::RefundDue {
        tracing::error!(payment = payment.id.0, "a refund failed; staff must look");
    }
    payment.provider_refund_id = Some(refund.id.clone());
    if has_failed_at_once {
        payment.updated_at = deps.clock.now();
        store.update_payment(payment)?;
    } else {
        move_to(deps, store, payment, to)?;
    }
    match to {
        PaymentStatus::Refunded => {
            if let Some(transaction) = store.transaction_of(payment.id)? {
                store.mark_transaction_refunded(transaction.id)?;
            }
            audit(deps, store, payment, AuditAction::PaymentRefunded)
        }
        PaymentStatus::RefundDue => audit(deps, store, payment, AuditAction::RefundFailed),
        _ => Ok(()),
    }
}
