//! Tests of chargebacks against the Stripe sandbox: reading them, their events, and submitting evidence.

use adapters_stripe::{StripeGateway, StripeWebhooks};
use chrono::DateTime;
use domain::payments::chargeback::ChargebackStatus::{self, Inquiry, Lost, NeedsResponse, UnderReview, Won};
use domain::payments::evidence::{Evidence, EvidenceField};
use domain::shared::money::Money;
use ports::payments::events::{EVENTS, EventSubject, ProviderObject};
use ports::payments::gateway::{
    EvidenceRequest, GatewayError, PaymentGateway, ProviderChargeback, WebhookVerifier,
};
use serde_json::{Value, json};
use stripe_sandbox::Sandbox;
use stripe_webhook::Webhook;

use crate::support::{assert_each_once, pay, pay_more_than_a_page, refund, request, start};

const SECRET: &str = "whsec_of_these_tests";

/// Pays with a card whose payments the bank disputes. Returns the ids of the intent and of the chargeback.
fn pay_with_disputed_card(sandbox: &Sandbox, gateway: &StripeGateway, card: &str) -> (String, String) {
    let intent = gateway.create_intent(&request(card)).unwrap().id;
    assert_eq!(pay(sandbox, &intent, card), 200);
    let (_, list) = sandbox.call("GET", "/v1/disputes", &[("payment_intent", &intent)]);
    (intent, list["data"][0]["id"].as_str().unwrap().to_owned())
}

/// Returns a request that sets the evidence of the chargeback with this id: a customer's name, and `text`. `submits`
/// says whether the bank gets the evidence.
fn statement(chargeback_id: &str, text: &str, submits: bool) -> EvidenceRequest {
    EvidenceRequest {
        idempotency_key: format!("{chargeback_id}-{text}-{submits}"),
        chargeback_id: chargeback_id.to_owned(),
        evidence: Evidence::default()
            .with(EvidenceField::CustomerName, "Ann Lee")
            .with(EvidenceField::Other, text),
        submits,
    }
}

/// Signs an event and returns the subject that the webhook verifier finds in it.
fn subject_of(event: &Value) -> EventSubject {
    let body = event.to_string();
    let signature = Webhook::generate_test_header(&body, SECRET, None);
    StripeWebhooks::new(SECRET).verify(body.as_bytes(), &signature).unwrap().about
}

#[test]
fn a_chargeback_is_read_with_all_its_fields() {
    let (sandbox, gateway) = start();
    let (intent, id) = pay_with_disputed_card(&sandbox, &gateway, "pm_card_createDispute");
    let found = gateway.chargeback(&id).unwrap();
    assert!(found.evidence_due_by.is_some_and(|due| due > found.opened_at));
    let expected = ProviderChargeback {
        id,
        intent_id: Some(intent),
        amount: Money::from_cents(15_000),
        reason: "fraudulent".to_owned(),
        status: Some(NeedsResponse),
        evidence_due_by: found.evidence_due_by,
        is_withdrawn: true,
        movements: found.movements.clone(),
        is_submitted: false,
        evidence: Evidence::default(),
        opened_at: found.opened_at,
    };
    assert_eq!(found, expected);
    let moved: Vec<_> = found.movements.iter().map(|one| (one.amount.cents(), one.fee.cents())).collect();
    assert_eq!(moved, [(-15_000, 1_500)]);
    assert_eq!(gateway.chargebacks_since(found.opened_at).unwrap(), [found]);
    assert_eq!(gateway.chargebacks_since(DateTime::from_timestamp(9_999_999_999, 0).unwrap()).unwrap(), []);
    assert!(matches!(gateway.chargeback("du_none"), Err(GatewayError::NotFound)));
}

#[test]
fn all_pages_of_chargebacks_are_read() {
    let (sandbox, gateway) = start();
    pay_more_than_a_page(&sandbox, "pm_card_createDispute");
    let listed = gateway.chargebacks_since(DateTime::from_timestamp(1, 0).unwrap()).unwrap();
    assert_each_once(listed.into_iter().map(|one| one.id));
}

