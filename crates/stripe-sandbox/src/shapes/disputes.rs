//! Disputes as Stripe's JSON objects.

use serde_json::{Map, Value, json};

use crate::memory::ids;
use crate::memory::money::{Dispute, DisputeStatus};
use crate::memory::state::State;
use crate::shapes::balance;

/// Names of the evidence fields that are strings.
pub(crate) const TEXTS: &[&str] = &[
    "access_activity_log",
    "billing_address",
    "cancellation_policy_disclosure",
    "cancellation_rebuttal",
    "customer_email_address",
    "customer_name",
    "customer_purchase_ip",
    "duplicate_charge_explanation",
    "duplicate_charge_id",
    "product_description",
    "refund_policy_disclosure",
    "refund_refusal_explanation",
    "service_date",
    "shipping_address",
    "shipping_carrier",
    "shipping_date",
    "shipping_tracking_number",
    "uncategorized_text",
];

/// Names of the evidence fields that hold files. The sandbox accepts no files.
pub(crate) const FILES: &[&str] = &[
    "cancellation_policy",
    "customer_communication",
    "customer_signature",
    "duplicate_charge_documentation",
    "receipt",
    "refund_policy",
    "service_documentation",
    "shipping_documentation",
    "uncategorized_file",
];

/// Returns a dispute as JSON, with its balance transactions from `state`.
pub(crate) fn dispute_json(state: &State, dispute: &Dispute) -> Value {
    let now = ids::now();
    let transactions: Vec<Value> = dispute
        .transactions
        .iter()
        .filter_map(|id| state.transactions.get(id))
        .map(|transaction| balance::transaction_json(transaction, now))
        .collect();
    let code = match dispute.reason.as_str() {
        "fraudulent" => Some("10.4"),
        "product_not_received" => Some("13.1"),
        "duplicate" => Some("12.6.1"),
        _ => None,
    };
    let case = if dispute.status.is_inquiry() { "inquiry" } else { "chargeback" };
    json!({
        "id": dispute.id,
        "object": "dispute",
        "amount": dispute.amount,
        "balance_transactions": transactions,
        "charge": dispute.charge,
        "created": dispute.created,
        "currency": dispute.currency,
        "enhanced_eligibility_types": [],
        "evidence": evidence_json(dispute),
        "evidence_details": {
            "due_by": dispute.due_by,
            "enhanced_eligibility": {},
            "has_evidence": !dispute.evidence.is_empty(),
            "past_due": false,
            "submission_count": dispute.submissions,
        },
        "is_charge_refundable": dispute.status.is_inquiry() || dispute.status == DisputeStatus::Won,
        "livemode": false,
        "metadata": dispute.metadata,
        "network_reason_code": code,
        "payment_intent": dispute.intent,
        "payment_method_details": {
            "card": {
                "brand": dispute.brand, "case_type": case, "network": dispute.brand, "network_reason_code": code,
            },
            "type": "card",
        },
        "reason": dispute.reason,
        "status": dispute.status.as_str(),
    })
}

/// Returns a dispute's evidence as JSON. Like Stripe, includes the fields without a value.
pub(crate) fn evidence_json(dispute: &Dispute) -> Value {
    let mut fields: Map<String, Value> = TEXTS
        .iter()
        .chain(FILES)
        .map(|name| ((*name).to_owned(), json!(dispute.evidence.get(*name))))
        .collect();
    fields.insert("enhanced_evidence".to_owned(), json!({}));
    Value::Object(fields)
}
