//! Background work on obligations. Adds missing obligations, marks an obligation as accepted if the city's
//! data shows its item as paid, and emails drivers about late obligations.

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

/// Maximum number of obligations of each kind, accepted and late, that one call of [`check_obligations`] handles.
const BATCH: i64 = 200;
/// Maximum number of transactions that one call of [`add_missing_obligations`] checks.
const MAX_CHECKED: i64 = 1000;
/// Maximum age of a transaction whose driver is emailed that the money is late. Older transactions
/// may have been sent under an earlier release, which had no remittances.
const KNOWN_FOR: TimeDelta = TimeDelta::days(2);

/// Adds the obligation for a payment that was just settled, because its money must be
/// sent to the authority.
pub(in crate::payments) fn add_obligation(
    store: &mut dyn Store,
    payment: &Payment,
    charged_at: DateTime<Utc>,
) -> Result<()> {
    store_obligation(store, payment.id, payment.payable, (charged_at, false))
}

/// Adds obligations for payments that an earlier release, which had no remittances, settled. Starts
/// after the transaction `after`. Returns the last transaction that was checked; `after` if none
/// was left to check.
pub fn add_missing_obligations(deps: &Deps, after: TransactionId) -> Result<TransactionId> {
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let mut last = after;
        for one in store.transactions_without_obligation(after, MAX_CHECKED)? {
            let is_old = now - one.charged_at > KNOWN_FOR;
            store_obligation(store, one.payment_id, one.payable, (one.charged_at, is_old))?;
            last = one.id;
        }
        Ok(last)
    })
}

/// Marks obligations as accepted if the city's data shows that the item is paid, and emails drivers about
/// late obligations. Returns the number of accepted and late obligations.
pub fn check_obligations(deps: &Deps) -> Result<usize> {
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let settled = store.payments_settled_at_source(BATCH)?;
        let mut inside = Vec::new();
        for (payment, on) in &settled {
            let remittance = store.obligation((*payment).into(), now)?.and_then(|one| one.remittance_id);
            inside.extend(remittance.map(|remittance| (remittance, *payment, *on)));
        }
        // Remittances are locked by ascending id and before their obligations, as in a merge of
        // authorities, to avoid deadlocks.
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

/// Stores the obligation for a payment, if there is none yet. With `is_late_notified`, the
/// obligation counts as already notified, so the driver gets no email that the money is late.
fn store_obligation(
    store: &mut dyn Store,
    payment_id: PaymentId,
    payable: Payable,
    (charged_at, is_late_notified): (DateTime<Utc>, bool),
) -> Result<()> {
    let issuer = store.issuer_of(payable)?;
    let send_by = send_by(charged_at, BUSINESS_ZONE);
    Ok(store.store_obligation_if_new(&NewObligation {
        payment_id,
        issuer,
        charged_at,
        send_by,
        is_late_notified,
    })?)
}
