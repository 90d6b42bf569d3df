//! Disputes: a cardholder's bank takes a charge's money back, or first opens an inquiry. The merchant can submit
//! evidence before the bank decides.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::delivery::events;
use crate::memory::ids;
use crate::memory::money::{Dispute, DisputeStatus};
use crate::memory::records::Charge;
use crate::memory::world::Tx;
use crate::objects::balance;
use crate::objects::checks;
use crate::shapes;

const DAY: i64 = 24 * 60 * 60;
/// Number of days that a merchant has to submit evidence.
const DAYS_TO_ANSWER: i64 = 9;
/// Maximum length of one evidence field, in characters.
const MAX_TEXT: usize = 20_000;
/// Maximum length of all evidence fields together, in characters.
const MAX_EVIDENCE: usize = 150_000;
/// Reasons for which a bank can dispute a charge.
const REASONS: &[&str] = &[
    "bank_cannot_process",
    "check_returned",
    "credit_not_processed",
    "customer_initiated",
    "debit_not_authorized",
    "duplicate",
    "fraudulent",
    "general",
    "incorrect_account_details",
    "insufficient_funds",
    "noncompliant",
    "product_not_received",
    "product_unacceptable",
    "subscription_canceled",
    "unrecognized",
];

/// A bank's claim, for which the sandbox opens a dispute or an inquiry.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub reason: String,
    pub inquiry: bool,
    /// The disputed amount in cents. `None` means the part of the charge that wasn't refunded.
    pub amount: Option<i64>,
    /// Deadline for evidence, in seconds since 1970. `None` means the end of the day in UTC that is
    /// [`DAYS_TO_ANSWER`] days from now.
    pub due_by: Option<i64>,
}

/// Opens a dispute or an inquiry about a charge, as `claim` describes it. Refuses a charge that failed or was charged
/// back, and an amount above the charge's.
pub(crate) fn open_dispute(tx: &mut Tx<'_>, mut charge: Charge, claim: Claim) -> Result<Value, ApiError> {
    if !REASONS.contains(&claim.reason.as_str()) {
        return Err(ApiError::invalid(format!("Not a reason: {}", claim.reason)));
    }
    let amount = claim.amount.unwrap_or_else(|| charge.unrefunded());
    if !charge.succeeded || amount < 1 || amount > charge.amount || tx.world.state.is_charged_back(&charge) {
        return Err(ApiError::invalid("There is nothing to dispute on this charge."));
    }
    let intent = tx.intent(&charge.intent)?;
    let method = tx.method(&charge.method)?;
    let now = ids::now();
    let mut dispute = Dispute {
        id: ids::new("du_"),
        seq: tx.state().next_seq(),
        charge: charge.id.clone(),
        intent: intent.id,
        created: now,
        amount,
        currency: intent.currency,
        brand: method.brand,
        reason: claim.reason,
        status: if claim.inquiry {
            DisputeStatus::WarningNeedsResponse
        } else {
            DisputeStatus::NeedsResponse
        },
        evidence: BTreeMap::new(),
        due_by: claim.due_by.unwrap_or((now / DAY + 1 + DAYS_TO_ANSWER) * DAY - 1),
        submissions: 0,
        metadata: BTreeMap::new(),
        transactions: Vec::new(),
        settles: None,
    };
    charge.disputed = true;
    tx.put_charge(&charge);
    if !claim.inquiry {
        withdraw(tx, &mut dispute);
    }
    let value = store_dispute(tx, &dispute);
    events::record_event(tx, "charge.dispute.created", &value);
    if !claim.inquiry {
        events::record_event(tx, "charge.dispute.funds_withdrawn", &value);
    }
    Ok(value)
}

/// Takes a dispute's amount and its fee from the balance.
fn withdraw(tx: &mut Tx<'_>, dispute: &mut Dispute) {
    let withdrawal = balance::record_withdrawal(tx, dispute);
    dispute.transactions.insert(0, withdrawal);
}

/// Stores a dispute and returns it as JSON.
fn store_dispute(tx: &mut Tx<'_>, dispute: &Dispute) -> Value {
    tx.put_dispute(dispute);
    shapes::disputes::dispute_json(&tx.world.state, dispute)
}

