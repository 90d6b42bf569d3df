//! Cancellation of an item's open payments when the item changes. The transaction that changes the item adds
//! a job, and the job cancels the intent at the provider.

use std::collections::BTreeMap;

use domain::shared::ids::PaymentId;
use domain::shared::job::JobKind;
use domain::shared::payable::Payable;
use ports::shared::jobs::NewJob;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;

/// The field of the job's payload that has the payment's id.
pub(crate) const PAYMENT: &str = "payment";

/// Adds jobs that cancel an item's open payments at the provider. For a ticket, this includes an
/// open payment for its lawyer. The caller must have locked the item.
pub fn cancel_open_payments(deps: &Deps, store: &mut dyn Store, item: Payable) -> Result<()> {
    let lawyer = match item {
        Payable::Ticket(ticket) | Payable::Lawyer(ticket) => Some(Payable::Lawyer(ticket)),
        Payable::Parking(_) | Payable::Toll(_) => None,
    };
    for payable in [Some(item), lawyer.filter(|lawyer| *lawyer != item)].into_iter().flatten() {
        let Some(payment) = store.lock_live_payment(payable)? else { continue };
        cancel_payment(deps, store, payment.id)?;
    }
    Ok(())
}

/// Cancels the open payment that a settled payment makes unnecessary. Paying a ticket cancels an
/// open payment for its lawyer. Paying for a lawyer cancels an open payment for the ticket, unless
/// the driver confirmed paying despite the lawyer, or it is unknown whether the driver confirmed.
pub fn cancel_rival_payment(deps: &Deps, store: &mut dyn Store, settled: Payable) -> Result<()> {
    let rival = match settled {
        Payable::Ticket(ticket) => Payable::Lawyer(ticket),
        Payable::Lawyer(ticket) => Payable::Ticket(ticket),
        Payable::Parking(_) | Payable::Toll(_) => return Ok(()),
    };
    let Some(payment) = store.lock_live_payment(rival)? else { return Ok(()) };
    if matches!(rival, Payable::Ticket(_)) && store.was_paid_despite_lawyer(payment.id)? != Some(false) {
        return Ok(());
    }
    cancel_payment(deps, store, payment.id)
}

/// Adds a job that cancels one payment at the provider.
pub fn cancel_payment(deps: &Deps, store: &mut dyn Store, payment: PaymentId) -> Result<()> {
    store.enqueue(&NewJob {
        kind: JobKind::CancelIntent,
        payload: BTreeMap::from([(PAYMENT.to_owned(), payment.to_string())]),
        run_at: deps.clock.now(),
        dedupe_key: None,
    })?;
    Ok(())
}
