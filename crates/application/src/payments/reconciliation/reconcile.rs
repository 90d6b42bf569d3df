//! The reconciliation job. Reads the provider's events, and completes payments,
//! refunds and chargebacks that missed a change because of lost responses, closed tabs
//! or missing webhooks (docs/product/payments.md#reconciliation).

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::payment::{Payment, PaymentStatus};
use ports::payments::events::ProviderObject;
use ports::payments::gateway::{GatewayError, Intent};
use ports::payments::records::OpenPaymentFilter;
use ports::store::{in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::moves::mark_canceled;
use crate::payments::reconciliation::chargebacks;
use crate::payments::reconciliation::events::{self, EventRunSummary};
use crate::payments::reconciliation::ingest::{self, ABANDONED};
use crate::payments::refunds::advance;
use crate::payments::start_payment::has_no_intent;
use crate::shared::lease::{Lease, LeasedWork};

const WORK: LeasedWork = LeasedWork { name: "reconciliation", lasts: TimeDelta::seconds(12) };

/// Time after a payment's last change in which the job doesn't check the payment, because a driver's request may
/// still be changing it.
const GRACE: TimeDelta = TimeDelta::seconds(45);
/// Age at which a payment that has no intent at the provider is canceled.
const NEVER_CREATED: TimeDelta = TimeDelta::minutes(10);
/// Age up to which open payments are checked one by one, at growing intervals.
const YOUNG: TimeDelta = TimeDelta::hours(1);
/// Factor by which checks of young payments are delayed. The wait until the next check is the
/// payment's age at its last change, times this factor.
const SLOWING: i32 = 4;
/// Interval between checks of a payment that a bank is processing.
const PROCESSING: TimeDelta = TimeDelta::minutes(5);
/// Interval between attempts to cancel a payment that has been open for longer than [`ABANDONED`].
const CANCEL_RETRY_AFTER: TimeDelta = TimeDelta::minutes(10);
/// Maximum number of payments of each kind (young, processing and abandoned) that one run checks
/// while the provider's events can be read.
const FEW: i64 = 4;
/// Maximum number of refunds that one run checks. Also the maximum number of payments without a
/// known intent or, while the provider's events can't be read, of open payments.
const BATCH: i64 = 100;

/// The result of one run of [`reconcile`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReconcileSummary {
    /// Number of payments, refunds and chargebacks that were checked.
    pub seen: usize,
    /// Number of checks, and of reads of the provider's lists, that failed. The next run repeats them.
    pub failed: usize,
}

/// Reads the provider's events, then checks payments, refunds and chargebacks whose events may have been
/// lost. At the server's start (`at_start`), recent payments are checked too.
///
/// # Errors
/// Fails if the database can't be read. A single payment's failure is logged and counted.
pub fn reconcile(deps: &Deps, at_start: bool) -> Result<ReconcileSummary> {
    run_with_lease(&Lease::exclusive(deps, WORK), at_start)
}

/// Runs [`reconcile`] if this process gets the lease, so that only one process reconciles at a
/// time. Returns `None` if another process has the lease. `holder` names this process.
///
/// # Errors
/// The same errors as [`reconcile`].
pub fn reconcile_with_lease(deps: &Deps, holder: &str, at_start: bool) -> Result<Option<ReconcileSummary>> {
    Lease::take(deps, WORK, holder)?.map(|lease| run_with_lease(&lease, at_start)).transpose()
}

/// Renews this process's lease between two runs, or takes the lease if it is free. Returns whether this
/// process has the lease. `holder` names this process.
pub fn renew_lease(deps: &Deps, holder: &str) -> Result<bool> {
    Ok(Lease::take(deps, WORK, holder)?.is_some())
}

/// Releases the lease of the process `holder`, so that another process doesn't have to wait until it expires.
pub fn end_lease(deps: &Deps, holder: &str) -> Result<()> {
    Lease::end(deps, WORK, holder)
}

/// Reads events and checks payments, refunds and chargebacks, as the holder of the lease.
fn run_with_lease(lease: &Lease<'_>, at_start: bool) -> Result<ReconcileSummary> {
    let deps = lease.deps;
    let reading = events::read_events(lease, at_start)?;
    let mut summary = ReconcileSummary { seen: reading.seen, failed: reading.failed };
    let now = deps.clock.now();
    let before = if at_start { now } else { now - GRACE };
    let payments = payments_to_check(deps, &reading, before, now)?;
    let recent_intents = recent_intents(deps, &payments);
    for payment in &payments {
        if !lease.is_held()? {
            return Ok(summary);
        }
        summary.seen += 1;
        let finished = reconcile_payment(deps, payment, recent_intents.as_deref(), now);
        if let Err(error) = finished.and(mark_checked(deps, payment)) {
            summary.failed += 1;
            tracing::warn!(payment = payment.id.0, %error, "could not reconcile a payment; will retry");
        }
    }
    let refunds = with_store(&*deps.database, |store| {
        Ok::<_, Error>(store.refunds_to_check(advance::refund_check_times(before, now), BATCH)?)
    })?;
    for id in refunds {
        if !lease.is_held()? {
            return Ok(summary);
        }
        summary.seen += 1;
        if let Err(error) = advance::continue_refund(deps, id).and(advance::mark_checked(deps, id, now)) {
            summary.failed += 1;
            tracing::warn!(refund = id.0, %error, "could not reconcile a refund; will retry");
        }
    }
    let of_chargebacks = chargebacks::reconcile_chargebacks(lease, reading.can_read_events)?;
    summary.seen += of_chargebacks.seen;
    summary.failed += of_chargebacks.failed;
    Ok(summary)
}

