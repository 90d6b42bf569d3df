//! Matching: the comparison of the ledger with the provider's list of balance changes
//! (docs/product/payments.md#matching).
//!
//! The list is read page by page, newest first. Each page is stored with the position in the list, so an
//! interrupted read continues after its last stored page.

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::ledger::LedgerEvent;
use domain::payments::matching::{GRACE, MovementKind, ObjectBalances};
use domain::payments::ownership::CURRENCY;
use domain::shared::money::Money;
use ports::payments::books::{MatchingProgress, MovementPage, MovementSync, OpenMovement};
use ports::payments::gateway::GatewayError;
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::error::Result;
use crate::payments::books::catch_up::catch_up;
use crate::payments::books::post::{EntrySubject, post};

/// Interval between two matchings of the books.
const EVERY: TimeDelta = TimeDelta::hours(24);
/// How far a read overlaps the previous one. The provider lists some changes late, so a read starts
/// this long before the newest stored balance change.
const OVERLAP: TimeDelta = TimeDelta::days(3);
/// How long before the first payment the first read starts, so that it includes this payment.
const BEFORE_THE_FIRST: TimeDelta = TimeDelta::days(1);

/// The result of matching the books once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchingSummary {
    /// Number of balance changes that were read.
    pub read: usize,
    /// Number of differences that staff must resolve.
    pub faults: usize,
    /// Number of differences caused by other environments' payments or other currencies.
    pub foreign: usize,
}

/// Matches the books if they were never matched, the last matching is a day old, a read was
/// interrupted, or `at_start` is set. Returns `None` otherwise.
///
/// # Errors
/// [`crate::error::Error::GatewayDown`] if the provider doesn't respond. The next call retries.
pub fn match_when_due(deps: &Deps, at_start: bool) -> Result<Option<MatchingSummary>> {
    let MatchingProgress { matched_at, reading, .. } = progress(deps)?;
    let is_due = at_start || reading.is_some() || matched_at.is_none_or(|at| deps.clock.now() - at >= EVERY);
    if is_due { match_now(deps).map(Some) } else { Ok(None) }
}

/// Reads the provider's balance changes, posts fees and payouts, and compares the books with the provider.
///
/// # Errors
/// [`crate::error::Error::GatewayDown`] if the provider doesn't respond. Pages that were read stay stored,
/// and the next call continues after them.
pub fn match_now(deps: &Deps) -> Result<MatchingSummary> {
    let read = read_movements(deps)?;
    catch_up(deps)?;
    in_transaction(&*deps.database, |store| {
        store.lock_matching()?;
        post_provider_movements(store)?;
        let now = deps.clock.now();
        let summary = compare_and_store_differences(store, now)?;
        let progress = store.matching_progress()?;
        store.set_matching_progress(&MatchingProgress { matched_at: Some(now), ..progress })?;
        Ok(MatchingSummary { read, ..summary })
    })
}

/// Returns how far the provider's balance changes have been read, and when the books were last matched.
pub(super) fn progress(deps: &Deps) -> Result<MatchingProgress> {
    with_store(&*deps.database, |store| Ok(store.matching_progress()?))
}

/// Reads the provider's list of balance changes to its last page. Returns how many changes were read.
fn read_movements(deps: &Deps) -> Result<usize> {
    let resumed = progress(deps)?.reading;
    let read = read_to_last_page(deps)?;
    // A resumed read misses balance changes that happened after it started. After `GRACE`, missing
    // changes count as differences, so the list is read again from its start.
    if resumed.is_some_and(|reading| deps.clock.now() - reading.started_at >= GRACE) {
        return Ok(read + read_to_last_page(deps)?);
    }
    Ok(read)
}

/// Reads the pages of the provider's list that aren't stored yet, and stores them. Returns how many
/// balance changes were read.
fn read_to_last_page(deps: &Deps) -> Result<usize> {
    let mut read = 0;
    let mut has_restarted = false;
    loop {
        let reading = with_store(&*deps.database, |store| current_reading(store, deps.clock.now()))?;
        let page = match deps.gateway.movements(reading.since, reading.after.as_deref()) {
            // The page starts after a balance change that the provider no longer has, so the list is read
            // from its start.
            Err(GatewayError::NotFound | GatewayError::Refused { .. })
                if reading.after.is_some() && !has_restarted =>
            {
                has_restarted = true;
                in_transaction(&*deps.database, |store| abandon_reading(store, &reading))?;
                continue;
            }
            answer => answer?,
        };
        read += page.movements.len();
        if in_transaction(&*deps.database, |store| store_page(store, &reading, &page))? {
            return Ok(read);
        }
    }
}

