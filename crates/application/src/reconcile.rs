//! The reconciliation job: finishes what lost answers, closed tabs and missing webhooks left open (decision 16).

use chrono::{DateTime, TimeDelta, Utc};
use domain::payment::{Payment, PaymentStatus};
use ports::gateway::{Intent, IntentStatus};
use ports::store::{in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::receive_webhook::note_refund;
use crate::settlement::settle;
use crate::start_payment::{adopt, cancel};

/// A payment is left alone while a request may still be working on it.
const GRACE: TimeDelta = TimeDelta::seconds(45);
/// A payment whose intent the provider never got is given up after this.
const NEVER_CREATED: TimeDelta = TimeDelta::minutes(10);
/// An intent nobody pays is called off after this.
const ABANDONED: TimeDelta = TimeDelta::hours(24);
/// Payments looked at in one run.
const BATCH: i64 = 100;

/// What one run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Payments looked at.
    pub seen: usize,
    /// Of those, could not be finished now; the next run tries again.
    pub failed: usize,
}

/// Looks at every unfinished payment once. `at_start` skips the grace period: nothing else is running yet.
///
/// # Errors
/// When the list itself cannot be read; a single payment's failure is logged and counted.
pub fn reconcile(deps: &Deps, at_start: bool) -> Result<Summary> {
    let now = deps.clock.now();
    let before = if at_start { now } else { now - GRACE };
    let payments =
        with_store(&*deps.database, |store| store.unfinished_payments(before, BATCH).map_err(Error::from))?;
    let lost = lost_intents(deps, &payments)?;
    let mut summary = Summary { seen: payments.len(), failed: 0 };
    for payment in &payments {
        if let Err(error) = finish(deps, payment, &lost, now) {
            summary.failed += 1;
            tracing::warn!(payment = payment.id.0, %error, "reconciliation will try this payment again");
        }
    }
    Ok(summary)
}

/// The provider's intents since the oldest payment whose answer was lost. By list: the search index is up to an hour late.
fn lost_intents(deps: &Deps, payments: &[Payment]) -> Result<Vec<Intent>> {
    let oldest =
        payments.iter().filter(|payment| is_unopened(payment)).map(|payment| payment.created_at).min();
    match oldest {
        Some(oldest) => Ok(deps.gateway.intents_since(oldest - TimeDelta::minutes(5))?),
        None => Ok(vec![]),
    }
}

fn is_unopened(payment: &Payment) -> bool {
    matches!(payment.status, PaymentStatus::Creating | PaymentStatus::TimedOut)
}

fn finish(deps: &Deps, payment: &Payment, lost: &[Intent], now: DateTime<Utc>) -> Result<()> {
    match payment.status {
        PaymentStatus::Creating | PaymentStatus::TimedOut => {
            match lost.iter().find(|intent| intent.payment_id == Some(payment.id)) {
                Some(intent) => bring_in(deps, payment, intent, now),
                None if now - payment.created_at > NEVER_CREATED => {
                    in_transaction(&*deps.database, |store| cancel(deps, store, payment))
                }
                None => Ok(()),
            }
        }
        PaymentStatus::Open => {
            let id = payment.provider_intent_id.as_deref().ok_or(Error::NotFound)?;
            bring_in(deps, payment, &deps.gateway.intent(id)?, now)
        }
        PaymentStatus::RefundDue | PaymentStatus::RefundPending => pay_back(deps, payment),
        PaymentStatus::Cancelled | PaymentStatus::Settled | PaymentStatus::Refunded => Ok(()),
    }
}

fn bring_in(deps: &Deps, payment: &Payment, intent: &Intent, now: DateTime<Utc>) -> Result<()> {
    match intent.status {
        IntentStatus::Succeeded => {
            in_transaction(&*deps.database, |store| settle(deps, store, payment.id, intent)).map(drop)
        }
        IntentStatus::Cancelled => in_transaction(&*deps.database, |store| cancel(deps, store, payment)),
        IntentStatus::Processing => touch(deps, payment, intent),
        IntentStatus::Open => {
            if now - payment.created_at > ABANDONED || is_paid_otherwise(deps, payment)? {
                deps.gateway.cancel_intent(&intent.id)?;
                return in_transaction(&*deps.database, |store| cancel(deps, store, payment));
            }
            touch(deps, payment, intent)
        }
    }
}

fn is_paid_otherwise(deps: &Deps, payment: &Payment) -> Result<bool> {
    let item = with_store(&*deps.database, |store| store.payable_item(payment.payable).map_err(Error::from))?;
    Ok(item.is_none_or(|item| item.is_paid))
}

/// Notes that a payment was looked at, so that the longest untouched come first next time.
fn touch(deps: &Deps, payment: &Payment, intent: &Intent) -> Result<()> {
    in_transaction(&*deps.database, |store| {
        store.lock_payable_item(payment.payable)?;
        let Some(mut stored) = store.lock_payment(payment.id)? else { return Ok(()) };
        adopt(deps, store, &mut stored, intent)?;
        stored.updated_at = deps.clock.now();
        store.update_payment(&stored).map_err(Error::from)
    })
}

/// Carries a refund on. The key is the payment's own, so that a repeated call is the same refund.
fn pay_back(deps: &Deps, payment: &Payment) -> Result<()> {
    let refund = match (payment.status, &payment.provider_refund_id) {
        (PaymentStatus::RefundPending, Some(refund_id)) => deps.gateway.refund_status(refund_id)?,
        _ => {
            let intent_id = payment.provider_intent_id.as_deref().ok_or(Error::NotFound)?;
            deps.gateway.refund(intent_id, &format!("{}-refund", payment.idempotency_key))?
        }
    };
    in_transaction(&*deps.database, |store| {
        store.lock_payable_item(payment.payable)?;
        let Some(mut stored) = store.lock_payment(payment.id)? else { return Ok(()) };
        note_refund(deps, store, &mut stored, &refund)
    })
}
