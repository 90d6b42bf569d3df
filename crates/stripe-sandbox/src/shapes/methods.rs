//! Payment methods as Stripe's JSON objects.

use serde_json::{Value, json};

use crate::memory::records::Method;

/// Returns a payment method as JSON.
pub(crate) fn method_json(method: &Method) -> Value {
    json!({
        "id": method.id,
        "object": "payment_method",
        "allow_redisplay": "unspecified",
        "billing_details": method.billing,
        "card": {
            "brand": method.brand,
            "checks": checks_json(method),
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

/// Returns the results of a card's checks, such as of its security code.
pub(crate) fn checks_json(method: &Method) -> Value {
    let cvc = method.cvc_given.then_some("pass");
    json!({ "address_line1_check": null, "address_postal_code_check": null, "cvc_check": cvc })
}
