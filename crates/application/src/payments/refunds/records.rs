//! Refunds in the database: adding them, listing them for staff, and changing their status.

use domain::payments::payment::Payment;
use domain::payments::refund::{Refund, RefundEvent, RefundPayer, RefundReason, RefundStatus};
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::payments::refunds::NewRefund;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::queued_emails::{RefundNotice, email_refund_notice};

/// Stores a new refund and emails the driver. The caller must have locked the payment.
pub fn insert_refund(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    amount: Money,
    decision: RefundDecision,
) -> Result<Refund> {
    let refund = store_refund(deps, store, payment, amount, decision)?;
    email_driver(deps, store, &refund)?;
    Ok(refund)
}

/// Emails the driver the amount of a refund, its reason, and whether the money goes to the card.
pub(in crate::payments) fn email_driver(deps: &Deps, store: &mut dyn Store, refund: &Refund) -> Result<()> {
    let reason = refund.note.clone().unwrap_or_else(|| refund.reason.sentence().to_owned());
    email_refund_notice(
        deps,
        store,
        RefundNotice {
            payment: refund.payment_id,
            amount: refund.amount,
            reason,
            is_paid_otherwise: refund.status == RefundStatus::PaidOtherwise,
        },
    )
}

/// Stores a refund that staff must handle. It has the status refused and isn't requested from the
/// provider. Staff then refund the money to the card or another way. The driver gets no email. The
/// caller must have locked the payment.
pub(in crate::payments) fn insert_refund_for_staff(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    amount: Money,
    reason: RefundReason,
) -> Result<()> {
    let mut listed = store_refund(deps, store, payment, amount, RefundDecision::automatic(reason))?;
    change_refund(deps, store, &mut listed, RefundEvent::LeftToStaff, RefundStatus::Refused)
}

/// Stores a new refund, without emailing the driver.
fn store_refund(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    amount: Money,
    decision: RefundDecision,
) -> Result<Refund> {
    Ok(store.insert_refund(&NewRefund {
        payment_id: payment.id,
        amount,
        reason: decision.reason,
        note: decision.note,
        requested_by: decision.by,
        idempotency_key: deps.tokens.new_idempotency_key(),
        created_at: deps.clock.now(),
        guarantee_payer: decision.guarantee_payer,
    })?)
}

/// The reason for a refund, and the staff member who decided on the refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundDecision {
    /// Why the payment is refunded, as one of the known reasons.
    pub reason: RefundReason,
    /// The reason in staff's own words, for the driver; `None` if staff wrote none.
    pub note: Option<String>,
    /// The staff member who decided on the refund; `None` for an automatic refund.
    pub by: Option<UserId>,
    /// Whether the operator or the lawyer bears a refund under the guarantee. `None`
    /// for all other refunds.
    pub guarantee_payer: Option<RefundPayer>,
}

impl RefundDecision {
    /// Returns the decision for an automatic refund.
    pub const fn automatic(reason: RefundReason) -> Self {
        Self { reason, note: None, by: None, guarantee_payer: None }
    }

    /// Returns the decision for a refund that replaces `replaced`: the same reason, note, staff member and payer.
    pub fn replacing(replaced: Refund) -> Self {
        let Refund { reason, note, requested_by, guarantee_payer, .. } = replaced;
        Self { reason, note, by: requested_by, guarantee_payer }
    }
}

/// Changes a refund's status and stores it.
///
/// # Errors
/// [`Error::Defect`] if the event can't change the refund's current status to the new one.
pub(in crate::payments) fn change_refund(
    deps: &Deps,
    store: &mut dyn Store,
    refund: &mut Refund,
    event: RefundEvent,
    new_status: RefundStatus,
) -> Result<()> {
    refund.status =
        refund.status.change_to(event, new_status).map_err(|error| Error::Defect(Box::new(error)))?;
    refund.updated_at = deps.clock.now();
    refund.completed_at = new_status.has_reached_driver().then_some(refund.updated_at);
    Ok(store.update_refund(refund)?)
}
