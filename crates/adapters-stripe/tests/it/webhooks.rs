//! Tests of webhooks: which signatures are accepted, and how events are parsed.

use adapters_stripe::StripeWebhooks;
use chrono::{DateTime, Utc};
use ports::payments::events::{EVENTS, EventSubject, ProviderEvent, ProviderObject};
use ports::payments::gateway::{PaymentGateway, WebhookError, WebhookVerifier};
use serde_json::{Value, json};
use stripe_sandbox::Sandbox;
use stripe_webhook::Webhook;

use crate::support::{INSTALLATION, pay, refund, request, start};

const SECRET: &str = "whsec_of_these_tests";

/// Verifies a webhook with this body that was signed at `timestamp`, in Unix seconds; `None` means now.
fn verify_signed_at(body: &str, timestamp: Option<i64>) -> Result<ProviderEvent, WebhookError> {
    let signature = Webhook::generate_test_header(body, SECRET, timestamp);
    StripeWebhooks::new(SECRET).verify(body.as_bytes(), &signature)
}

/// Returns the event of a webhook with this body and a valid signature.
fn verify_signed(body: &str) -> ProviderEvent {
    verify_signed_at(body, None).unwrap()
}

/// Returns the body of the sandbox's newest event of a type.
fn event(sandbox: &Sandbox, kind: &str) -> String {
    let (_, list) = sandbox.call("GET", "/v1/events", &[("type", kind), ("limit", "1")]);
    list["data"][0].to_string()
}

#[test]
fn a_webhook_event_refers_to_its_stripe_object_and_to_our_installation() {
    let (sandbox, gateway) = start();
    let id = gateway.create_intent(&request("told")).unwrap().id;
    pay(&sandbox, &id, "pm_card_chargeDeclined");
    pay(&sandbox, &id, "pm_card_visa");
    let canceled = gateway.create_intent(&request("gone")).unwrap().id;
    gateway.cancel_intent(&canceled).unwrap();
    let refund = gateway.create_refund(&refund(&id, 15_000, "refund")).unwrap().id;
    let of = |id: &str| ProviderObject::Intent(id.to_owned());
    let cases = [
        ("payment_intent.created", of(&canceled)),
        ("payment_intent.succeeded", of(&id)),
        ("payment_intent.payment_failed", of(&id)),
        ("payment_intent.canceled", of(&canceled)),
        ("refund.created", ProviderObject::Refund(refund)),
    ];
    for (kind, object) in cases {
        let received = verify_signed(&event(&sandbox, kind));
        assert!(received.id.starts_with("evt_"), "{kind}");
        assert!(received.made_at > DateTime::<Utc>::from_timestamp(1_700_000_000, 0).unwrap(), "{kind}");
        let expected = (kind, EventSubject::Object(object), Some(INSTALLATION));
        assert_eq!((&*received.kind, received.about, received.made_by.as_deref()), expected);
    }
    for kind in ["charge.succeeded", "charge.refunded"] {
        assert!(!EVENTS.contains(&kind));
        assert_eq!(verify_signed(&event(&sandbox, kind)).about, EventSubject::Nothing, "{kind}");
    }
}

/// Returns the body of an event about a succeeded payment.
fn succeeded_event() -> String {
    let (sandbox, gateway) = start();
    let id = gateway.create_intent(&request("succeeded")).unwrap().id;
    pay(&sandbox, &id, "pm_card_visa");
    event(&sandbox, "payment_intent.succeeded")
}

#[test]
fn only_recent_events_signed_with_the_secret_are_accepted() {
    let body = succeeded_event();
    let webhooks = StripeWebhooks::new(SECRET);
    let verify = |body: &str, signature: &str| webhooks.verify(body.as_bytes(), signature).map(drop);
    let good = Webhook::generate_test_header(&body, SECRET, None);
    let foreign = Webhook::generate_test_header(&body, "whsec_somebody_elses", None);
    let (at, v1) = good.split_once(',').unwrap();
    assert_eq!(verify(&body, &good), Ok(()));
    assert_eq!(
        verify(&body, &format!("{at},v1=00ff,{v1},v0=1")),
        Ok(()),
        "any of several signatures may match, as while a secret is rotated"
    );
    let altered = body.replace("15000", "15");
    assert_ne!(altered, body);
    let refused = [
        (&*body, &*foreign),
        (&*altered, &*good),
        (&*body, ""),
        (&*body, "t=1"),
        (&*body, v1),
        (&*body, "t=now,v1=00"),
        (&*body, "nonsense"),
    ];
    for (body, signature) in refused {
        assert_eq!(verify(body, signature), Err(WebhookError::BadSignature), "{signature}");
    }
    assert_eq!(webhooks.verify(b"\xff\xfe", &good).map(drop), Err(WebhookError::BadSignature));
    let old = Webhook::generate_test_header(&body, SECRET, Some(1_700_000_000));
    assert_eq!(verify(&body, &old), Err(WebhookError::TooOld));
}

#[test]
fn a_signed_event_that_cannot_be_parsed_keeps_its_whole_body() {
    let mut odd: Value = serde_json::from_str(&succeeded_event()).unwrap();
    odd["data"]["object"]["amount"] = json!("much");
    let hint = verify_signed(&odd.to_string());
    assert!(
        matches!(hint.about, EventSubject::Object(_)),
        "the event needs only the id of its object, not the object's other fields"
    );
    odd["data"]["object"]["id"] = json!(7);
    let cases = [
        (odd.to_string(), odd["id"].as_str(), "payment_intent.succeeded"),
        (
            json!({ "id": "evt_new", "type": "thing.happened", "shape": 2 }).to_string(),
            Some("evt_new"),
            "thing.happened",
        ),
        ("[1, 2]".to_owned(), None, ""),
        ("not json".to_owned(), None, ""),
    ];
    for (body, id, kind) in cases {
        let received = verify_signed(&body);
        assert_eq!((&received.about, &*received.kind), (&EventSubject::Unrecognized, kind), "{body}");
        assert_eq!(received.body, body);
        match id {
            Some(id) => assert_eq!(received.id, id),
            None => {
                assert_eq!(
                    (received.id.len(), verify_signed(&body).id),
                    (7 + 64, received.id.clone()),
                    "a hash of the body"
                )
            }
        }
    }
}

#[test]
fn a_webhook_event_of_an_unknown_type_refers_to_no_object() {
    let mut odd: Value = serde_json::from_str(&succeeded_event()).unwrap();
    odd["type"] = json!("payment_intent.teleported");
    let received = verify_signed(&odd.to_string());
    assert_eq!((received.about, &*received.kind), (EventSubject::Nothing, "payment_intent.teleported"));
}
