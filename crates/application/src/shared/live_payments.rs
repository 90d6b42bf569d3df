//! Live payments of an item that changes: what changes it has their intents called off, by a job in its own transaction.

use std::collections::BTreeMap;

use domain::shared::job::JobKind;
use domain::shared::payable::Payable;
use ports::shared::jobs::NewJob;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;

/// Under this name the job's payload holds the payment.
pub(crate) const PAYMENT: &str = "payment";

/// Has the live payments of an item (locked by the caller) called off at the provider: the item's own, and a ticket's lawyer's.
///
/// # Errors
/// Only the database's.
pub fn call_off(deps: &Deps, store: &mut dyn Store, item: Payable) -> Result<()> {
    let lawyer = match item {
        Payable::Ticket(ticket) | Payable::Lawyer(ticket) => Some(Payable::Lawyer(ticket)),
        Payable::Parking(_) | Payable::Toll(_) => None,
    };
    let now = deps.clock.now();
    for payable in [Some(item), lawyer.filter(|lawyer| *lawyer != item)].into_iter().flatten() {
        let Some(payment) = store.lock_live_payment(payable)? else { continue };
        store.enqueue(&NewJob {
            kind: JobKind::CallOffIntent,
            payload: BTreeMap::from([(PAYMENT.to_owned(), payment.id.to_string())]),
            run_at: now,
            dedupe_key: None,
        })?;
    }
    Ok(())
}
