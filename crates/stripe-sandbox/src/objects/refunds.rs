//! Refunds: whole or in part, at once or pending first.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::call::render;
use crate::delivery::events;
use crate::memory::faults::FaultKind;
use crate::memory::ids;
use crate::memory::state::{Charge, Refund, RefundStatus};
use crate::memory::world::Tx;
use crate::objects::cards::{Refunding, TestCard};
use crate::objects::intents;

const REASONS: &[&str] = &["duplicate", "fraudulent", "requested_by_customer"];

/// `POST /v1/refunds`.
pub(crate) fn create(tx: &mut Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    params.only(&["amount", "charge", "payment_intent", "reason", "metadata", "expand"])?;
    if let Some(reason) = params.text(&["reason"])
        && !REASONS.contains(&reason)
    {
        return Err(ApiError::parameter("parameter_invalid", "reason", format!("Invalid reason: {reason}")));
    }
    let mut charge = charge_of(tx, params)?;
    let amount = amount(&charge, params)?;
    let intent = tx.intent(&charge.intent)?;
    let metadata = intents::metadata(params, BTreeMap::new())?;
    let (status, later) = course(tx, &charge);
    let refund = Refund {
        id: ids::new("re_"),
        seq: tx.state().next(),
        charge: charge.id.clone(),
        intent: intent.id,
        created: ids::now(),
        amount,
        currency: intent.currency,
        reason: params.text(&["reason"]).map(str::to_owned),
        metadata,
        status,
        failure_reason: None,
        settles: later.zip(tx.settles_at()).map(|(to, at)| (at, to)),
    };
    charge.refunded += amount;
    tx.put_refund(&refund);
    tx.put_charge(&charge);
    let value = render::refund(&refund);
    tx.emit("refund.created", value.clone());
    let charge = render::charge(&tx.world.state, &charge);
    tx.emit("charge.refunded", charge);
    Ok(value)
}

fn charge_of(tx: &Tx<'_>, params: &Params) -> Result<Charge, ApiError> {
    let charge = match (params.text(&["charge"]), params.text(&["payment_intent"])) {
        (Some(charge), _) => tx.charge(charge)?,
        (None, Some(intent)) => match tx.intent(intent)?.latest_charge {
            Some(charge) => tx.charge(&charge)?,
            None => return Err(no_charge(intent)),
        },
        (None, None) => {
            return Err(ApiError::parameter(
                "parameter_missing",
                "payment_intent",
                "One of the following params should be provided for this request: payment_intent or charge.",
            ));
        }
    };
    if charge.succeeded { Ok(charge) } else { Err(no_charge(&charge.intent)) }
}

fn no_charge(intent: &str) -> ApiError {
    let mut error = ApiError::parameter(
        "payment_intent_unexpected_state",
        "payment_intent",
        format!("This PaymentIntent ({intent}) does not have a successful charge to refund."),
    );
    error.executed = true;
    error
}

fn amount(charge: &Charge, params: &Params) -> Result<i64, ApiError> {
    let left = charge.amount - charge.refunded;
    if left == 0 {
        return Err(ApiError::unexpected_state(
            "charge_already_refunded",
            format!("Charge {} has already been refunded.", charge.id),
        ));
    }
    match params.integer(&["amount"])? {
        None => Ok(left),
        Some(amount) if amount < 1 => {
            Err(ApiError::parameter("parameter_invalid_integer", "amount", "Invalid positive integer"))
        }
        Some(amount) if amount > left => {
            let mut error = ApiError::invalid(format!(
                "Refund amount ({amount}) is greater than unrefunded amount on charge ({left})"
            ))
            .param("amount");
            error.executed = true;
            Err(error)
        }
        Some(amount) => Ok(amount),
    }
}

/// How the refund begins, and what it comes to later, by the faults that are on or by the card.
fn course(tx: &mut Tx<'_>, charge: &Charge) -> (RefundStatus, Option<RefundStatus>) {
    use RefundStatus::{Failed, Pending, Succeeded};
    if tx.world.faults.take(&FaultKind::RefundPending) {
        return (Pending, Some(Succeeded));
    }
    if tx.world.faults.take(&FaultKind::RefundFailing) {
        return (Pending, Some(Failed));
    }
    let method = tx.world.state.methods.get(&charge.method);
    let card = method.and_then(|method| method.card.as_deref()).and_then(TestCard::by_name);
    match card.map(|card| card.refunding) {
        Some(Refunding::Pending) => (Pending, Some(Succeeded)),
        Some(Refunding::FailsLater) => (Succeeded, Some(Failed)),
        _ => (Succeeded, None),
    }
}

/// `GET /v1/refunds/{id}`.
pub(crate) fn retrieve(tx: &Tx<'_>, id: &str) -> Result<Value, ApiError> {
    Ok(render::refund(&tx.refund(id)?))
}

/// `POST /v1/refunds/{id}`: its metadata.
pub(crate) fn update(tx: &mut Tx<'_>, id: &str, params: &Params) -> Result<Value, ApiError> {
    params.only(&["metadata", "expand"])?;
    let mut refund = tx.refund(id)?;
    let before = refund.metadata.clone();
    refund.metadata = intents::metadata(params, refund.metadata)?;
    tx.put_refund(&refund);
    updated(tx, &refund, json!({ "metadata": before }));
    Ok(render::refund(&refund))
}

/// Settles a refund that is pending, or fails one that had succeeded.
pub(crate) fn settle(tx: &mut Tx<'_>, id: &str, to: RefundStatus) -> Result<Value, ApiError> {
    let mut refund = tx.refund(id)?;
    let before = render::refund(&refund);
    let possible = match to {
        RefundStatus::Succeeded => refund.status == RefundStatus::Pending,
        RefundStatus::Failed => refund.status != RefundStatus::Failed,
        RefundStatus::Pending => false,
    };
    if !possible {
        return Err(ApiError::unexpected_state("refund_unexpected_state", "The refund cannot settle so."));
    }
    refund.status = to;
    refund.settles = None;
    if to == RefundStatus::Failed {
        refund.failure_reason = Some("lost_or_stolen_card".to_owned());
        let mut charge = tx.charge(&refund.charge)?;
        charge.refunded -= refund.amount;
        tx.put_charge(&charge);
    }
    tx.put_refund(&refund);
    updated(tx, &refund, json!({ "status": before.get("status") }));
    let value = render::refund(&refund);
    if to == RefundStatus::Failed {
        tx.emit("refund.failed", value.clone());
    }
    Ok(value)
}

fn updated(tx: &mut Tx<'_>, refund: &Refund, previous: Value) {
    let value = render::refund(refund);
    events::emit(tx, "refund.updated", value.clone(), Some(previous.clone()));
    events::emit(tx, "charge.refund.updated", value, Some(previous));
}
