//! Background work on obligations: adding obligations for settled payments, marking obligations as accepted
//! if city data shows the item as paid, and emailing drivers about late obligations.

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::payment::Payment;
use domain::payments::remittances::obligation::send_by;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::{PaymentId, TransactionId};
use domain::shared::payable::Payable;
use ports::payments::remittances::NewObligation;
use ports::store::{Store, in_transaction};

use crate::deps::Deps;
use crate::error::Result;
use crate::payments::remittances::sending::accept;
use crate::shared::queued_emails::{QueuedEmail, enqueue};

/// Maximum number of accepted obligations, and maximum number of late obligations, that one run handles.
const BATCH: i64 = 200;
/// Maximum number of transactions that one call checks.
const NOTED_AT_ONCE: i64 = 1000;
/// Drivers of older transactions aren't notified that the money is late. Releases without
/// remittances may have sent it.
const KNOWN_FOR: TimeDelta = TimeDelta::days(2);

/// Adds the obligation of a newly settled payment to its authority.
pub(in crate::payments) fn add_obligation(
    store: &mut dyn Store,
    payment: &Payment,
    created_at: DateTime<Utc>,
) -> Result<()> {
    note(store, payment.id, payment.payable, (created_at, false))
}

/// Adds obligations of payments that a release without remittances settled. Returns the last transaction checked.
pub fn add_missing_obligations(deps: &Deps, after: TransactionId) -> Result<TransactionId> {
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let mut last = after;
        for one in store.transactions_without_obligation(after, NOTED_AT_ONCE)? {
            let is_old = now - one.charged_at > KNOWN_FOR;
            note(store, one.payment_id, one.payable, (one.charged_at, is_old))?;
            last = one.id;
        }
        Ok(last)
    })
}

/// Marks obligations as accepted if city data shows that the item is paid, and emails drivers about late
/// obligations. Returns the total number of obligations handled.
pub fn check_obligations(deps: &Deps) -> Result<usize> {
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let settled = store.settled_at_source(BATCH)?;
        let mut inside = Vec::new();
        for (payment, on) in &settled {
            let remittance = store.obligation((*payment).into(), now)?.and_then(|one| one.remittance_id);
            inside.extend(remittance.map(|remittance| (remittance, *payment, *on)));
        }
        // Remittances are locked in the order of their ids and before their obligations, as in a merge.
        inside.sort_unstable();
        for (remittance, ..) in &inside {
            store.lock_remittance(*remittance)?;
        }
        for (remittance, payment, on) in inside {
            accept(store, payment.into(), on)?;
            store.mark_accepted_if_complete(remittance, on)?;
        }
        let late = store.late_obligations_to_notify(now, BATCH)?;
        for one in &late {
            if store.mark_late_notified(one.payment_id, now)? {
                enqueue(deps, store, &QueuedEmail::NotSentYet(one.payment_id))?;
            }
        }
        Ok(settled.len() + late.len())
    })
}

fn note(
    store: &mut dyn Store,
    payment_id: PaymentId,
    payable: Payable,
    (charged_at, is_late_notified): (DateTime<Utc>, bool),
) -> Result<()> {
    let issuer = store.issuer_of(payable)?;
    let send_by = send_by(charged_at, BUSINESS_ZONE);
    Ok(store.record_obligation(&NewObligation {
        payment_id,
        issuer,
        charged_at,
        send_by,
        is_late_notified,
    })?)
}
