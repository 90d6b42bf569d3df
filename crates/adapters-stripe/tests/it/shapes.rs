//! Checks that the library's types, which are generated from Stripe's API description, can parse the sandbox's
//! events and expanded objects.

use serde_json::{Value, json};
use stripe_sandbox::Sandbox;
use stripe_webhook::{EventObject, Webhook};

use crate::support::start;

const SECRET: &str = "whsec_of_these_tests";

/// Parses an event with the library's types.
fn read(event: &Value) -> EventObject {
    let body = event.to_string();
    let signature = Webhook::generate_test_header(&body, SECRET, None);
    Webhook::construct_event(&body, &signature, SECRET)
        .unwrap_or_else(|error| panic!("{error}: {event:#}"))
        .data
        .object
}

/// Puts an object into an event and parses the event with the library's types.
fn parse_object(kind: &str, object: &Value) -> EventObject {
    read(&json!({
        "id": "evt_1", "object": "event", "api_version": null, "created": 1_700_000_000, "livemode": false,
        "pending_webhooks": 0, "request": null, "type": kind, "data": { "object": object },
    }))
}

/// Sends a request, a GET if it has no parameters, or else a POST. Checks that it succeeds, and returns the response.
fn ok(sandbox: &Sandbox, path: &str, params: &[(&str, &str)]) -> Value {
    let method = if params.is_empty() { "GET" } else { "POST" };
    let (status, answer) = sandbox.call(method, path, params);
    assert_eq!(status, 200, "{path}: {answer}");
    answer
}

/// Pays a new intent with a test card, and returns the intent's id.
fn pay(sandbox: &Sandbox, card: &str) -> String {
    let params = [("amount", "15000"), ("currency", "usd"), ("confirm", "true"), ("payment_method", card)];
    ok(sandbox, "/v1/payment_intents", &params)["id"].as_str().unwrap().to_owned()
}

#[test]
fn events_of_payments_refunds_disputes_and_payouts_can_be_parsed() {
    let (sandbox, _gateway) = start();
    let refunded = pay(&sandbox, "pm_card_visa");
    let refund = ok(&sandbox, "/v1/refunds", &[("payment_intent", &refunded), ("amount", "5000")]);
    let settle = format!("refunds/{}/settle", refund["id"].as_str().unwrap());
    assert_eq!(sandbox.control("POST", &settle, &json!({ "outcome": "failed" })).0, 200);
    for card in ["pm_card_createDispute", "pm_card_createDisputeInquiry"] {
        let disputed = pay(&sandbox, card);
        let (_, list) = sandbox.call("GET", "/v1/disputes", &[("payment_intent", &disputed)]);
        let path = format!("/v1/disputes/{}", list["data"][0]["id"].as_str().unwrap());
        ok(&sandbox, &path, &[("evidence[customer_name]", "Ann Lee")]);
        let outcome = if card.ends_with("Inquiry") { "closed" } else { "won" };
        let resolve = format!("{}/resolve", path.trim_start_matches("/v1/"));
        assert_eq!(sandbox.control("POST", &resolve, &json!({ "outcome": outcome })).0, 200);
    }
    for outcome in ["failed", "paid"] {
        assert_eq!(sandbox.control("POST", "payouts", &json!({ "outcome": outcome })).0, 200);
    }
    let (_, events) = sandbox.call("GET", "/v1/events", &[("limit", "100")]);
    let events = events["data"].as_array().unwrap();
    let mut kinds: Vec<&str> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(
        kinds,
        [
            "charge.dispute.closed",
            "charge.dispute.created",
            "charge.dispute.funds_reinstated",
            "charge.dispute.funds_withdrawn",
            "charge.dispute.updated",
            "charge.refund.updated",
            "charge.refunded",
            "charge.succeeded",
            "payment_intent.created",
            "payment_intent.succeeded",
            "payout.created",
            "payout.failed",
            "payout.paid",
            "payout.reconciliation_completed",
            "refund.created",
            "refund.failed",
            "refund.updated",
        ]
    );
    for event in events {
        assert!(!matches!(read(event), EventObject::Unknown(_)), "{}", event["type"]);
    }
}

#[test]
fn a_response_with_expanded_objects_can_be_parsed() {
    let (sandbox, _gateway) = start();
    let id = pay(&sandbox, "pm_card_createDispute");
    let expand = [("expand[]", "latest_charge.balance_transaction"), ("expand[]", "latest_charge.refunds")];
    let (_, intent) = sandbox.call("GET", &format!("/v1/payment_intents/{id}"), &expand);
    let EventObject::PaymentIntentSucceeded(read) = parse_object("payment_intent.succeeded", &intent) else {
        panic!()
    };
    let charge = read.latest_charge.as_ref().and_then(|charge| charge.as_object()).unwrap();
    let card = charge.payment_method_details.as_ref().and_then(|details| details.card.as_ref()).unwrap();
    assert_eq!((card.brand.as_deref(), card.last4.as_deref()), (Some("visa"), Some("0259")));
    let booked = charge.balance_transaction.as_ref().and_then(|booked| booked.as_object()).unwrap();
    assert_eq!((booked.amount, booked.fee, booked.net), (15_000, 465, 14_535));
    assert!(charge.disputed);

    let (_, list) =
        sandbox.call("GET", "/v1/disputes", &[("payment_intent", &id), ("expand[]", "data.charge")]);
    let EventObject::ChargeDisputeCreated(read) = parse_object("charge.dispute.created", &list["data"][0])
    else {
        panic!()
    };
    assert_eq!(read.charge.as_object().map(|charge| charge.amount), Some(15_000));
    assert_eq!(read.balance_transactions.iter().map(|moved| moved.net).sum::<i64>(), -16_500);
}