/// Returns the payments to check one by one. While the provider's events can't be read, returns at
/// most [`BATCH`] open payments of any kind. Otherwise, returns at most [`BATCH`] payments without
/// a known intent, and at most [`FEW`] young, [`FEW`] processing and [`FEW`] abandoned payments.
/// Leaves out payments that changed after `before`.
fn payments_to_check(
    deps: &Deps,
    reading: &EventRunSummary,
    before: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Vec<Payment>> {
    with_store(&*deps.database, |store| {
        if !reading.can_read_events {
            return Ok(store.payments_to_reconcile(OpenPaymentFilter::ChangedBefore(before), BATCH)?);
        }
        let young = OpenPaymentFilter::Recent {
            now,
            changed_before: before,
            started_after: now - YOUNG,
            slowing: SLOWING,
        };
        let abandoned = OpenPaymentFilter::Started {
            started_before: now - ABANDONED,
            changed_before: now - CANCEL_RETRY_AFTER,
        };
        let sorts = [
            (OpenPaymentFilter::WithoutIntent(before), BATCH),
            (young, FEW),
            (OpenPaymentFilter::Processing(now - PROCESSING), FEW),
            (abandoned, FEW),
        ];
        let mut all: Vec<Payment> = vec![];
        for (which, max_count) in sorts {
            let found = store.payments_to_reconcile(which, max_count)?;
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

/// Lists the provider's intents since the oldest payment without a known intent. The provider's search isn't
/// used, because its index is up to an hour late. Returns `None` if the list can't be read. The list is empty
/// if every payment has a known intent.
fn recent_intents(deps: &Deps, payments: &[Payment]) -> Option<Vec<Intent>> {
    let oldest =
        payments.iter().filter(|payment| has_no_intent(payment)).map(|payment| payment.created_at).min();
    match oldest {
        Some(oldest) => deps
            .gateway
            .intents_since(oldest - TimeDelta::minutes(5))
            .inspect_err(|error| tracing::warn!(%error, "could not list the provider's intents"))
            .ok(),
        None => Some(vec![]),
    }
}

/// Applies the provider's state to one payment. `recent_intents` are the provider's intents that
/// may belong to payments without a known intent; `None` if these intents couldn't be listed.
fn reconcile_payment(
    deps: &Deps,
    payment: &Payment,
    recent_intents: Option<&[Intent]>,
    now: DateTime<Utc>,
) -> Result<()> {
    let apply_intent =
        |id: &str| ingest::ingest_object(deps, &ProviderObject::Intent(id.to_owned()), &[]).map(drop);
    match payment.status {
        PaymentStatus::Creating | PaymentStatus::TimedOut => {
            let intents = recent_intents
                .ok_or_else(|| GatewayError::Unavailable("could not list its intents".into()))?;
            match intents
                .iter()
                .find(|intent| intent.identity().must_match_payment(payment, &deps.installation).is_ok())
            {
                Some(intent) => apply_intent(&intent.id),
                None if now - payment.created_at > NEVER_CREATED => {
                    cancel_payment_without_intent(deps, payment)
                }
                None => Ok(()),
            }
        }
        PaymentStatus::Open => apply_intent(payment.provider_intent_id.as_deref().ok_or(Error::NotFound)?),
        PaymentStatus::Cancelled
        | PaymentStatus::Settled
        | PaymentStatus::RefundDue
        | PaymentStatus::Refunded
        | PaymentStatus::ChargedBack => Ok(()),
    }
}

/// Cancels a payment that has no intent at the provider, unless a late retry has created the intent in the meantime.
fn cancel_payment_without_intent(deps: &Deps, payment: &Payment) -> Result<()> {
    in_transaction(&*deps.database, |store| {
        store.lock_payable_item(payment.payable)?;
        match store.lock_payment(payment.id)?.filter(has_no_intent) {
            Some(mut stored) => mark_canceled(deps, store, &mut stored),
            None => Ok(()),
        }
    })
}

/// Marks a payment as just checked, so that the next run checks other payments first.
fn mark_checked(deps: &Deps, payment: &Payment) -> Result<()> {
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
