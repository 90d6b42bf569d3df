//! Tests of events and their delivery to the webhook.

use std::time::Duration;

use crate::support::{Client, Hook, start_with};
use stripe_sandbox::Fault;
use stripe_sandbox::FaultKind;
use stripe_sandbox::Options;

fn start_with_webhook() -> (stripe_sandbox::Sandbox, Client, Hook) {
    let hook = Hook::start();
    let (sandbox, client) = start_with(Options {
        webhook_url: Some(hook.url.clone()),
        webhook_retry: Duration::from_millis(1),
        webhook_secret: Some("whsec_of_this_test".into()),
        ..Options::default()
    });
    (sandbox, client, hook)
}

#[tokio::test]
async fn each_step_of_a_payment_sends_its_event() {
    let (sandbox, client, hook) = start_with_webhook();
    let paid = client.pay("pm_card_visa").await;
    assert_eq!(hook.kinds(3), ["charge.succeeded", "payment_intent.created", "payment_intent.succeeded"]);
    client.post("/v1/refunds", &format!("payment_intent={}", paid.text("/id"))).await;
    assert_eq!(hook.kinds(2), ["charge.refunded", "refund.created"]);
    client.pay("pm_card_chargeDeclined").await;
    assert_eq!(hook.kinds(3), ["charge.failed", "payment_intent.created", "payment_intent.payment_failed"]);
    let answer = client.pay("pm_card_authenticationRequired").await;
    assert_eq!(hook.kinds(2), ["payment_intent.created", "payment_intent.requires_action"]);
    sandbox.authenticate(answer.text("/id"), false);
    assert_eq!(hook.kinds(1), ["payment_intent.payment_failed"]);
    client.post(&format!("/v1/payment_intents/{}/cancel", answer.text("/id")), "").await;
    assert_eq!(hook.kinds(1), ["payment_intent.canceled"]);
}

#[tokio::test]
async fn a_webhook_delivery_contains_a_signed_event_that_can_also_be_listed() {
    let (_sandbox, client, hook) = start_with_webhook();
    let (id, _) = client.create_intent().await;
    let delivered = hook.next();
    assert_eq!(delivered.event["object"], "event");
    assert_eq!(delivered.event["livemode"], false);
    assert_eq!(delivered.event["data"]["object"]["id"], id);
    let (at, _) = delivered.signature.strip_prefix("t=").and_then(|rest| rest.split_once(",v1=")).unwrap();
    assert_eq!(delivered.signature, expected_signature("whsec_of_this_test", at, &delivered.body));
    let listed = client.get("/v1/events?type=payment_intent.*").await;
    assert_eq!(listed.text("/data/0/id"), delivered.id());
    assert_eq!(
        client.get(&format!("/v1/events/{}", delivered.id())).await.text("/type"),
        "payment_intent.created"
    );
}

fn expected_signature(secret: &str, timestamp: &str, body: &str) -> String {
    use hmac::{Hmac, KeyInit, Mac};
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{timestamp}.{body}").as_bytes());
    format!("t={timestamp},v1={}", hex::encode(mac.finalize().into_bytes()))
}

#[tokio::test]
async fn a_refused_delivery_is_retried_and_can_be_redelivered() {
    let (sandbox, client, hook) = start_with_webhook();
    hook.refuse(2);
    client.create_intent().await;
    let first = hook.next();
    assert_eq!((hook.next().id(), hook.next().id()), (first.id(), first.id()));
    assert!(sandbox.redeliver(first.id()));
    assert_eq!(hook.next().id(), first.id());
}

#[tokio::test]
async fn faults_can_drop_duplicate_and_reorder_webhook_deliveries() {
    let (sandbox, client, hook) = start_with_webhook();
    sandbox.inject(Fault::once(FaultKind::WebhooksOff));
    client.create_intent().await;
    sandbox.inject(Fault::once(FaultKind::WebhooksDuplicated));
    let (id, _) = client.create_intent().await;
    let (one, two) = (hook.next(), hook.next());
    assert_eq!((one.id(), &one.event["data"]["object"]["id"]), (two.id(), &id.into()));
    sandbox.inject(Fault::once(FaultKind::WebhooksReordered).times(3));
    client.pay("pm_card_visa").await;
    let kinds: Vec<String> = (0..3).map(|_| hook.next().kind().to_owned()).collect();
    assert_eq!(kinds, ["payment_intent.succeeded", "charge.succeeded", "payment_intent.created"]);
}

#[tokio::test]
async fn webhooks_held_back_by_a_fault_are_sent_when_the_faults_are_cleared() {
    let (sandbox, client, hook) = start_with_webhook();
    sandbox.inject(Fault::once(FaultKind::WebhooksReordered).times(9));
    client.create_intent().await;
    assert_eq!(sandbox.pending_deliveries(), 1);
    assert_eq!(client.send("DELETE", "/_sandbox/faults", "").await.status, 200);
    assert_eq!(hook.kinds(1), ["payment_intent.created"]);
}

#[tokio::test]
async fn a_processing_payment_can_be_settled_by_a_control_request() {
    let hook = Hook::start();
    let (sandbox, client) =
        start_with(Options { webhook_url: Some(hook.url.clone()), settle_after: None, ..Options::default() });
    for (outcome, status) in [("succeeded", "succeeded"), ("failed", "requires_payment_method")] {
        sandbox.inject(Fault::once(FaultKind::PaymentProcessing));
        let waiting = client.pay("pm_card_visa").await;
        assert_eq!(waiting.text("/status"), "processing");
        assert_eq!(hook.kinds(2), ["payment_intent.created", "payment_intent.processing"]);
        let path = format!("/_sandbox/payment_intents/{}/settle", waiting.text("/id"));
        let settled = client.post(&path, &format!(r#"{{"outcome": "{outcome}"}}"#)).await;
        assert_eq!(settled.text("/status"), status);
        hook.kinds(2);
    }
}
