//! The provider's signed events: `POST /api/webhooks/stripe` (docs/PRODUCT.md#webhook).

use domain::payments::ownership::Mismatch;
use domain::payments::payment::{Payment, PaymentStatus};
use ports::payments::gateway::{Intent, IntentStatus, ProviderChange, ProviderEvent};
use ports::store::{Store, in_transaction};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::chargebacks::follow::{self, Said};
use crate::payments::moves::move_to;
use crate::payments::refunds::carry_on;
use crate::payments::settlement::{note_orphan, settle};
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
        ProviderChange::Refund(refund) => carry_on::heard_of(deps, store, refund),
        ProviderChange::Chargeback(heard) => follow::heard_of(deps, store, heard, Said::InEvent),
        ProviderChange::Irrelevant => Ok(()),
        ProviderChange::NotUnderstood => {
            tracing::error!(event = event.id, "a signed event was not understood; it is stored");
            Ok(())
        }
    }
}

/// An event tells what was, so only what cannot be undone counts: success, and a cancellation of an open payment.
fn intent_changed(deps: &Deps, store: &mut dyn Store, intent: &Intent) -> Result<()> {
    let payment = match find(deps, store, intent)? {
        Ok(payment) => payment,
        Err(mismatch) if intent.status == IntentStatus::Succeeded => {
            return note_orphan(deps, store, intent, mismatch);
        }
        Err(_) => return Ok(()),
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

/// By the intent's id, or, when the create call's answer was lost, by its labels; else what does not agree.
fn find(
    deps: &Deps,
    store: &mut dyn Store,
    intent: &Intent,
) -> Result<std::result::Result<Payment, Mismatch>> {
    if let Some(payment) = store.payment_by_intent(&intent.id)? {
        return Ok(Ok(payment));
    }
    let named = intent.labels.payment_id.map_or(Ok(None), |id| store.payment(id))?;
    let Some(payment) = named else { return Ok(Err(Mismatch::Payment)) };
    Ok(intent.claim().must_be_of(&payment, &deps.installation).map(|()| payment))
}
