//! The reconciliation job: finishes what lost answers, closed tabs and missing webhooks left open (docs/PRODUCT.md#reconciliation).

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::payment::{Payment, PaymentStatus};
use ports::payments::events::ProviderObject;
use ports::payments::gateway::{GatewayError, Intent};
use ports::payments::records::LiveBefore;
use ports::store::{in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::moves::move_to;
use crate::payments::reconciliation::chargebacks;
use crate::payments::reconciliation::door::{self, ABANDONED};
use crate::payments::reconciliation::events::{self, Reading};
use crate::payments::refunds::carry_on;
use crate::payments::start_payment::is_unopened;
use crate::shared::turn::{Turn, Work};

const WORK: Work = Work { name: "reconciliation", lasts: TimeDelta::seconds(12) };

/// A payment is left alone while a request may still be working on it.
const GRACE: TimeDelta = TimeDelta::seconds(45);
/// A payment whose intent the provider never got is given up after this.
const NEVER_CREATED: TimeDelta = TimeDelta::minutes(10);
/// So long a payment is asked about by itself, each time after five times as long as before; then its events tell.
const YOUNG: TimeDelta = TimeDelta::hours(1);
const SLOWING: i32 = 4;
/// One that a bank is at work on is asked about so often.
const PROCESSING: TimeDelta = TimeDelta::minutes(5);
/// An abandoned one that could not be called off is tried again after this.
const CALLED_OFF_AGAIN: TimeDelta = TimeDelta::minutes(10);
/// How many open payments of each sort are asked about in one run while events tell: what they cost is bounded, however many there are.
const FEW: i64 = 4;
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

/// Reads the provider's events, and looks at payments, refunds and chargebacks that may have gone on unheard. `at_start` skips the
/// grace period: nothing else is running yet.
///
/// # Errors
/// When our own list cannot be read; a single payment's failure is logged and counted.
pub fn reconcile(deps: &Deps, at_start: bool) -> Result<Summary> {
    run(&Turn::alone(deps, WORK), at_start)
}

/// The same for one of several processes, which share the work: none when another one has the turn. `holder` names the process.
///
/// # Errors
/// As [`reconcile`].
pub fn reconcile_in_turn(deps: &Deps, holder: &str, at_start: bool) -> Result<Option<Summary>> {
    Turn::take(deps, WORK, holder)?.map(|turn| run(&turn, at_start)).transpose()
}

/// Keeps the turn between two runs, or takes one that nobody keeps; whether this process has it.
///
/// # Errors
/// Only the database's.
pub fn keep_turn(deps: &Deps, holder: &str) -> Result<bool> {
    Ok(Turn::take(deps, WORK, holder)?.is_some())
}

/// Gives the turn back, so that another process needs not wait.
///
/// # Errors
/// Only the database's.
pub fn end_turn(deps: &Deps, holder: &str) -> Result<()> {
    Turn::end(deps, WORK, holder)
}

fn run(turn: &Turn<'_>, at_start: bool) -> Result<Summary> {
    let deps = turn.deps;
    let reading = events::read(turn, at_start)?;
    let mut summary = Summary { seen: reading.seen, failed: reading.failed };
    let now = deps.clock.now();
    let before = if at_start { now } else { now - GRACE };
    let payments = due(deps, &reading, before, now)?;
    let lost = lost_intents(deps, &payments);
    for payment in &payments {
        if !turn.goes_on()? {
            return Ok(summary);
        }
        summary.seen += 1;
        let finished = finish(deps, payment, lost.as_deref(), now);
        if let Err(error) = finished.and(let_others_go_first(deps, payment)) {
            summary.failed += 1;
            tracing::warn!(payment = payment.id.0, %error, "reconciliation will try this payment again");
        }
    }
    let refunds = with_store(&*deps.database, |store| {
        Ok::<_, Error>(store.refunds_to_look_at(carry_on::to_look_at(before, now), BATCH)?)
    })?;
    for id in refunds {
        if !turn.goes_on()? {
            return Ok(summary);
        }
        summary.seen += 1;
        if let Err(error) = carry_on::carry_on(deps, id).and(carry_on::let_others_go_first(deps, id, now)) {
            summary.failed += 1;
            tracing::warn!(refund = id.0, %error, "reconciliation will try this refund again");
        }
    }
    let (asked_about, failed) = chargebacks::look_after(turn, reading.can_tell)?;
    summary.seen += asked_about;
    summary.failed += failed;
    Ok(summary)
}

/// Payments to be asked about one by one: all of them while events cannot tell; otherwise those whose create call got no answer, and
/// few of the young, of those that a bank is at work on, and of the abandoned.
fn due(deps: &Deps, reading: &Reading, before: DateTime<Utc>, now: DateTime<Utc>) -> Result<Vec<Payment>> {
    with_store(&*deps.database, |store| {
        if !reading.can_tell {
            return Ok(store.live_payments(LiveBefore::Touched(before), BATCH)?);
        }
        let young = LiveBefore::Young { now, touched: before, begun: now - YOUNG, slowing: SLOWING };
        let abandoned = LiveBefore::Begun { begun: now - ABANDONED, touched: now - CALLED_OFF_AGAIN };
        let sorts = [
            (LiveBefore::Unopened(before), BATCH),
            (young, FEW),
            (LiveBefore::Processing(now - PROCESSING), FEW),
            (abandoned, FEW),
        ];
        let mut all: Vec<Payment> = vec![];
        for (which, most) in sorts {
            let found = store.live_payments(which, most)?;
            all.extend(
                found
                    .into_iter()
                    .filter(|one| !all.iter().any(|known| known.id == one.id))
                    .collect::<Vec<_>>(),
            );
        }
        Ok(all)
    })
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
    let look_at = |id: &str| door::enter(deps, &ProviderObject::Intent(id.to_owned()), &[]).map(drop);
    match payment.status {
        PaymentStatus::Creating | PaymentStatus::TimedOut => {
            let lost = lost
                .ok_or_else(|| GatewayError::Unavailable("its list of intents could not be read".into()))?;
            match lost.iter().find(|intent| intent.claim().must_be_of(payment, &deps.installation).is_ok()) {
                Some(intent) => look_at(&intent.id),
                None if now - payment.created_at > NEVER_CREATED => give_up(deps, payment),
                None => Ok(()),
            }
        }
        PaymentStatus::Open => look_at(payment.provider_intent_id.as_deref().ok_or(Error::NotFound)?),
        PaymentStatus::Cancelled
        | PaymentStatus::Settled
        | PaymentStatus::RefundDue
        | PaymentStatus::Refunded
        | PaymentStatus::ChargedBack => Ok(()),
    }
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
