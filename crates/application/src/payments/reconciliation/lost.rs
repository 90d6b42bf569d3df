//! Lost payments: payments of this installation that succeeded at the provider but aren't in the
//! database, usually because an older backup was restored (docs/product/payments.md#lost-payments).

use chrono::TimeDelta;
use domain::payments::ownership::Mismatch;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use ports::payments::gateway::Intent;
use ports::payments::lost::LostPayment;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;
use crate::payments::settlement::report_orphan;
use crate::shared::live_payments;

/// Maximum difference between the provider's clock and ours. The provider's times are whole seconds.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::minutes(1);

/// Returns the lost payment that an intent belongs to, if any. After a backup is restored, new
/// records get ids that lost records had. So payments are compared by their random confirmation
/// number, and the driver's account must be older than the intent.
pub(super) fn lost_payment(
    deps: &Deps,
    store: &mut dyn Store,
    intent: &Intent,
) -> Result<Option<LostPayment>> {
    let Some(labelled) = intent.identity().labeled_payment(&deps.installation) else { return Ok(None) };
    let number = labelled.confirmation_number.as_str();
    if store.has_payment_numbered(number)? {
        return Ok(None);
    }
    let latest_sign_up = intent.created_at + CLOCKS_DIFFER;
    let driver = store.user(labelled.user_id)?.filter(|user| user.created_at <= latest_sign_up);
    let Some(driver) = driver else { return Ok(None) };
    Ok(Some(LostPayment {
        intent_id: intent.id.clone(),
        amount: intent.amount_received,
        confirmation_number: number.to_owned(),
        user_id: driver.id,
        item: find_item_of_driver(store, labelled.item, driver.id)?,
        started_at: intent.created_at,
        seen_at: deps.clock.now(),
    }))
}

/// Returns `item` if it is still on the record of `driver`.
pub(in crate::payments) fn find_item_of_driver(
    store: &mut dyn Store,
    item: Option<Payable>,
    driver: UserId,
) -> Result<Option<Payable>> {
    let Some(payable) = item else { return Ok(None) };
    let found = store.payable_item(payable)?.filter(|item| item.user_id == driver);
    Ok(found.map(|_| payable))
}

/// Stores a succeeded intent that matches no payment. If the intent belongs to a lost payment, the item's open payments
/// are canceled, and the item can't be paid until staff decide. `mismatch` says why no payment matches.
pub(super) fn record_unmatched(
    deps: &Deps,
    store: &mut dyn Store,
    intent: &Intent,
    mismatch: Mismatch,
) -> Result<()> {
    let lost = lost_payment(deps, store, intent)?;
    let item = lost.as_ref().and_then(|lost| lost.item).map(item_to_lock);
    // If the driver starts to pay the item at the same time, the driver's call waits for this lock
    // and is then refused.
    if let Some(item) = item {
        store.lock_payable_item(item)?;
    }
    report_orphan(deps, store, intent, mismatch)?;
    let Some(lost) = lost else { return Ok(()) };
    if store.store_lost_payment_if_new(&lost)? {
        tracing::error!(
            intent = lost.intent_id,
            "the provider has a payment of this installation that the database lacks"
        );
        if let Some(item) = item {
            live_payments::cancel_open_payments(deps, store, item)?;
        }
    }
    Ok(())
}

/// Returns the item to lock for a payment. Payments for a ticket and for the ticket's lawyer both
/// lock the ticket, so that a driver can't make both at the same time.
fn item_to_lock(item: Payable) -> Payable {
    match item {
        Payable::Lawyer(ticket) => Payable::Ticket(ticket),
        Payable::Ticket(_) | Payable::Parking(_) | Payable::Toll(_) => item,
    }
}
