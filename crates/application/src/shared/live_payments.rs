//! Live payments of an item that changes: what changes it has their intents called off, by a job in its own transaction.

use std::collections::BTreeMap;

use domain::shared::ids::PaymentId;
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
    for payable in [Some(item), lawyer.filter(|lawyer| *lawyer != item)].into_iter().flatten() {
        let Some(payment) = store.lock_live_payment(payable)? else { continue };
        call_off_payment(deps, store, payment.id)?;
    }
    Ok(())
}

/// Cancels the live payment that a settled one makes pointless: for a ticket its lawyer's, and for a lawyer the ticket's. A driver who
/// confirmed paying the ticket despite its lawyer may do so.
///
/// # Errors
/// Only the database's.
pub fn call_off_rival(deps: &Deps, store: &mut dyn Store, settled: Payable) -> Result<()> {
    let rival = match settled {
        Payable::Ticket(ticket) => Payable::Lawyer(ticket),
        Payable::Lawyer(ticket) => Payable::Ticket(ticket),
        Payable::Parking(_) | Payable::Toll(_) => return Ok(()),
    };
    let Some(payment) = store.lock_live_payment(rival)? else { return Ok(()) };
    if matches!(rival, Payable::Ticket(_)) && store.despite_lawyer(payment.id)? != Some(false) {
        return Ok(());
    }
    call_off_payment(deps, store, payment.id)
}

/// Has one payment called off at the provider.
///
/// # Errors
/// Only the database's.
pub fn call_off_payment(deps: &Deps, store: &mut dyn Store, payment: PaymentId) -> Result<()> {
    store.enqueue(&NewJob {
        kind: JobKind::CallOffIntent,
        payload: BTreeMap::from([(PAYMENT.to_owned(), payment.to_string())]),
        run_at: deps.clock.now(),
        dedupe_key: None,
    })?;
    Ok(())
}
