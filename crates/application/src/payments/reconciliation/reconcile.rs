//! The reconciliation job: finishes what lost answers, closed tabs and missing webhooks left open (docs/PRODUCT.md#reconciliation).

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::payment::{Payment, PaymentStatus};
use ports::payments::gateway::{GatewayError, Intent, IntentStatus};
use ports::store::{in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::chargebacks::follow;
use crate::payments::moves::move_to;
use crate::payments::refunds::carry_on;
use crate::payments::settlement::{settle, unpaid};
use crate::payments::start_payment::{adopt, cancel, is_unopened, note_processing};

/// A payment is left alone while a request may still be working on it.
const GRACE: TimeDelta = TimeDelta::seconds(45);
/// A payment whose intent the provider never got is given up after this.
const NEVER_CREATED: TimeDelta = TimeDelta::minutes(10);
/// An intent nobody pays is called off after this.
const ABANDONED: TimeDelta = TimeDelta::hours(24);
/// Payments, and refunds, looked at in one run.
const BATCH: i64 = 100;

/// What one run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Payments, refunds and chargebacks looked at.
    pub seen: usize,
    /// Of those, could not be finished now; the next run tries again.
    pub failed: usize,
}

/// Looks at every live payment and every refund and chargeback that has not come to its end once. `at_start` skips the grace period: nothing else is running yet.
///
/// # Errors
/// When our own list cannot be read; a single payment's failure is logged and counted.
pub fn reconcile(deps: &Deps, at_start: bool) -> Result<Summary> {
    let now = deps.clock.now();
    let before = if at_start { now } else { now - GRACE };
    let (payments, refunds) = with_store(&*deps.database, |store| {
        let payments = store.live_payments(before, BATCH)?;
        Ok::<_, Error>((payments, store.refunds_to_look_at(carry_on::to_look_at(before, now), BATCH)?))
    })?;
    let lost = lost_intents(deps, &payments);
    let mut summary = Summary { seen: payments.len() + refunds.len(), failed: 0 };
    for payment in &payments {
        let finished = finish(deps, payment, lost.as_deref(), now);
        if let Err(error) = finished.and(let_others_go_first(deps, payment)) {
            summary.failed += 1;
            tracing::warn!(payment = payment.id.0, %error, "reconciliation will try this payment again");
        }
    }
    for id in refunds {
        if let Err(error) = carry_on::carry_on(deps, id).and(carry_on::let_others_go_first(deps, id, now)) {
            summary.failed += 1;
            tracing::warn!(refund = id.0, %error, "reconciliation will try this refund again");
        }
    }
    let (asked_about, failed) = follow::look_after(deps)?;
    summary.seen += asked_about;
    summary.failed += failed;
    Ok(summary)
}

/// The provider's intents since the oldest payment whose answer was lost. By list: the search index is up to an hour late.
/// None when it cannot be read: then only the payments that need it wait.
fn lost_intents(deps: &Deps, payments: &[Payment]) -> Option<Vec<Intent>> {
    let oldest =
        payments.iter().filter(|payment| is_unopened(payment)).map(|payment| payment.created_at).min();
    match oldest {
        Some(oldest) => deps
            .gateway
            .intents_since(oldest - TimeDelta::minutes(5))
            .inspect_err(|error| tracing::warn!(%error, "the provider's list cannot be read"))
            .ok(),
        None => Some(vec![]),
    }
}

fn finish(deps: &Deps, payment: &Payment, lost: Option<&[Intent]>, now: DateTime<Utc>) -> Result<()> {
    match payment.status {
        PaymentStatus::Creating | PaymentStatus::TimedOut => {
            let lost = lost
                .ok_or_else(|| GatewayError::Unavailable("its list of intents could not be read".into()))?;
            match lost.iter().find(|intent| intent.claim().must_be_of(payment, &deps.installation).is_ok()) {
                Some(intent) => bring_in(deps, payment, intent, now),
                None if now - payment.created_at > NEVER_CREATED => give_up(deps, payment),
                None => Ok(()),
            }
        }
        PaymentStatus::Open => {
            let id = payment.provider_intent_id.as_deref().ok_or(Error::NotFound)?;
            bring_in(deps, payment, &deps.gateway.intent(id)?, now)
        }
        PaymentStatus::Cancelled
        | PaymentStatus::Settled
        | PaymentStatus::RefundDue
        | PaymentStatus::Refunded
        | PaymentStatus::ChargedBack => Ok(()),
    }
}

fn bring_in(deps: &Deps, payment: &Payment, intent: &Intent, now: DateTime<Utc>) -> Result<()> {
    match intent.status {
        IntentStatus::Succeeded => {
            in_transaction(&*deps.database, |store| settle(deps, store, payment.id, intent)).map(drop)
        }
        IntentStatus::Cancelled => in_transaction(&*deps.database, |store| cancel(deps, store, payment)),
        IntentStatus::Processing => {
            note_processing(deps, payment, true)?;
            keep(deps, payment, intent)
        }
        IntentStatus::Open => {
            if now - payment.created_at > ABANDONED || !is_wanted(deps, payment)? {
                deps.gateway.cancel_intent(&intent.id)?;
                return in_transaction(&*deps.database, |store| cancel(deps, store, payment));
            }
            note_processing(deps, payment, false)?;
            keep(deps, payment, intent)
        }
    }
}

/// Whether the item still needs paying, by this amount.
fn is_wanted(deps: &Deps, payment: &Payment) -> Result<bool> {
    with_store(&*deps.database, |store| {
        let item = store.payable_item(payment.payable)?;
        let item = unpaid(store, payment.payable, item)?;
        Ok(item.is_some_and(|item| payment.payable.due(item.fine) == payment.amount))
    })
}

/// Gives a payment up whose intent the provider never got, unless a late try has got one meanwhile.
fn give_up(deps: &Deps, payment: &Payment) -> Result<()> {
    in_transaction(&*deps.database, |store| {
        store.lock_payable_item(payment.payable)?;
        match store.lock_payment(payment.id)?.filter(is_unopened) {
            Some(mut stored) => move_to(deps, store, &mut stored, PaymentStatus::Cancelled),
            None => Ok(()),
        }
    })
}

/// Stores an intent that was found again.
fn keep(deps: &Deps, payment: &Payment, intent: &Intent) -> Result<()> {
    in_transaction(&*deps.database, |store| {
        store.lock_payable_item(payment.payable)?;
        let Some(mut stored) = store.lock_payment(payment.id)? else { return Ok(()) };
        adopt(deps, store, &mut stored, intent)
    })
}

/// Notes that a payment was looked at, so that the longest untouched come first next time, also when this one fails each time.
fn let_others_go_first(deps: &Deps, payment: &Payment) -> Result<()> {
    in_transaction(&*deps.database, |store| {
        store.lock_payable_item(payment.payable)?;
        match store.lock_payment(payment.id)?.filter(|stored| stored.updated_at == payment.updated_at) {
            Some(mut stored) => {
                stored.updated_at = deps.clock.now();
                Ok(store.update_payment(&stored)?)
            }
            None => Ok(()),
        }
    })
}
