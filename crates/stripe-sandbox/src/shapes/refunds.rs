//! Refunds as Stripe's JSON objects.

use serde_json::{Value, json};

use crate::memory::records::{Refund, RefundStatus};

pub(crate) fn refund_json(refund: &Refund) -> Value {
    let status = match refund.status {
        RefundStatus::Pending => "pending",
        RefundStatus::Succeeded => "succeeded",
        RefundStatus::Failed => "failed",
    };
    let pending_reason = (refund.status == RefundStatus::Pending).then_some("processing");
    let mut value = json!({
        "id": refund.id,
        "object": "refund",
        "amount": refund.amount,
        "balance_transaction": refund.transaction,
        "charge": refund.charge,
        "created": refund.created,
        "currency": refund.currency,
        "customer": null,
        "destination_details": { "card": { "reference_status": "pending", "type": "refund" }, "type": "card" },
        "metadata": refund.metadata,
        "payment_intent": refund.intent,
        "pending_reason": pending_reason,
        "reason": refund.reason,
        "receipt_number": null,
        "source_transfer_reversal": null,
        "status": status,
        "transfer_reversal": null,
    });
    // Only a failed refund has these two fields.
    if let (Some(reason), Some(fields)) = (&refund.failure_reason, value.as_object_mut()) {
        fields.insert("failure_balance_transaction".to_owned(), json!(refund.failure_transaction));
        fields.insert("failure_reason".to_owned(), json!(reason));
    }
    value
}
