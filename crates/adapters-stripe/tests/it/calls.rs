//! Tests of API requests about intents, refunds and declines, against the sandbox.

use chrono::DateTime;
use domain::payments::ownership::Labels;
use domain::shared::ids::{PaymentId, RefundId, TicketId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::gateway::{GatewayError, IntentStatus, PaymentGateway, RefundStatus};
use serde_json::json;
use stripe_sandbox::Fault;
use stripe_sandbox::FaultKind;

use crate::support::{INSTALLATION, gateway_with, intents, options, pay, refund, request, start};

#[test]
fn a_new_intent_allows_only_cards_and_has_our_ids_as_metadata() {
    let (sandbox, gateway) = start();
    let intent = gateway.create_intent(&request("key-1")).unwrap();
    assert_eq!((intent.status, intent.amount), (IntentStatus::Open, Money::from_cents(15_000)));
    assert_eq!((intent.amount_received, intent.labels.payment_id), (Money::ZERO, Some(PaymentId(7))));
    assert_eq!(intent.labels.item, Some(Payable::Lawyer(TicketId(41))));
    assert!(intent.client_secret.as_ref().is_some_and(|secret| secret.starts_with(&intent.id)));
    let (_, theirs) = sandbox.call("GET", &format!("/v1/payment_intents/{}", intent.id), &[]);
    assert_eq!(theirs["allowed_payment_method_types"], json!(["card"]));
    assert_eq!(
        theirs["metadata"],
        json!({
            "confirmation_number": "CONF-AAAAAAAAAA", "installation": "here", "item_id": "41", "item_kind": "lawyer", "payment_id": "7", "user_id": "2",
        })
    );
    assert_eq!(theirs["description"], "Traffic ticket 41");
    assert_eq!(gateway.intent(&intent.id).unwrap(), intent);
}

#[test]
fn the_same_idempotency_key_creates_one_intent() {
    let (sandbox, gateway) = start();
    let first = gateway.create_intent(&request("same")).unwrap();
    assert_eq!(gateway.create_intent(&request("same")).unwrap(), first);
    assert_ne!(gateway.create_intent(&request("other")).unwrap().id, first.id);
    assert_eq!(intents(&sandbox), 2);
}

#[test]
fn an_intents_status_is_read_as_open_processing_or_succeeded() {
    let (sandbox, gateway) = start();
    let id = gateway.create_intent(&request("life")).unwrap().id;
    let status = || gateway.intent(&id).unwrap().status;
    assert_eq!(pay(&sandbox, &id, "pm_card_chargeDeclined"), 402);
    assert_eq!(status(), IntentStatus::Open, "a decline leaves the intent open");
    assert_eq!(pay(&sandbox, &id, "pm_card_authenticationRequired"), 200);
    assert_eq!(status(), IntentStatus::Open, "a challenge leaves the intent open");
    sandbox.inject(Fault::once(FaultKind::PaymentProcessing));
    sandbox.authenticate(&id, true);
    assert_eq!(status(), IntentStatus::Processing);
    let other = gateway.create_intent(&request("paid")).unwrap().id;
    pay(&sandbox, &other, "pm_card_visa");
    let paid = gateway.intent(&other).unwrap();
    assert_eq!((paid.status, paid.amount_received), (IntentStatus::Succeeded, Money::from_cents(15_000)));
}

#[test]
fn a_paid_intent_has_the_time_of_its_charge() {
    let (sandbox, gateway) = start();
    let id = gateway.create_intent(&request("paid")).unwrap().id;
    assert_eq!(gateway.intent(&id).unwrap().charged_at, None);
    assert_eq!(pay(&sandbox, &id, "pm_card_chargeDeclined"), 402);
    assert_eq!(gateway.intent(&id).unwrap().charged_at, None, "a declined charge has no charge time");
    pay(&sandbox, &id, "pm_card_visa");
    // The time is 23:40 on the last day of 2026 in New York.
    let at = DateTime::parse_from_rfc3339("2027-01-01T04:40:00Z").unwrap().to_utc();
    let dated = json!({ "payment_intent": id, "created": at.timestamp() });
    assert_eq!(sandbox.control("POST", "charges/date", &dated).0, 200);
    assert_eq!(gateway.intent(&id).unwrap().charged_at, Some(at));
    let listed = gateway.intents_since(DateTime::from_timestamp(1, 0).unwrap()).unwrap();
    assert_eq!(listed[0].charged_at, Some(at));
    let moved = gateway.movements(DateTime::from_timestamp(1, 0).unwrap(), None).unwrap().movements;
    assert_eq!(moved[0].happened_at, at, "the balance movement has the same time");
}

#[test]
fn an_open_intent_can_be_canceled_and_a_paid_one_cannot() {
    let (sandbox, gateway) = start();
    let open = gateway.create_intent(&request("open")).unwrap().id;
    for _ in 0..2 {
        assert_eq!(gateway.cancel_intent(&open).unwrap().status, IntentStatus::Cancelled);
    }
    let paid = gateway.create_intent(&request("paid")).unwrap().id;
    pay(&sandbox, &paid, "pm_card_visa");
    let refused = gateway.cancel_intent(&paid).unwrap_err();
    assert!(
        matches!(refused, GatewayError::Refused { code, .. } if code == "payment_intent_unexpected_state")
    );
}

#[test]
fn all_pages_of_intents_are_read() {
    let (sandbox, gateway) = start();
    let mut ids: Vec<String> = (0..103)
        .map(|_| {
            let (_, intent) =
                sandbox.call("POST", "/v1/payment_intents", &[("amount", "500"), ("currency", "usd")]);
            intent["id"].as_str().unwrap().to_owned()
        })
        .collect();
    ids.reverse();
    let listed = gateway.intents_since(DateTime::from_timestamp(1, 0).unwrap()).unwrap();
    assert_eq!(listed.iter().map(|intent| intent.id.clone()).collect::<Vec<_>>(), ids);
    assert!(
        listed.iter().all(|intent| intent.labels == Labels::default()),
        "intents that others created have none of our ids"
    );
    assert_eq!(gateway.intents_since(DateTime::from_timestamp(9_999_999_999, 0).unwrap()).unwrap(), []);
}

#[test]
fn the_currency_of_an_intent_is_read() {
    let (sandbox, gateway) = start();
    let params = [("amount", "500"), ("currency", "eur"), ("metadata[payment_id]", "7")];
    let (_, intent) = sandbox.call("POST", "/v1/payment_intents", &params);
    assert_eq!(gateway.intent(intent["id"].as_str().unwrap()).unwrap().currency, "eur");
}

#[test]
fn a_payment_can_be_refunded_in_parts_up_to_its_amount() {
    let (sandbox, gateway) = start();
    let id = gateway.create_intent(&request("refunded")).unwrap().id;
    let refused = gateway.create_refund(&refund(&id, 15_000, "refund-too-soon")).unwrap_err();
    assert!(matches!(refused, GatewayError::Refused { .. }));
    pay(&sandbox, &id, "pm_card_visa");
    sandbox.inject(Fault::once(FaultKind::RefundPending));
    let part = gateway.create_refund(&refund(&id, 2_000, "refund")).unwrap();
    assert_eq!((part.status, part.amount), (RefundStatus::Pending, Money::from_cents(2_000)));
    assert_eq!(part.intent_id.as_deref(), Some(&*id));
    assert_eq!(part.label, Some((INSTALLATION.to_owned(), RefundId(3))));
    assert_eq!(gateway.create_refund(&refund(&id, 2_000, "refund")).unwrap(), part);
    assert_eq!(gateway.refund(&part.id).unwrap(), part);
    let too_much = gateway.create_refund(&refund(&id, 13_001, "too-much")).unwrap_err();
    assert!(matches!(too_much, GatewayError::Refused { .. }), "{too_much:?}");
    let rest = gateway.create_refund(&refund(&id, 13_000, "the-rest")).unwrap();
    let again = gateway.create_refund(&refund(&id, 1, "another")).unwrap_err();
    assert!(matches!(again, GatewayError::AlreadyRefunded(_)), "{again:?}");
    let all = gateway.refunds_of(&id).unwrap();
    assert!(all.len() == 2 && all.contains(&part) && all.contains(&rest), "{all:?}");
}

#[test]
fn a_request_with_an_unknown_id_fails_as_not_found() {
    let (_sandbox, gateway) = start();
    assert!(matches!(gateway.intent("pi_nonesuch").unwrap_err(), GatewayError::NotFound));
    assert!(matches!(gateway.cancel_intent("pi_nonesuch").unwrap_err(), GatewayError::NotFound));
    assert!(matches!(
        gateway.create_refund(&refund("pi_nonesuch", 100, "key")).unwrap_err(),
        GatewayError::NotFound
    ));
    assert!(matches!(gateway.refund("re_nonesuch").unwrap_err(), GatewayError::NotFound));
}

#[test]
fn an_invalid_api_key_or_an_idempotency_key_with_other_parameters_is_refused() {
    let (sandbox, gateway) = start();
    let stranger = gateway_with("sk_test_somebodyelses", options(sandbox.base_url()));
    assert!(matches!(stranger.create_intent(&request("key")).unwrap_err(), GatewayError::Refused { .. }));
    gateway.create_intent(&request("key")).unwrap();
    let mut changed = request("key");
    changed.amount = Money::from_cents(1_000);
    let refused = gateway.create_intent(&changed).unwrap_err();
    assert!(matches!(refused, GatewayError::Refused { code, .. } if code == "idempotency_error"));
}

#[test]
fn declined_attempts_are_listed_with_their_card_fingerprints() {
    let (sandbox, gateway) = start();
    let id = gateway.create_intent(&request("tried")).unwrap().id;
    assert_eq!(gateway.declines_of(&id).unwrap(), []);
    pay(&sandbox, &id, "pm_card_visa_chargeDeclined");
    pay(&sandbox, &id, "pm_card_visa_chargeDeclined");
    pay(&sandbox, &id, "pm_card_visa");
    let declines = gateway.declines_of(&id).unwrap();
    let cards: Vec<_> = declines.iter().filter_map(|decline| decline.fingerprint.as_deref()).collect();
    assert!(matches!(cards.as_slice(), [one, other] if one == other), "{declines:?}");
}