#[test]
fn evidence_can_be_saved_then_submitted_once() {
    let (sandbox, gateway) = start();
    let (_, id) = pay_with_disputed_card(&sandbox, &gateway, "pm_card_createDispute");
    let saved = gateway.submit_evidence(&statement(&id, "They paid.", false)).unwrap();
    assert_eq!((saved.status, saved.is_submitted), (Some(NeedsResponse), false));
    assert_eq!(saved.evidence.get(EvidenceField::Other), Some("They paid."));
    let emptied = gateway.submit_evidence(&statement(&id, "", false)).unwrap();
    assert_eq!(emptied.evidence.get(EvidenceField::Other), None);
    assert_eq!(emptied.evidence.get(EvidenceField::CustomerName), Some("Ann Lee"));
    let chargeback = gateway.submit_evidence(&statement(&id, "All of it.", true)).unwrap();
    assert_eq!((chargeback.status, chargeback.is_submitted), (Some(UnderReview), true));
    let again = gateway.submit_evidence(&statement(&id, "More.", true));
    assert!(matches!(again, Err(GatewayError::Refused { .. })), "{again:?}");
}

#[test]
fn each_decision_of_the_bank_sets_the_chargebacks_status_and_sends_events() {
    let (sandbox, gateway) = start();
    for (card, outcome, expected, is_withdrawn) in [
        ("pm_card_createDispute", "won", Won, false),
        ("pm_card_createDisputeProductNotReceived", "lost", Lost, true),
        ("pm_card_createDisputeInquiry", "closed", ChargebackStatus::InquiryClosed, false),
    ] {
        let (_, id) = pay_with_disputed_card(&sandbox, &gateway, card);
        let resolve = format!("disputes/{id}/resolve");
        assert_eq!(sandbox.control("POST", &resolve, &json!({ "outcome": outcome })).0, 200);
        let found = gateway.chargeback(&id).unwrap();
        assert_eq!((found.status, found.is_withdrawn), (Some(expected), is_withdrawn), "{card}");
        let sum: i64 = found.movements.iter().map(|one| one.amount.cents()).sum();
        assert_eq!(sum < 0, is_withdrawn, "{card}");
        let (_, events) = sandbox.call("GET", "/v1/events", &[("limit", "100")]);
        let about: Vec<&Value> = events["data"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|event| event["data"]["object"]["id"] == *id)
            .collect();
        assert!(about.len() >= 2, "{card}");
        for event in about {
            assert!(EVENTS.contains(&event["type"].as_str().unwrap()), "{event}");
            assert_eq!(subject_of(event), EventSubject::Object(ProviderObject::Chargeback(id.clone())));
        }
    }
}

#[test]
fn a_banks_inquiry_withdraws_no_money_and_a_refund_closes_the_inquiry() {
    let (sandbox, gateway) = start();
    let (intent, id) = pay_with_disputed_card(&sandbox, &gateway, "pm_card_createDisputeInquiry");
    let found = gateway.chargeback(&id).unwrap();
    assert_eq!((found.status, found.is_withdrawn), (Some(Inquiry), false));
    gateway.create_refund(&refund(&intent, 15_000, "refund")).unwrap();
    assert_eq!(gateway.chargeback(&id).unwrap().status, Some(ChargebackStatus::InquiryClosed));
    let (inquiry, _) = pay_with_disputed_card(&sandbox, &gateway, "pm_card_createDispute");
    let refused = gateway.create_refund(&refund(&inquiry, 15_000, "too_late"));
    assert!(
        matches!(&refused, Err(GatewayError::Refused { code, .. }) if code == "charge_disputed"),
        "{refused:?}"
    );
}

/// According to the deployment guide, operators subscribe the webhook endpoint to certain events. The guide
/// must list exactly the events that the code handles.
#[test]
fn the_deployment_guide_lists_exactly_the_handled_events() {
    let guide = include_str!("../../../../docs/DEPLOY.md");
    let named: Vec<&str> = guide
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| {
            ["payment_intent.", "refund.", "charge.", "payout."].iter().any(|of| word.starts_with(of))
        })
        .collect();
    assert_eq!(named, EVENTS);
}
