//! Full and partial refunds of charges. Most refunds succeed immediately. Some refunds are pending first, or
//! fail.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::delivery::events;
use crate::memory::faults::FaultKind;
use crate::memory::ids;
use crate::memory::records::{Charge, Refund, RefundStatus};
use crate::memory::world::Tx;
use crate::objects::balance;
use crate::objects::cards::{LaterEvent, TestCard};
use crate::objects::checks;
use crate::objects::disputes;
use crate::shapes;

const REASONS: &[&str] = &["duplicate", "fraudulent", "requested_by_customer"];

/// `POST /v1/refunds`: refunds all or part of a charge.
pub(crate) fn create_refund(tx: &mut Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    params.refuse_unknown(&["amount", "charge", "payment_intent", "reason", "metadata", "expand"])?;
    if let Some(reason) = params.text(&["reason"])
        && !REASONS.contains(&reason)
    {
        return Err(ApiError::parameter("parameter_invalid", "reason", format!("Invalid reason: {reason}")));
    }
    let mut charge = find_charge(tx, params)?;
    let amount = refund_amount(tx, &charge, params)?;
    let intent = tx.intent(&charge.intent)?;
    let metadata = checks::merge_metadata(params, BTreeMap::new())?;
    if tx.world.faults.take(&FaultKind::BalanceInsufficient) {
        return Err(ApiError::unexpected_state(
            "balance_insufficient",
            "Insufficient funds in your Stripe balance to refund this amount.",
        ));
    }
    let (status, later) = planned_statuses(tx, &charge);
    let mut refund = Refund {
        id: ids::new("re_"),
        seq: tx.state().next_seq(),
        charge: charge.id.clone(),
        intent: intent.id,
        created: ids::now(),
        amount,
        currency: intent.currency,
        reason: params.text(&["reason"]).map(str::to_owned),
        metadata,
        status,
        failure_reason: None,
        transaction: None,
        failure_transaction: None,
        settles: later.zip(tx.settles_at()).map(|(to, at)| (at, to)),
    };
    refund.transaction = Some(balance::record_refund(tx, &refund));
    charge.refunded += amount;
    tx.put_refund(&refund);
    tx.put_charge(&charge);
    let value = shapes::refunds::refund_json(&refund);
    events::record_event(tx, "refund.created", &value);
    let refunded = shapes::charges::charge_json(&tx.world.state, &charge);
    events::record_event(tx, "charge.refunded", &refunded);
    disputes::close_inquiries(tx, &charge)?;
    Ok(value)
}

/// Returns the charge to refund, which the parameter `charge` or `payment_intent` names. Refuses a charge that failed.
fn find_charge(tx: &Tx<'_>, params: &Params) -> Result<Charge, ApiError> {
    let charge = match (params.text(&["charge"]), params.text(&["payment_intent"])) {
        (Some(charge), _) => tx.charge(charge)?,
        (None, Some(intent)) => match tx.intent(intent)?.latest_charge {
            Some(charge) => tx.charge(&charge)?,
            None => return Err(no_charge_error(intent)),
        },
        (None, None) => {
            return Err(ApiError::parameter(
                "parameter_missing",
                "payment_intent",
                "One of the following params should be provided for this request: payment_intent or charge.",
            ));
        }
    };
    if charge.succeeded { Ok(charge) } else { Err(no_charge_error(&charge.intent)) }
}

/// Returns the error for an intent without a successful charge. `intent` is the intent's id.
fn no_charge_error(intent: &str) -> ApiError {
    let mut error = ApiError::parameter(
        "payment_intent_unexpected_state",
        "payment_intent",
        format!("This PaymentIntent ({intent}) does not have a successful charge to refund."),
    );
    error.executed = true;
    error
}

/// Returns the amount to refund, in cents: the parameter `amount` or, if it is absent, the whole unrefunded
/// amount. Refuses an amount below one cent or above the unrefunded amount, and a charge that was fully
/// refunded or charged back.
fn refund_amount(tx: &Tx<'_>, charge: &Charge, params: &Params) -> Result<i64, ApiError> {
    if tx.world.state.is_charged_back(charge) {
        return Err(ApiError::unexpected_state(
            "charge_disputed",
            format!("Charge {} has been charged back; cannot issue a refund.", charge.id),
        ));
    }
    let remaining = charge.unrefunded();
    if remaining == 0 {
        return Err(ApiError::unexpected_state(
            "charge_already_refunded",
            format!("Charge {} has already been refunded.", charge.id),
        ));
    }
    match params.integer(&["amount"])? {
        None => Ok(remaining),
        Some(amount) if amount < 1 => {
            Err(ApiError::parameter("parameter_invalid_integer", "amount", "Invalid positive integer"))
        }
        Some(amount) if amount > remaining => {
            let mut error = ApiError::invalid(format!(
                "Refund amount ({}) is greater than unrefunded amount on charge ({})",
                dollars(amount),
                dollars(remaining)
            ))
            .param("amount");
            error.executed = true;
            Err(error)
        }
        Some(amount) => Ok(amount),
    }
}