/// `GET /v1/disputes/{id}`: reads one dispute.
pub(crate) fn retrieve_dispute(tx: &Tx<'_>, id: &str) -> Result<Value, ApiError> {
    Ok(shapes::disputes::dispute_json(&tx.world.state, &tx.dispute(id)?))
}

/// `POST /v1/disputes/{id}`: stores evidence and metadata. Submits the evidence to the bank if `submit` is
/// true, or if the request has evidence but no `submit`.
pub(crate) fn update_dispute(tx: &mut Tx<'_>, id: &str, params: &Params) -> Result<Value, ApiError> {
    params.refuse_unknown(&["evidence", "metadata", "submit", "expand"])?;
    let mut dispute = tx.dispute(id)?;
    let asked_to_submit = params.flag("submit")?;
    let submits = asked_to_submit || params.has("evidence") && !params.has("submit");
    let before = shapes::disputes::dispute_json(&tx.world.state, &dispute);
    let evidence = merge_evidence(params, dispute.evidence.clone())?;
    if (submits || params.has("evidence")) && !dispute.status.needs_response() {
        return Err(already_closed_error(&dispute));
    }
    dispute.evidence = evidence;
    dispute.metadata = checks::merge_metadata(params, dispute.metadata)?;
    if submits {
        submit(tx, &mut dispute);
    }
    let value = store_dispute(tx, &dispute);
    let mut previous = previous_values(&before, &value);
    if let Some(fields) = previous.as_object_mut() {
        fields.remove("balance_transactions");
    }
    events::record_change_event(tx, "charge.dispute.updated", &value, previous);
    Ok(value)
}

/// Merges a request's evidence into the existing evidence. An empty string removes a field.
fn merge_evidence(
    params: &Params,
    mut existing: BTreeMap<String, String>,
) -> Result<BTreeMap<String, String>, ApiError> {
    for (name, text) in params.map("evidence").unwrap_or_default() {
        let param = format!("evidence[{name}]");
        if shapes::disputes::FILES.contains(&name.as_str()) && !text.is_empty() {
            return Err(ApiError::not_found("file", &text, &param));
        }
        if !shapes::disputes::TEXTS.contains(&name.as_str()) {
            let message = format!("Received unknown parameter: {param}");
            return Err(ApiError::parameter("parameter_unknown", &param, message));
        }
        if text.chars().count() > MAX_TEXT {
            let message = format!("Invalid string: must be at most {MAX_TEXT} characters");
            return Err(ApiError::parameter("parameter_invalid", &param, message));
        }
        if text.is_empty() {
            existing.remove(&name);
        } else {
            existing.insert(name, text);
        }
    }
    if existing.values().map(|text| text.chars().count()).sum::<usize>() > MAX_EVIDENCE {
        let message = "The combined length of all evidence is at most 150,000 characters.";
        return Err(ApiError::parameter("parameter_invalid", "evidence", message));
    }
    Ok(existing)
}

/// Submits the evidence to the bank. As in Stripe's test mode, certain words in the field
/// `uncategorized_text` decide the outcome.
fn submit(tx: &Tx<'_>, dispute: &mut Dispute) {
    use DisputeStatus::{Lost, NeedsResponse, UnderReview, WarningClosed, WarningUnderReview, Won};
    let inquiry = dispute.status.is_inquiry();
    dispute.status = if inquiry { WarningUnderReview } else { UnderReview };
    dispute.submissions += 1;
    let text = dispute.evidence.get("uncategorized_text").map(String::as_str).unwrap_or_default();
    let says = |word: &str| text.contains(word);
    let to = if inquiry && says("escalate_inquiry_evidence") {
        Some(NeedsResponse)
    } else if says("winning_evidence") {
        Some(if inquiry { WarningClosed } else { Won })
    } else if says("losing_evidence") {
        Some(if inquiry { WarningClosed } else { Lost })
    } else {
        None
    };
    dispute.settles = to.zip(tx.settles_at()).map(|(to, at)| (at, to));
}

