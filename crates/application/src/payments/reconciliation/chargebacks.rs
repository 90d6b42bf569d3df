//! Finds changes of chargebacks whose events were lost: reads the provider's list of chargebacks, and fetches
//! each stored chargeback from time to time.

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::chargeback::Chargeback;
use ports::payments::chargebacks::ChargebackCheckTimes;
use ports::payments::events::ProviderObject;
use ports::store::{in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::reconciliation::ingest;
use crate::shared::lease::Lease;

/// Interval between reads of the provider's list of chargebacks while the provider's
/// events can be read.
const LIST_EVERY: TimeDelta = TimeDelta::hours(6);
/// Interval between reads of the provider's list of chargebacks while the provider's
/// events can't be read.
const LIST_EVERY_WITHOUT_EVENTS: TimeDelta = TimeDelta::minutes(10);
/// How far a read of the list overlaps the previous one, because the provider may
/// list new chargebacks late.
const OVERLAP: TimeDelta = TimeDelta::days(2);
/// Period that the first read of the list covers. Cardholders usually have 120 days to question a charge.
const FIRST_READ: TimeDelta = TimeDelta::days(120);
/// Interval between checks of an open chargeback while the provider's events can be read.
const CHECK_EVERY: TimeDelta = TimeDelta::hours(6);
/// Interval between checks of an open chargeback while the provider's events can't be read.
const CHECK_EVERY_WITHOUT_EVENTS: TimeDelta = TimeDelta::minutes(10);
/// Interval between checks of a closed chargeback. The bank may still reverse its decision.
const CHECK_CLOSED_EVERY: TimeDelta = TimeDelta::days(7);
/// How long a chargeback is still checked after it was closed.
const CHECK_CLOSED_FOR: TimeDelta = TimeDelta::days(90);
/// Maximum number of chargebacks that one run checks while the provider's events can be read.
const BATCH: i64 = 4;
/// Maximum number of chargebacks that one run checks while the provider's events can't be read.
const BATCH_WITHOUT_EVENTS: i64 = 50;

/// The result of one run of [`reconcile_chargebacks`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChargebackRunSummary {
    /// Number of chargebacks that were checked.
    pub(super) seen: usize,
    /// Number of failed checks. A failed read of the list counts too.
    pub(super) failed: usize,
}

/// Reads the provider's list of chargebacks, and checks chargebacks that may have changed. If
/// `can_read_events` is false, checks more often, because the provider's events are missing.
///
/// # Errors
/// Fails if the database can't be read. The failure of a single check is logged and counted.
pub(super) fn reconcile_chargebacks(
    lease: &Lease<'_>,
    can_read_events: bool,
) -> Result<ChargebackRunSummary> {
    let deps = lease.deps;
    let now = deps.clock.now();
    let mut summary = ChargebackRunSummary::default();
    if let Err(error) =
        read_list(deps, if can_read_events { LIST_EVERY } else { LIST_EVERY_WITHOUT_EVENTS }, now)
    {
        summary.failed += 1;
        tracing::warn!(%error, "could not list the provider's chargebacks; will retry");
    }
    let (interval, batch) = if can_read_events {
        (CHECK_EVERY, BATCH)
    } else {
        (CHECK_EVERY_WITHOUT_EVENTS, BATCH_WITHOUT_EVENTS)
    };
    let before = ChargebackCheckTimes {
        open: now - interval,
        closed: now - CHECK_CLOSED_EVERY,
        oldest_closed: now - CHECK_CLOSED_FOR,
    };
    let due =
        with_store(&*deps.database, |store| Ok::<_, Error>(store.chargebacks_to_check(before, batch)?))?;
    for chargeback in &due {
        if !lease.is_held()? {
            break;
        }
        summary.seen += 1;
        if let Err(error) = check_chargeback(deps, &chargeback.provider_id) {
            summary.failed += 1;
            tracing::warn!(chargeback = chargeback.id.0, %error, "could not check a chargeback; reconciliation will retry");
            mark_checked(deps, chargeback)?;
        }
    }
    Ok(summary)
}

/// Fetches a chargeback's state from the provider and applies it.
fn check_chargeback(deps: &Deps, provider_id: &str) -> Result<()> {
    ingest::ingest_object(deps, &ProviderObject::Chargeback(provider_id.to_owned()), &[]).map(drop)
}

/// Reads the provider's list of chargebacks, if the last read is at least `interval` ago. Applies
/// chargebacks whose status is new.
fn read_list(deps: &Deps, interval: TimeDelta, now: DateTime<Utc>) -> Result<()> {
    let read_at = with_store(&*deps.database, |store| Ok::<_, Error>(store.chargebacks_read_at()?))?;
    let since = match read_at {
        Some(at) if now - at < interval => return Ok(()),
        Some(at) => at - OVERLAP,
        None => now - FIRST_READ,
    };
    for chargeback in &deps.gateway.chargebacks_since(since)? {
        let Some(intent_id) = chargeback.intent_id.as_deref() else { continue };
        let is_news = with_store(&*deps.database, |store| {
            let known = store.chargeback_by_provider_id(&chargeback.id)?.map(|known| known.status);
            Ok::<_, Error>(known != chargeback.status && store.payment_by_intent(intent_id)?.is_some())
        })?;
        if is_news {
            check_chargeback(deps, &chargeback.id)?;
        }
    }
    in_transaction(&*deps.database, |store| Ok::<_, Error>(store.set_chargebacks_read_at(now)?))
}

/// Stores that a chargeback was just checked, unless another process has checked it
/// since `chargeback` was read.
fn mark_checked(deps: &Deps, chargeback: &Chargeback) -> Result<()> {
    in_transaction(&*deps.database, |store| {
        let Some(payment) = store.payment(chargeback.payment_id)? else { return Ok(()) };
        store.lock_payable_item(payment.payable)?;
        store.lock_payment(payment.id)?;
        match store.chargeback(chargeback.id)?.filter(|stored| stored.checked_at == chargeback.checked_at) {
            Some(stored) => {
                Ok(store.update_chargeback(&Chargeback { checked_at: Some(deps.clock.now()), ..stored })?)
            }
            None => Ok(()),
        }
    })
}
