//! Records as the provider's JSON objects.

use serde_json::{Value, json};

use crate::memory::state::{Charge, Intent, IntentStatus, Method, Refund, RefundStatus, State};
use crate::memory::world::{Caller, Tx};

/// A payment intent. A page is shown only what it may know.
pub(crate) fn intent(tx: &Tx<'_>, intent: &Intent) -> Value {
    let mut value = whole_intent(tx, intent);
    if tx.call.caller == Caller::Browser
        && let Some(fields) = value.as_object_mut()
    {
        for hidden in ["metadata", "latest_charge", "application", "application_fee_amount", "customer"] {
            fields.remove(hidden);
        }
    }
    value
}

/// A payment intent as the secret key and webhooks see it.
pub(crate) fn whole_intent(tx: &Tx<'_>, intent: &Intent) -> Value {
    let succeeded = intent.status == IntentStatus::Succeeded;
    let automatic = intent.automatic.then(|| json!({ "allow_redirects": "always", "enabled": true }));
    json!({
        "id": intent.id,
        "object": "payment_intent",
        "allowed_payment_method_types": intent.allowed_types,
        "amount": intent.amount,
        "amount_capturable": 0,
        "amount_details": { "tip": {} },
        "amount_received": if succeeded { intent.amount } else { 0 },
        "application": null,
        "application_fee_amount": null,
        "automatic_payment_methods": automatic,
        "canceled_at": intent.canceled_at,
        "cancellation_reason": intent.cancellation_reason,
        "capture_method": "automatic_async",
        "client_secret": intent.client_secret,
        "confirmation_method": "automatic",
        "created": intent.created,
        "currency": intent.currency,
        "customer": null,
        "customer_account": null,
        "description": intent.description,
        "excluded_payment_method_types": null,
        "last_payment_error": intent.last_error,
        "latest_charge": intent.latest_charge,
        "livemode": false,
        "metadata": intent.metadata,
        "next_action": next_action(tx, intent),
        "on_behalf_of": null,
        "payment_method": intent.payment_method,
        "payment_method_configuration_details": null,
        "payment_method_options": { "card": {
            "installments": null,
            "mandate_options": null,
            "network": null,
            "request_three_d_secure": "automatic",
        } },
        "payment_method_types": ["card"],
        "processing": null,
        "receipt_email": intent.receipt_email,
        "review": null,
        "setup_future_usage": null,
        "shipping": intent.shipping,
        "source": null,
        "statement_descriptor": null,
        "statement_descriptor_suffix": intent.statement_descriptor_suffix,
        "status": intent.status.as_str(),
        "transfer_data": null,
        "transfer_group": null,
    })
}

/// What the payer has to do next: prove who they are on the challenge page.
fn next_action(tx: &Tx<'_>, intent: &Intent) -> Option<Value> {
    if intent.status != IntentStatus::RequiresAction {
        return None;
    }
    let url = format!(
        "{}/_sandbox/challenge?payment_intent={}&client_secret={}",
        tx.settings.base_url, intent.id, intent.client_secret
    );
    Some(match &intent.redirect_to {
        Some(return_url) => json!({
            "type": "redirect_to_url",
            "redirect_to_url": { "return_url": return_url, "url": url },
        }),
        None => json!({
            "type": "use_stripe_sdk",
            "use_stripe_sdk": { "type": "three_d_secure_redirect", "stripe_js": url, "source": intent.id },
        }),
    })
}

/// A payment method.
pub(crate) fn method(method: &Method) -> Value {
    json!({
        "id": method.id,
        "object": "payment_method",
        "allow_redisplay": "unspecified",
        "billing_details": method.billing,
        "card": {
            "brand": method.brand,
            "checks": checks(method),
            "country": "US",
            "display_brand": method.brand,
            "exp_month": method.exp_month,
            "exp_year": method.exp_year,
            "fingerprint": method.fingerprint,
            "funding": method.funding,
            "generated_from": null,
            "last4": method.last4,
            "networks": { "available": [method.brand], "preferred": null },
            "regulated_status": "unregulated",
            "three_d_secure_usage": { "supported": true },
            "wallet": null,
        },
        "created": method.created,
        "customer": null,
        "customer_account": null,
        "livemode": false,
        "metadata": {},
        "type": "card",
    })
}

fn checks(method: &Method) -> Value {
    let cvc = method.cvc_given.then_some("pass");
    json!({ "address_line1_check": null, "address_postal_code_check": null, "cvc_check": cvc })
}

/// A charge.
pub(crate) fn charge(state: &State, charge: &Charge) -> Value {
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
        "disputed": false,
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
                "checks": checks(method),
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

/// A refund.
pub(crate) fn refund(refund: &Refund) -> Value {
    let status = match refund.status {
        RefundStatus::Pending => "pending",
        RefundStatus::Succeeded => "succeeded",
        RefundStatus::Failed => "failed",
    };
    let pending_reason = (refund.status == RefundStatus::Pending).then_some("processing");
    json!({
        "id": refund.id,
        "object": "refund",
        "amount": refund.amount,
        "balance_transaction": format!("txn_{}", refund.id.trim_start_matches("re_")),
        "charge": refund.charge,
        "created": refund.created,
        "currency": refund.currency,
        "customer": null,
        "destination_details": { "card": { "reference_status": "pending", "type": "refund" }, "type": "card" },
        "failure_reason": refund.failure_reason,
        "metadata": refund.metadata,
        "payment_intent": refund.intent,
        "pending_reason": pending_reason,
        "reason": refund.reason,
        "receipt_number": null,
        "source_transfer_reversal": null,
        "status": status,
        "transfer_reversal": null,
    })
}
