//! The job that cancels an intent that must no longer be paid (docs/product/payments.md#amount-changed-while-paying).

use domain::payments::payment::PaymentStatus;
use domain::shared::ids::PaymentId;
use ports::payments::gateway::IntentStatus;
use ports::shared::jobs::Job;
use ports::store::{in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::reconciliation::ingest;
use crate::payments::settlement::settle_now;
use crate::payments::start_payment::abandon_payment;
use crate::shared::live_payments::PAYMENT;
use crate::shared::outbox::Outcome;

/// Runs the job: cancels the intent of one payment. If the intent was already paid, the payment is settled,
/// or refunded if it can't pay for anything.
pub fn cancel_intent(deps: &Deps, job: &Job) -> Outcome {
    let Some(id) = job.payload.get(PAYMENT).and_then(|id| id.parse().ok()).map(PaymentId) else {
        return Outcome::GiveUp("the job names no payment".to_owned());
    };
    match try_to_cancel(deps, id) {
        Ok(()) => Outcome::Done,
        Err(error) => Outcome::Retry(error.to_string()),
    }
}

/// Cancels an open payment's intent. Does nothing if the payment isn't open or its intent is
/// unknown. Reconciliation handles payments whose intent is unknown.
fn try_to_cancel(deps: &Deps, id: PaymentId) -> Result<()> {
    let payment = with_store(&*deps.database, |store| store.payment(id)?.ok_or(Error::NotFound))?;
    let Some(intent_id) =
        payment.provider_intent_id.as_deref().filter(|_| payment.status == PaymentStatus::Open)
    else {
        return Ok(());
    };
    let Some(intent) = ingest::cancel_intent(deps, intent_id)? else {
        tracing::warn!(payment = payment.id.0, "the provider has no such intent; its payment is canceled");
        return in_transaction(&*deps.database, |store| abandon_payment(deps, store, &payment));
    };
    match intent.status {
        IntentStatus::Succeeded => settle_now(deps, &payment, &intent).map(drop),
        IntentStatus::Cancelled => {
            in_transaction(&*deps.database, |store| abandon_payment(deps, store, &payment))
        }
        // The driver's bank is processing the payment. The payment is settled or refunded when its money
        // arrives.
        IntentStatus::Open | IntentStatus::Processing => Ok(()),
    }
}
