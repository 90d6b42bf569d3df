//! Matching the ledger with what the provider says of our balance (docs/PRODUCT.md#matching).
//!
//! The provider's list is read with no transaction open; then all of it is taken in and compared in one.

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::ledger::Event;
use domain::payments::matching::{MovementKind, Sides};
use domain::payments::ownership::CURRENCY;
use domain::shared::money::Money;
use ports::payments::books::{Matched, OpenMovement};
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::books::catch_up::catch_up;
use crate::payments::books::post::{About, post};

/// The books are matched again after this.
const EVERY: TimeDelta = TimeDelta::hours(24);
/// The list is read from so long before what was read last: some of it comes late.
const OVERLAP: TimeDelta = TimeDelta::days(3);
/// The first reading begins so long before the first payment.
const BEFORE_THE_FIRST: TimeDelta = TimeDelta::days(1);

/// What one matching found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Movements read.
    pub read: usize,
    /// Differences that somebody has to put right.
    pub faults: usize,
    /// Money of other environments, and other money.
    pub foreign: usize,
}

/// Matches when a day has gone by since the last time, or `at_start`; none when it was not due.
///
/// # Errors
/// The provider's and the database's; the next look tries again.
pub fn match_when_due(deps: &Deps, at_start: bool) -> Result<Option<Summary>> {
    let matched = with_store(&*deps.database, |store| Ok::<_, Error>(store.matched()?))?;
    let is_due = at_start || matched.is_none_or(|matched| deps.clock.now() - matched.at >= EVERY);
    if is_due { match_now(deps).map(Some) } else { Ok(None) }
}

/// Reads what the provider says of our balance, takes in what it alone knows, and compares the rest with the ledger.
///
/// # Errors
/// The provider's and the database's.
pub fn match_now(deps: &Deps) -> Result<Summary> {
    let since = with_store(&*deps.database, |store| read_from(store, deps.clock.now()))?;
    let movements = deps.gateway.movements_since(since)?;
    catch_up(deps)?;
    in_transaction(&*deps.database, |store| {
        store.lock_matching()?;
        store.keep_movements(&movements)?;
        take_in(store)?;
        let now = deps.clock.now();
        let mut summary = compare(store, now)?;
        summary.read = movements.len();
        let before = store.matched()?.and_then(|matched| matched.read_until);
        let newest = movements.iter().map(|one| one.happened_at).max();
        store.note_matched(Matched { at: now, read_until: newest.max(before) })?;
        Ok(summary)
    })
}

fn read_from(store: &mut dyn Store, now: DateTime<Utc>) -> Result<DateTime<Utc>> {
    match store.matched()?.and_then(|matched| matched.read_until) {
        Some(read_until) => Ok(read_until - OVERLAP),
        None => Ok(store.first_payment_at()?.unwrap_or(now) - BEFORE_THE_FIRST),
    }
}

/// Posts what the provider alone knows: its fees, and payouts. What is about a payment that we do not know waits.
fn take_in(store: &mut dyn Store) -> Result<()> {
    for OpenMovement { movement, payment_id } in store.open_movements()? {
        if movement.currency != CURRENCY || movement.kind.is_of_a_payment() && payment_id.is_none() {
            continue;
        }
        let event = match movement.kind {
            MovementKind::Other => continue,
            MovementKind::Payout => Event::Payout(movement.amount),
            MovementKind::Fee => Event::ProviderFee(Money::from_cents(-movement.amount.cents())),
            // Its fee comes with the chargeback itself.
            MovementKind::Chargeback | MovementKind::ChargebackReversal => Event::ProviderFee(Money::ZERO),
            MovementKind::Charge | MovementKind::Refund | MovementKind::RefundFailure => {
                Event::ProviderFee(movement.fee)
            }
        };
        let about = |what: &str| About {
            source: format!("{what}:{}", movement.id),
            subject: Some(movement.subject.clone()),
            payment: payment_id,
            at: movement.happened_at,
        };
        post(store, about(event.kind().as_str()), &event)?;
        if matches!(movement.kind, MovementKind::Payout | MovementKind::Fee) {
            post(store, about("fee_of"), &Event::ProviderFee(movement.fee))?;
        }
        store.close_movement(&movement.id)?;
    }
    Ok(())
}

/// Compares both sides, lists what differs, and puts in question what is not explained: so the balance at the provider is the
/// provider's.
fn compare(store: &mut dyn Store, now: DateTime<Utc>) -> Result<Summary> {
    let mut differences = Vec::new();
    let mut summary = Summary::default();
    for sides in store.sides_that_differ()? {
        let verdict = sides.judge(now);
        put_in_question(store, &sides, verdict.to_question)?;
        let Some(kind) = verdict.difference else { continue };
        if kind.is_fault() {
            summary.faults += 1;
            tracing::error!(subject = sides.subject, %kind, ours = %sides.ours, theirs = %sides.theirs, "the books and the provider differ");
        } else {
            summary.foreign += 1;
        }
        differences.push((kind, sides));
    }
    store.replace_differences(&differences)?;
    Ok(summary)
}

fn put_in_question(store: &mut dyn Store, sides: &Sides, amount: Money) -> Result<()> {
    let about = About {
        source: format!("question:{}:{}", sides.subject, sides.questions),
        subject: Some(sides.subject.clone()),
        payment: None,
        at: sides.moved_at,
    };
    post(store, about, &Event::InQuestion(amount))?;
    Ok(())
}
