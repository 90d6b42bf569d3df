//! Refunds as they are stored: written down, listed for staff, and moved along their table.

use domain::payments::payment::Payment;
use domain::payments::refund::{Refund, RefundReason, RefundStatus};
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::payments::refunds::NewRefund;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::letters::{RefundTold, tell_of_refund};

/// Writes down a refund of a payment (locked by the caller), and emails the driver.
///
/// # Errors
/// Only the database's.
pub fn write_down(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    amount: Money,
    why: Why,
) -> Result<Refund> {
    let refund = insert(deps, store, payment, amount, why)?;
    tell_driver(deps, store, &refund)?;
    Ok(refund)
}

/// Emails a refund's driver about it.
///
/// # Errors
/// Only the database's.
pub(in crate::payments) fn tell_driver(deps: &Deps, store: &mut dyn Store, refund: &Refund) -> Result<()> {
    let reason = refund.note.clone().unwrap_or_else(|| refund.reason.sentence().to_owned());
    tell_of_refund(deps, store, RefundTold { payment: refund.payment_id, amount: refund.amount, reason })
}

/// Lists money of a payment (locked by the caller) for staff, who refund it or pay it another way. The provider isn't asked before,
/// and the driver isn't told.
///
/// # Errors
/// Only the database's.
pub(in crate::payments) fn list_for_staff(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    amount: Money,
    reason: RefundReason,
) -> Result<()> {
    let mut listed = insert(deps, store, payment, amount, Why::rule(reason))?;
    change(deps, store, &mut listed, RefundStatus::Refused)
}

fn insert(deps: &Deps, store: &mut dyn Store, payment: &Payment, amount: Money, why: Why) -> Result<Refund> {
    Ok(store.insert_refund(&NewRefund {
        payment_id: payment.id,
        amount,
        reason: why.reason,
        note: why.note,
        requested_by: why.by,
        idempotency_key: deps.tokens.idempotency_key(),
        created_at: deps.clock.now(),
    })?)
}

/// Why money goes back, and who says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The reason.
    pub reason: RefundReason,
    /// In the words of staff.
    pub note: Option<String>,
    /// Which of the staff.
    pub by: Option<UserId>,
}

impl Why {
    /// A rule of ours says so.
    pub const fn rule(reason: RefundReason) -> Self {
        Self { reason, note: None, by: None }
    }
}

/// Moves a refund along its transition table and stores it.
///
/// # Errors
/// A defect when the move is not in the table.
pub(in crate::payments) fn change(
    deps: &Deps,
    store: &mut dyn Store,
    refund: &mut Refund,
    to: RefundStatus,
) -> Result<()> {
    refund.status = refund.status.become_(to).map_err(|error| Error::Defect(Box::new(error)))?;
    refund.updated_at = deps.clock.now();
    refund.back_at = to.is_back().then_some(refund.updated_at);
    Ok(store.update_refund(refund)?)
}
