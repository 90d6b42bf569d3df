//! Marks items as paid (`PATCH {isPaid}`). For a driver, the item must have a succeeded payment.
//! Staff can also mark an item as paid without a payment (docs/product/payments.md#paid-by-hand).

use domain::shared::payable::Payable;
use ports::store::{in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::added::unconfirmed::must_be_confirmed;
use crate::driving_record::filing::marked_paid_entry;
use crate::error::{Error, Result};
use crate::payments::confirm_payment::refresh_payment;
use crate::payments::settlement::PaymentOutcome;
use crate::shared::live_payments;

/// Marks an item as paid. Repeated calls change nothing.
///
/// # Errors
/// [`Error::NotFound`] if the item is another driver's; [`Error::Forbidden`] for lawyers; [`Error::NotPaid`]
/// for a driver without a succeeded payment; [`Error::PaymentProcessing`] while the bank processes the
/// driver's payment; [`Error::BeingChecked`] if staff haven't confirmed the item; [`Error::MoneyGoesBack`] if
/// the payment is refunded; [`Error::GatewayDown`] if the provider doesn't respond.
pub fn mark_paid(deps: &Deps, actor: &Actor, payable: Payable) -> Result<()> {
    let item = with_store(&*deps.database, |store| {
        store.payable_item(payable).map_err(Error::from)?.ok_or(Error::NotFound)
    })?;
    actor.must_be_owner_or_staff(item.user_id)?;
    if item.is_paid {
        return Ok(());
    }
    if actor.is_admin() {
        mark_paid_by_hand(deps, actor, payable)
    } else {
        mark_paid_by_payment(deps, payable)
    }
}

/// Settles the item's open payment, which marks the item as paid.
fn mark_paid_by_payment(deps: &Deps, payable: Payable) -> Result<()> {
    let live = in_transaction(&*deps.database, |store| {
        store.lock_payable_item(payable)?;
        store.lock_live_payment(payable).map_err(Error::from)
    })?;
    match refresh_payment(deps, &live.ok_or(Error::NotPaid)?)? {
        PaymentOutcome::Transaction(_) => Ok(()),
        PaymentOutcome::ToRefund(reason) => Err(Error::MoneyGoesBack(reason)),
        PaymentOutcome::Hire(_) | PaymentOutcome::NotOurs => Err(Error::NotPaid),
    }
}

/// Marks an item as paid without a payment, for staff.
fn mark_paid_by_hand(deps: &Deps, actor: &Actor, payable: Payable) -> Result<()> {
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let item = store.lock_payable_item(payable)?.ok_or(Error::NotFound)?;
        if item.is_paid {
            return Ok(());
        }
        must_be_confirmed(store, payable)?;
        store.mark_item_paid(payable, now)?;
        live_payments::cancel_open_payments(deps, store, payable)?;
        store.audit(&marked_paid_entry(actor, payable, item.user_id, now))?;
        Ok(())
    })
}
