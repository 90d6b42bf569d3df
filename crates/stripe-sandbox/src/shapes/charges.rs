//! Charges as Stripe's JSON objects.

use serde_json::{Value, json};

use crate::memory::records::Charge;
use crate::memory::state::State;
use crate::shapes::methods;

/// Returns a charge as JSON, with details of its intent and card from `state`.
pub(crate) fn charge_json(state: &State, charge: &Charge) -> Value {
    let intent = state.intents.get(&charge.intent);
    let method = state.methods.get(&charge.method);
    let failure = charge.failure.as_ref();
    let outcome = match failure {
        None => json!({
            "advice_code": null, "network_advice_code": null, "network_decline_code": null,
            "network_status": "approved_by_network", "reason": null, "risk_level": "normal", "risk_score": 32,
            "seller_message": "Payment complete.", "type": "authorized",
        }),
        Some(failure) => json!({
            "advice_code": "try_again_later", "network_advice_code": null, "network_decline_code": "01",
            "network_status": "declined_by_network",
            "reason": failure.decline_code.as_deref().unwrap_or(&failure.code),
            "risk_level": "normal", "risk_score": 32,
            "seller_message": "The bank did not return any further details with this decline.",
            "type": "issuer_declined",
        }),
    };
    let secure = charge.authenticated.then(|| {
        json!({ "authentication_flow": "challenge", "result": "authenticated", "result_reason": null,
                "version": "2.2.0" })
    });
    json!({
        "id": charge.id,
        "object": "charge",
        "amount": charge.amount,
        "amount_captured": if charge.succeeded { charge.amount } else { 0 },
        "amount_refunded": charge.refunded,
        "application": null,
        "application_fee": null,
        "application_fee_amount": null,
        "balance_transaction": charge.transaction,
        "billing_details": method.map(|method| method.billing.clone()),
        "calculated_statement_descriptor": "LANEWISE",
        "captured": charge.succeeded,
        "created": charge.created,
        "currency": intent.map(|intent| intent.currency.as_str()),
        "customer": null,
        "description": intent.and_then(|intent| intent.description.as_deref()),
        "disputed": charge.disputed,
        "failure_balance_transaction": null,
        "failure_code": failure.map(|failure| failure.code.as_str()),
        "failure_message": failure.map(|failure| failure.message.as_str()),
        "fraud_details": {},
        "livemode": false,
        "metadata": intent.map(|intent| &intent.metadata),
        "on_behalf_of": null,
        "outcome": outcome,
        "paid": charge.succeeded,
        "payment_intent": charge.intent,
        "payment_method": charge.method,
        "payment_method_details": method.map(|method| json!({
            "card": {
                "amount_authorized": charge.amount,
                "brand": method.brand,
                "checks": methods::checks_json(method),
                "country": "US",
                "exp_month": method.exp_month,
                "exp_year": method.exp_year,
                "fingerprint": method.fingerprint,
                "funding": method.funding,
                "installments": null,
                "last4": method.last4,
                "mandate": null,
                "network": method.brand,
                "network_transaction_id": null,
                "regulated_status": "unregulated",
                "three_d_secure": secure,
                "wallet": null,
            },
            "type": "card",
        })),
        "receipt_email": intent.and_then(|intent| intent.receipt_email.as_deref()),
        "receipt_number": null,
        "receipt_url": null,
        "refunded": charge.succeeded && charge.refunded >= charge.amount,
        "review": null,
        "shipping": intent.and_then(|intent| intent.shipping.clone()),
        "source": null,
        "source_transfer": null,
        "statement_descriptor": null,
        "statement_descriptor_suffix": intent.and_then(|intent| intent.statement_descriptor_suffix.as_deref()),
        "status": if charge.succeeded { "succeeded" } else { "failed" },
        "transfer_data": null,
        "transfer_group": null,
    })
}
