//! Tests of full, partial, too high, pending, failing and refused refunds.

use std::time::Duration;

use crate::support::{Client, start, start_with};
use stripe_sandbox::Fault;
use stripe_sandbox::FaultKind;
use stripe_sandbox::Options;

async fn pay_with_visa(client: &Client) -> String {
    client.pay("pm_card_visa").await.text("/id").to_owned()
}

#[tokio::test]
async fn a_payment_can_be_refunded_in_parts_up_to_its_amount() {
    let (_sandbox, client) = start();
    let id = pay_with_visa(&client).await;
    let part = client.post("/v1/refunds", &format!("payment_intent={id}&amount=5000")).await;
    assert_eq!((part.number("/amount"), part.text("/status")), (5000, "succeeded"));
    let much = client.post("/v1/refunds", &format!("payment_intent={id}&amount=10001")).await;
    assert_eq!((much.status, much.text("/error/param")), (400, "amount"));
    assert_eq!(
        much.text("/error/message"),
        "Refund amount ($100.01) is greater than unrefunded amount on charge ($100.00)"
    );
    let charge = client.get(&format!("/v1/charges/{}", part.text("/charge"))).await;
    assert_eq!((charge.number("/amount_refunded"), &charge.body["refunded"]), (5000, &false.into()));
    let rest = client.post("/v1/refunds", &format!("payment_intent={id}&reason=requested_by_customer")).await;
    assert_eq!(rest.number("/amount"), 10000);
    let again = client.post("/v1/refunds", &format!("payment_intent={id}")).await;
    assert_eq!(again.text("/error/code"), "charge_already_refunded");
    let listed = client.get(&format!("/v1/refunds?payment_intent={id}")).await;
    assert_eq!((listed.text("/data/0/id"), listed.text("/data/1/id")), (rest.text("/id"), part.text("/id")));
    assert_eq!(client.get(&format!("/v1/refunds?charge={}", part.text("/charge"))).await.body, listed.body);
    let charge = client.get(&format!("/v1/charges/{}", rest.text("/charge"))).await;
    assert_eq!((charge.number("/amount_refunded"), &charge.body["refunded"]), (15000, &true.into()));
}

#[tokio::test]
async fn an_unpaid_intent_cannot_be_refunded() {
    let (_sandbox, client) = start();
    let (open, _) = client.create_intent().await;
    assert_eq!(client.post("/v1/refunds", &format!("payment_intent={open}")).await.status, 400);
    let declined = client.pay("pm_card_chargeDeclined").await;
    let id = declined.text("/error/payment_intent/id");
    assert_eq!(client.post("/v1/refunds", &format!("payment_intent={id}")).await.status, 400);
    assert_eq!(client.post("/v1/refunds", "payment_intent=pi_nonesuch").await.status, 404);
    assert_eq!(client.post("/v1/refunds", "").await.text("/error/code"), "parameter_missing");
}

#[tokio::test]
async fn a_pending_refund_can_be_settled_by_a_control_request() {
    let (sandbox, client) = start_with(Options { settle_after: None, ..Options::default() });
    for (outcome, refunded) in [("succeeded", 15000), ("failed", 0)] {
        sandbox.inject(Fault::once(FaultKind::RefundPending));
        let id = pay_with_visa(&client).await;
        let refund = client.post("/v1/refunds", &format!("payment_intent={id}")).await;
        assert_eq!(refund.text("/status"), "pending");
        let path = format!("/_sandbox/refunds/{}/settle", refund.text("/id"));
        let settled = client.post(&path, &format!(r#"{{"outcome": "{outcome}"}}"#)).await;
        assert_eq!(settled.text("/status"), outcome);
        let charge = client.get(&format!("/v1/charges/{}", refund.text("/charge"))).await;
        assert_eq!(charge.number("/amount_refunded"), refunded);
        assert_eq!(
            client.post(&path, &format!(r#"{{"outcome": "{outcome}"}}"#)).await.status,
            400,
            "once only"
        );
    }
}

#[tokio::test]
async fn a_refund_to_the_test_card_for_failing_refunds_succeeds_and_then_fails() {
    let hook = crate::support::Hook::start();
    let (_sandbox, client) = start_with(Options {
        settle_after: Some(Duration::from_millis(1)),
        webhook_url: Some(hook.url.clone()),
        ..Options::default()
    });
    let id = client.pay("pm_card_refundFail").await.text("/id").to_owned();
    let refund = client.post("/v1/refunds", &format!("payment_intent={id}")).await;
    assert_eq!(refund.text("/status"), "succeeded");
    let failed =
        std::iter::repeat_with(|| hook.next()).find(|delivered| delivered.kind() == "refund.failed").unwrap();
    assert_eq!(failed.event["data"]["object"]["id"], refund.body["id"]);
    assert_eq!(failed.event["data"]["object"]["failure_reason"], "lost_or_stolen_card");
    // A client that misses the webhook can still read the failure from the refund.
    let refund_seen = client.get(&format!("/v1/refunds/{}", refund.text("/id"))).await;
    assert_eq!(
        (refund_seen.text("/status"), refund_seen.text("/failure_reason")),
        ("failed", "lost_or_stolen_card")
    );
    let events = client.get("/v1/events?type=charge.refund.updated").await;
    assert_eq!(events.text("/data/0/data/object/status"), "failed");
    let again = client.post("/v1/refunds", &format!("payment_intent={id}")).await;
    assert_eq!(again.status, 200, "a failed refund can be made again");
}

#[tokio::test]
async fn a_pending_refund_succeeds_after_the_settling_time() {
    let (_sandbox, client) =
        start_with(Options { settle_after: Some(Duration::from_millis(1)), ..Options::default() });
    let id = client.pay("pm_card_pendingRefund").await.text("/id").to_owned();
    let refund = client.post("/v1/refunds", &format!("payment_intent={id}&amount=100")).await;
    assert_eq!(refund.text("/status"), "pending");
    let path = format!("/v1/refunds/{}", refund.text("/id"));
    while client.get(&path).await.text("/status") != "succeeded" {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn a_refund_refused_for_insufficient_balance_is_refused_again_with_the_same_key() {
    let (_sandbox, client) = start();
    let body = format!("payment_intent={}", pay_with_visa(&client).await);
    let added = client.post("/_sandbox/faults", r#"{"kind": "balance_insufficient"}"#).await;
    assert_eq!(added.status, 200);
    for _ in 0..2 {
        let refused = client.post_with_key("refused", "/v1/refunds", &body).await;
        assert_eq!((refused.status, refused.text("/error/code")), (400, "balance_insufficient"));
    }
    assert_eq!(client.post_with_key("another", "/v1/refunds", &body).await.status, 200);
}