/// Returns the interrupted read. If there is none, returns a new read that starts at
/// the newest balance changes.
fn current_reading(store: &mut dyn Store, now: DateTime<Utc>) -> Result<MovementSync> {
    let progress = store.matching_progress()?;
    if let Some(reading) = progress.reading {
        return Ok(reading);
    }
    let since = match progress.read_until {
        Some(read_until) => read_until - OVERLAP,
        None => store.first_payment_at()?.unwrap_or(now) - BEFORE_THE_FIRST,
    };
    Ok(MovementSync { started_at: now, since, after: None, newest: None, read: 0 })
}

/// Stores a page of the provider's balance changes and the position of the next page, and posts fees and payouts.
/// Returns whether this was the last page. `reading` is the position of `page`.
fn store_page(store: &mut dyn Store, reading: &MovementSync, page: &MovementPage) -> Result<bool> {
    store.lock_matching()?;
    store.store_movements(&page.movements)?;
    post_provider_movements(store)?;
    let progress = store.matching_progress()?;
    if !is_current(&progress, reading) {
        // Another process has already stored this page.
        return Ok(progress.reading.is_none());
    }
    let newest = page.movements.iter().map(|one| one.happened_at).max().max(reading.newest);
    let last = page.movements.last().filter(|_| page.has_more);
    let next = last.map(|last| MovementSync {
        started_at: reading.started_at,
        since: reading.since,
        after: Some(last.id.clone()),
        newest,
        read: reading.read + i64::try_from(page.movements.len()).unwrap_or(i64::MAX),
    });
    let is_over = next.is_none();
    let read_until = if is_over { newest.max(progress.read_until) } else { progress.read_until };
    store.set_matching_progress(&MatchingProgress { read_until, reading: next, ..progress })?;
    Ok(is_over)
}

/// Ends a read that can't continue. The balance changes that it stored remain.
fn abandon_reading(store: &mut dyn Store, reading: &MovementSync) -> Result<()> {
    store.lock_matching()?;
    let progress = store.matching_progress()?;
    if is_current(&progress, reading) {
        store.set_matching_progress(&MatchingProgress { reading: None, ..progress })?;
    }
    Ok(())
}

/// Whether the stored position is still `reading`. If not, another process has stored a page in the meantime.
fn is_current(progress: &MatchingProgress, reading: &MovementSync) -> bool {
    progress.reading.as_ref().map_or(reading.after.is_none(), |current| current == reading)
}

/// Posts payouts and the provider's fees, including the fees of charges and refunds. Skips balance
/// changes whose payment isn't stored yet; a later run posts them.
fn post_provider_movements(store: &mut dyn Store) -> Result<()> {
    for OpenMovement { movement, payment_id } in store.open_movements()? {
        if movement.currency != CURRENCY || movement.kind.is_of_a_payment() && payment_id.is_none() {
            continue;
        }
        let event = match movement.kind {
            MovementKind::Other => continue,
            MovementKind::Payout => LedgerEvent::Payout(movement.amount),
            MovementKind::Fee => LedgerEvent::ProviderFee(Money::from_cents(-movement.amount.cents())),
            // The fee of a chargeback is posted with the chargeback itself.
            MovementKind::Chargeback | MovementKind::ChargebackReversal => {
                LedgerEvent::ProviderFee(Money::ZERO)
            }
            MovementKind::Charge | MovementKind::Refund | MovementKind::RefundFailure => {
                LedgerEvent::ProviderFee(movement.fee)
            }
        };
        let about = |what: &str| EntrySubject {
            source: format!("{what}:{}", movement.id),
            subject: Some(movement.subject.clone()),
            payment: payment_id,
            at: movement.happened_at,
        };
        post(store, about(event.kind().as_str()), &event)?;
        if matches!(movement.kind, MovementKind::Payout | MovementKind::Fee) {
            post(store, about("fee_of"), &LedgerEvent::ProviderFee(movement.fee))?;
        }
        store.mark_movement_posted(&movement.id)?;
    }
    Ok(())
}

/// Compares the books with the provider's balance changes, stores the differences, and posts
/// unexplained amounts to a separate account.
fn compare_and_store_differences(store: &mut dyn Store, now: DateTime<Utc>) -> Result<MatchingSummary> {
    let mut differences = Vec::new();
    let mut summary = MatchingSummary::default();
    for sides in store.differing_balances()? {
        let verdict = sides.compare(now);
        post_unexplained(store, &sides, verdict.to_question)?;
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

/// Posts `amount`, the part of an object's balance at the provider that the books can't explain.
fn post_unexplained(store: &mut dyn Store, balances: &ObjectBalances, amount: Money) -> Result<()> {
    let about = EntrySubject {
        source: format!("question:{}:{}", balances.subject, balances.questions),
        subject: Some(balances.subject.clone()),
        payment: None,
        at: balances.moved_at,
    };
    post(store, about, &LedgerEvent::InQuestion(amount))?;
    Ok(())
}
