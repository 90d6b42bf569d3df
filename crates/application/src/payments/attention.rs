//! Money that needs attention: refunds under way or failed, and events that could not be read (docs/PRODUCT.md#money-that-needs-attention).

use domain::payments::payment::{Payment, PaymentStatus};
use domain::security::audit::AuditAction;
use domain::shared::ids::PaymentId;
use ports::back_office::queues::UnreadEvent;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::reconcile::pay_back;
use crate::shared::changes::Changes;

/// The most of each that anybody looks through.
const MOST: i64 = 200;

/// What staff should look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attention {
    /// Payments whose money should go back and is not there yet, the oldest first.
    pub refunds: Vec<Payment>,
    /// Events that nobody could read, the newest first.
    pub events: Vec<UnreadEvent>,
}

/// What staff should look at, at most 200 of each.
///
/// # Errors
/// [`Error::Forbidden`] for drivers.
pub fn attention(store: &mut dyn Store, actor: &Actor) -> Result<Attention> {
    actor.must_be_admin()?;
    Ok(Attention { refunds: store.refunds_under_way(MOST)?, events: store.unread_events(MOST)? })
}

/// Staff ask for a refund now, which reconciliation would ask for later. One that the provider has already is looked up, so that
/// money never goes back twice; a payment that needs no refund is answered as it is.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`], the provider's.
pub fn retry_refund(deps: &Deps, actor: &Actor, id: PaymentId) -> Result<Payment> {
    actor.must_be_admin()?;
    let payment = with_store(&*deps.database, |store| store.payment(id)?.ok_or(Error::NotFound))?;
    if !matches!(payment.status, PaymentStatus::RefundDue | PaymentStatus::RefundPending) {
        return Ok(payment);
    }
    in_transaction(&*deps.database, |store| {
        let mut trail = Changes::default();
        trail.add("refund", "", payment.amount_received.unwrap_or(payment.amount).to_string());
        trail.write(store, actor, AuditAction::RefundRetried, ("payment", id.0), deps.clock.now())
    })?;
    pay_back(deps, &payment)?;
    with_store(&*deps.database, |store| store.payment(id)?.ok_or(Error::NotFound))
}