/// Formats an amount in cents for Stripe's error messages.
fn dollars(cents: i64) -> String {
    format!("${}.{:02}", cents / 100, cents % 100)
}

/// Returns the first status of a refund, and the status that the refund gets later, if any. Active faults and
/// the test card decide.
fn planned_statuses(tx: &mut Tx<'_>, charge: &Charge) -> (RefundStatus, Option<RefundStatus>) {
    use RefundStatus::{Failed, Pending, Succeeded};
    if tx.world.faults.take(&FaultKind::RefundPending) {
        return (Pending, Some(Succeeded));
    }
    if tx.world.faults.take(&FaultKind::RefundFailing) {
        return (Pending, Some(Failed));
    }
    let method = tx.world.state.methods.get(&charge.method);
    let card = method.and_then(|method| method.card.as_deref()).and_then(TestCard::by_name);
    match card.map(|card| card.later) {
        Some(LaterEvent::RefundPending) => (Pending, Some(Succeeded)),
        Some(LaterEvent::RefundFails) => (Succeeded, Some(Failed)),
        _ => (Succeeded, None),
    }
}

/// `GET /v1/refunds/{id}`: reads one refund.
pub(crate) fn retrieve_refund(tx: &Tx<'_>, id: &str) -> Result<Value, ApiError> {
    Ok(shapes::refunds::refund_json(&tx.refund(id)?))
}

/// `POST /v1/refunds/{id}`: updates a refund's metadata.
pub(crate) fn update_refund(tx: &mut Tx<'_>, id: &str, params: &Params) -> Result<Value, ApiError> {
    params.refuse_unknown(&["metadata", "expand"])?;
    let mut refund = tx.refund(id)?;
    let before = refund.metadata.clone();
    refund.metadata = checks::merge_metadata(params, refund.metadata)?;
    tx.put_refund(&refund);
    record_update(tx, &refund, json!({ "metadata": before }));
    Ok(shapes::refunds::refund_json(&refund))
}

/// Changes a refund's status to `new_status`: a pending refund succeeds or fails, or a refund
/// that had succeeded fails.
pub(crate) fn settle_refund(tx: &mut Tx<'_>, id: &str, new_status: RefundStatus) -> Result<Value, ApiError> {
    let mut refund = tx.refund(id)?;
    let before = shapes::refunds::refund_json(&refund);
    let possible = match new_status {
        RefundStatus::Succeeded => refund.status == RefundStatus::Pending,
        RefundStatus::Failed => refund.status != RefundStatus::Failed,
        RefundStatus::Pending => false,
    };
    if !possible {
        return Err(ApiError::unexpected_state(
            "refund_unexpected_state",
            "The refund can't get this status.",
        ));
    }
    refund.status = new_status;
    refund.settles = None;
    if new_status == RefundStatus::Failed {
        refund.failure_reason = Some("lost_or_stolen_card".to_owned());
        refund.failure_transaction = Some(balance::record_refund_failure(tx, &refund));
        let mut charge = tx.charge(&refund.charge)?;
        charge.refunded -= refund.amount;
        tx.put_charge(&charge);
    }
    tx.put_refund(&refund);
    record_update(tx, &refund, json!({ "status": before.get("status") }));
    let value = shapes::refunds::refund_json(&refund);
    if new_status == RefundStatus::Failed {
        events::record_event(tx, "refund.failed", &value);
    }
    Ok(value)
}

/// Records the events about a changed refund. `previous` has the old values of the changed fields.
fn record_update(tx: &mut Tx<'_>, refund: &Refund, previous: Value) {
    let value = shapes::refunds::refund_json(refund);
    events::record_change_event(tx, "refund.updated", &value, previous.clone());
    events::record_change_event(tx, "charge.refund.updated", &value, previous);
}
