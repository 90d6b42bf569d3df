//! Webhook requests of the payment provider. The server verifies their signature, and processes each event only once.

use crate::payments::driver::Driver;
use crate::support::eventually;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

/// Returns the provider's event of this kind about this intent: its id and its JSON.
fn signed_event(driver: &Driver, kind: &str, intent: &str) -> (String, Value) {
    let (_, events) = driver.app.sandbox.call("GET", "/v1/events", &[("limit", "100")]);
    let event = events["data"]
        .as_array()
        .unwrap()
        .iter()
        .find(|event| event["type"] == kind && event["data"]["object"]["id"] == intent)
        .unwrap_or_else(|| panic!("no {kind} for {intent}"));
    (event["id"].as_str().unwrap().to_owned(), event.clone())
}

#[test]
fn twenty_concurrent_deliveries_of_one_event_settle_the_payment_once() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$150");
    let intent = driver.intent("ticket", ticket, "150");
    driver.pay(&intent);
    let (event, _) = signed_event(&driver, "payment_intent.succeeded", &intent);
    driver.app.deliver_webhooks();
    std::thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| assert!(driver.app.sandbox.redeliver(&event)));
        }
    });
    eventually("all deliveries are acknowledged", || driver.app.sandbox.pending_deliveries() == 0);
    assert!(driver.is_paid(ticket));
    assert_eq!(driver.transactions(), 1);
    let stored =
        driver.app.count(&format!("SELECT count(*) FROM payment_events WHERE provider_event_id = '{event}'"));
    assert_eq!(stored, 1);
}

#[test]
fn a_webhook_without_a_valid_signature_is_refused() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$150");
    let intent = driver.intent("ticket", ticket, "150");
    driver.pay(&intent);
    let (_, event) = signed_event(&driver, "payment_intent.succeeded", &intent);
    let send = |signature: Option<&str>| {
        let mut headers = vec![("content-type", "application/json".to_owned())];
        headers.extend(signature.map(|value| ("stripe-signature", value.to_owned())));
        driver.app.raw("POST", "/api/webhooks/stripe", &headers, event.to_string().as_bytes())
    };
    for signature in [None, Some(""), Some("t=1,v1=00"), Some("t=99999999999,v1=abc"), Some("rubbish")] {
        assert_eq!(send(signature).status, 400, "{signature:?}");
    }
    assert!(!driver.is_paid(ticket));
    assert_eq!(driver.app.count("SELECT count(*) FROM payment_events"), 0);
    assert!(
        driver.app.count("SELECT count(*) FROM security_events WHERE kind = 'bad_webhook_signature'") >= 4
    );
}

/// Returns the provider's signature of a time and a raw body.
fn sign(driver: &Driver, time: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(driver.app.sandbox.webhook_secret().as_bytes()).unwrap();
    mac.update(format!("{time}.{body}").as_bytes());
    format!("t={time},v1={}", hex::encode(mac.finalize().into_bytes()))
}

#[test]
fn a_signed_event_that_cannot_be_read_is_stored_and_acknowledged() {
    let driver = Driver::new();
    let now = driver.app.deps().clock.now().timestamp();
    let send = |time: i64, body: &str| {
        let signature = sign(&driver, time, body);
        let headers = [("content-type", "application/json".to_owned()), ("stripe-signature", signature)];
        driver.app.raw("POST", "/api/webhooks/stripe", &headers, body.as_bytes()).status
    };
    let odd =
        r#"{"id": "evt_odd", "object": "event", "type": "payment_intent.succeeded", "data": {"object": 7}}"#;
    for body in [odd, odd, "{}", "not json"] {
        assert_eq!(send(now, body), 200, "{body}");
    }
    assert_eq!(driver.app.count("SELECT count(*) FROM payment_events WHERE NOT understood"), 3);
    assert_eq!(send(now - 301, odd), 400, "older than five minutes");
}