/// `POST /v1/disputes/{id}/close`: accepts a dispute, or closes an inquiry. The accepted dispute is lost.
pub(crate) fn close_dispute(tx: &mut Tx<'_>, id: &str, params: &Params) -> Result<Value, ApiError> {
    params.refuse_unknown(&["expand"])?;
    let dispute = tx.dispute(id)?;
    if !dispute.status.needs_response() {
        return Err(already_closed_error(&dispute));
    }
    settle_dispute(tx, id, dispute.status.status_without_evidence())
}

/// Returns the error for a request that the dispute's status doesn't allow.
fn already_closed_error(dispute: &Dispute) -> ApiError {
    let status = dispute.status.as_str();
    let message = format!("This dispute has a status of {status}: it can no longer be answered or closed.");
    let mut error = ApiError::invalid(message);
    error.executed = true;
    error
}

/// Changes a dispute's status to `new_status`, adjusts the balance, and records events. Refuses a change
/// that a bank wouldn't make.
pub(crate) fn settle_dispute(
    tx: &mut Tx<'_>,
    id: &str,
    new_status: DisputeStatus,
) -> Result<Value, ApiError> {
    let mut dispute = tx.dispute(id)?;
    if !dispute.status.may_become(new_status) {
        return Err(already_closed_error(&dispute));
    }
    let before = shapes::disputes::dispute_json(&tx.world.state, &dispute);
    dispute.status = new_status;
    dispute.settles = None;
    match new_status {
        DisputeStatus::Won => {
            let back = balance::record_reinstatement(tx, &dispute);
            dispute.transactions.insert(0, back);
        }
        DisputeStatus::NeedsResponse => {
            dispute.due_by = (ids::now() / DAY + 1 + DAYS_TO_ANSWER) * DAY - 1;
            withdraw(tx, &mut dispute);
        }
        _ => {}
    }
    let value = store_dispute(tx, &dispute);
    if new_status.is_over() {
        events::record_change_event(
            tx,
            "charge.dispute.closed",
            &value,
            json!({ "status": before.get("status") }),
        );
    } else {
        events::record_change_event(tx, "charge.dispute.updated", &value, previous_values(&before, &value));
    }
    match new_status {
        DisputeStatus::Won => events::record_event(tx, "charge.dispute.funds_reinstated", &value),
        DisputeStatus::NeedsResponse => events::record_event(tx, "charge.dispute.funds_withdrawn", &value),
        _ => {}
    }
    Ok(value)
}

/// Closes the open inquiries about a charge if the charge is fully refunded.
pub(crate) fn close_inquiries(tx: &mut Tx<'_>, charge: &Charge) -> Result<(), ApiError> {
    if !charge.disputed || charge.unrefunded() > 0 {
        return Ok(());
    }
    let disputes = tx.world.state.disputes.values();
    let open: Vec<String> = disputes
        .filter(|dispute| dispute.charge == charge.id)
        .filter(|dispute| dispute.status.is_inquiry() && !dispute.status.is_over())
        .map(|dispute| dispute.id.clone())
        .collect();
    for id in open {
        settle_dispute(tx, &id, DisputeStatus::WarningClosed)?;
    }
    Ok(())
}

/// Sets a dispute's deadline for evidence, in seconds since 1970. Fails if evidence can no longer be submitted.
pub(crate) fn set_deadline(tx: &mut Tx<'_>, id: &str, due_by: i64) -> Result<Value, ApiError> {
    let mut dispute = tx.dispute(id)?;
    if !dispute.status.needs_response() {
        return Err(already_closed_error(&dispute));
    }
    dispute.due_by = due_by;
    Ok(store_dispute(tx, &dispute))
}

/// Returns the values in `before` of the fields that have another value in `after`.
fn previous_values(before: &Value, after: &Value) -> Value {
    let (Some(before), Some(after)) = (before.as_object(), after.as_object()) else { return json!({}) };
    let differ = before.iter().filter(|(name, value)| after.get(*name) != Some(value));
    Value::Object(differ.map(|(name, value)| (name.clone(), value.clone())).collect())
}
