//! Settles payments, refunds, disputes and payouts after a set time, without a test's control request.

use crate::call::errors::ApiError;
use crate::memory::ids;
use crate::memory::money::{DisputeStatus, PayoutStatus};
use crate::memory::records::{IntentStatus, RefundStatus};
use crate::memory::state::State;
use crate::memory::world::{Call, Shared, Tx};
use crate::objects::confirm;
use crate::objects::disputes;
use crate::objects::payouts;
use crate::objects::refunds;

/// The id of an object that will settle by itself, and the new status of a refund or a dispute.
enum Due {
    Payment(String),
    Refund(String, RefundStatus),
    Dispute(String, DisputeStatus),
    Payout(String),
}

/// Returns when the next object settles by itself, in milliseconds since 1970, or `None` if no object will.
pub(crate) fn next_settling_time(state: &State) -> Option<i64> {
    pending_settlements(state).into_iter().map(|(at, _)| at).min()
}

/// Settles all objects that are due to settle by themselves.
pub(crate) fn settle_due(shared: &Shared) {
    let now = ids::now_ms();
    if shared.world().next_settlement_at.is_none_or(|at| at > now) {
        return;
    }
    let _ = shared.transact(Call::default(), |tx| {
        let due = pending_settlements(&tx.world.state).into_iter().filter(|(at, _)| *at <= now);
        for (_, one) in &due.collect::<Vec<_>>() {
            if let Err(error) = settle(tx, one) {
                tracing::warn!(message = %error.message, "could not settle an object");
                stop_settling(tx.state(), one);
            }
        }
        tx.world.next_settlement_at = next_settling_time(&tx.world.state);
    });
}

/// Returns every object that will settle by itself, and when, in milliseconds since 1970.
fn pending_settlements(state: &State) -> Vec<(i64, Due)> {
    let payments = state.intents.values().filter(|intent| intent.status == IntentStatus::Processing);
    let payments = payments.filter_map(|intent| Some((intent.settles_at?, Due::Payment(intent.id.clone()))));
    let refunds = state.refunds.values().filter_map(|refund| {
        let (at, to) = refund.settles?;
        Some((at, Due::Refund(refund.id.clone(), to)))
    });
    let disputes = state.disputes.values().filter_map(|dispute| {
        let (at, to) = dispute.next_change()?;
        Some((at, Due::Dispute(dispute.id.clone(), to)))
    });
    let payouts = state.payouts.values();
    let payouts = payouts.filter_map(|payout| Some((payout.settles_at?, Due::Payout(payout.id.clone()))));
    payments.chain(refunds).chain(disputes).chain(payouts).collect()
}

/// Settles one object that is due.
fn settle(tx: &mut Tx<'_>, due: &Due) -> Result<(), ApiError> {
    match due {
        Due::Payment(id) => confirm::settle_intent(tx, id, true).map(drop),
        Due::Refund(id, to) => refunds::settle_refund(tx, id, *to).map(drop),
        Due::Dispute(id, to) => disputes::settle_dispute(tx, id, *to).map(drop),
        Due::Payout(id) => payouts::settle_payout(tx, id, PayoutStatus::Paid).map(drop),
    }
}

/// Stops trying to settle an object whose settlement failed.
fn stop_settling(state: &mut State, due: &Due) {
    match due {
        Due::Payment(id) => {
            if let Some(intent) = state.intents.get_mut(id) {
                intent.settles_at = None;
            }
        }
        Due::Refund(id, _) => {
            if let Some(refund) = state.refunds.get_mut(id) {
                refund.settles = None;
            }
        }
        Due::Dispute(id, _) => {
            if let Some(dispute) = state.disputes.get_mut(id) {
                dispute.settles = None;
                dispute.due_by = i64::MAX;
            }
        }
        Due::Payout(id) => {
            if let Some(payout) = state.payouts.get_mut(id) {
                payout.settles_at = None;
            }
        }
    }
}
