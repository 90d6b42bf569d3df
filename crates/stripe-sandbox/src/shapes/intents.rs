//! Payment intents as Stripe's JSON objects.

use serde_json::{Value, json};

use crate::memory::records::{Intent, IntentStatus};
use crate::memory::world::{Caller, Tx};

/// Returns a payment intent as JSON. If the caller is a page, leaves out private fields.
pub(crate) fn intent_json(tx: &Tx<'_>, intent: &Intent) -> Value {
    let mut value = full_intent_json(tx, intent);
    if tx.call.caller == Caller::Browser
        && let Some(fields) = value.as_object_mut()
    {
        for hidden in ["metadata", "latest_charge", "application", "application_fee_amount", "customer"] {
            fields.remove(hidden);
        }
    }
    value
}

/// Returns a payment intent as JSON with all fields, for the secret key and for webhooks.
pub(crate) fn full_intent_json(tx: &Tx<'_>, intent: &Intent) -> Value {
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

/// Returns the payer's next action, if any: to open the 3-D Secure challenge page.
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
