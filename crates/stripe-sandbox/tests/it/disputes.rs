//! Tests of disputes: opened by test cards or by control requests, contested, closed and decided.

use std::time::Duration;

use serde_json::json;
use stripe_sandbox::{Options, Sandbox};

use crate::support::{Answer, Client, Hook, start, start_with};

/// Makes a payment that the bank disputes. Returns the intent and the dispute.
async fn pay_with_disputed_card(client: &Client, card: &str) -> (Answer, Answer) {
    let paid = client.pay(card).await;
    let list = client.get(&format!("/v1/disputes?payment_intent={}", paid.text("/id"))).await;
    let dispute = client.get(&format!("/v1/disputes/{}", list.text("/data/0/id"))).await;
    assert_eq!(dispute.body, list.body["data"][0]);
    (paid, dispute)
}

fn start_without_automatic_decisions() -> (Sandbox, Client) {
    start_with(Options { settle_after: None, ..Options::default() })
}

/// Waits until the dispute with this id has this status, and returns the dispute.
async fn wait_for_status(client: &Client, id: &str, status: &str) -> Answer {
    loop {
        let dispute = client.get(&format!("/v1/disputes/{id}")).await;
        if dispute.text("/status") == status {
            return dispute;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn a_dispute_withdraws_the_amount_and_the_fee() {
    let (_sandbox, client) = start();
    let (paid, dispute) = pay_with_disputed_card(&client, "pm_card_createDispute").await;
    assert_eq!(paid.text("/status"), "succeeded");
    assert_eq!((dispute.text("/status"), dispute.text("/reason")), ("needs_response", "fraudulent"));
    assert_eq!(dispute.number("/amount"), 15_000);
    assert_eq!(dispute.text("/charge"), paid.text("/latest_charge"));
    assert_eq!(dispute.body["is_charge_refundable"], false);
    assert!(dispute.number("/evidence_details/due_by") > dispute.number("/created"));
    let withdrawal = &dispute.body["balance_transactions"][0];
    assert_eq!(
        (&withdrawal["amount"], &withdrawal["fee"], &withdrawal["net"]),
        (&json!(-15_000), &json!(1500), &json!(-16_500))
    );
    assert_eq!(
        (&withdrawal["type"], &withdrawal["reporting_category"]),
        (&json!("adjustment"), &json!("dispute"))
    );
    let charge = client.get(&format!("/v1/charges/{}", paid.text("/latest_charge"))).await;
    assert_eq!((&charge.body["disputed"], charge.number("/amount_refunded")), (&json!(true), 0));
    let refused = client.post("/v1/refunds", &format!("payment_intent={}", paid.text("/id"))).await;
    assert_eq!((refused.status, refused.text("/error/code")), (400, "charge_disputed"));
    let (_, other) = pay_with_disputed_card(&client, "pm_card_createDisputeProductNotReceived").await;
    assert_eq!(other.text("/reason"), "product_not_received");
}

#[tokio::test]
async fn an_inquiry_withdraws_no_money_and_a_full_refund_closes_it() {
    let (_sandbox, client) = start();
    let (paid, inquiry) = pay_with_disputed_card(&client, "pm_card_createDisputeInquiry").await;
    assert_eq!(inquiry.text("/status"), "warning_needs_response");
    assert_eq!(inquiry.text("/payment_method_details/card/case_type"), "inquiry");
    assert_eq!(inquiry.body["balance_transactions"], json!([]));
    assert_eq!(inquiry.body["is_charge_refundable"], true);
    let refund = |amount: &str| format!("payment_intent={}&amount={amount}", paid.text("/id"));
    assert_eq!(client.post("/v1/refunds", &refund("5000")).await.status, 200);
    let path = format!("/v1/disputes/{}", inquiry.text("/id"));
    assert_eq!(client.get(&path).await.text("/status"), "warning_needs_response");
    assert_eq!(client.post("/v1/refunds", &refund("10000")).await.status, 200);
    assert_eq!(client.get(&path).await.text("/status"), "warning_closed");
}

#[tokio::test]
async fn evidence_is_staged_then_submitted_once_and_decides_the_dispute() {
    let (_sandbox, client) =
        start_with(Options { settle_after: Some(Duration::from_millis(1)), ..Options::default() });
    for (words, status, moved) in [("winning_evidence", "won", 2), ("losing_evidence", "lost", 1)] {
        let (_, dispute) = pay_with_disputed_card(&client, "pm_card_createDispute").await;
        let path = format!("/v1/disputes/{}", dispute.text("/id"));
        let staged = client
            .post(
                &path,
                "evidence[customer_name]=Ann+Lee&evidence[service_date]=Nov+1&submit=false&metadata[by]=7",
            )
            .await;
        assert_eq!(
            (staged.text("/status"), staged.text("/evidence/customer_name")),
            ("needs_response", "Ann Lee")
        );
        assert_eq!(staged.text("/metadata/by"), "7");
        assert_eq!(staged.body["evidence_details"]["has_evidence"], true);
        let body = format!("evidence[service_date]=&evidence[uncategorized_text]={words}");
        let submitted = client.post(&path, &body).await;
        assert_eq!(submitted.text("/status"), "under_review");
        assert_eq!(submitted.number("/evidence_details/submission_count"), 1);
        assert_eq!(
            (submitted.text("/evidence/customer_name"), &submitted.body["evidence"]["service_date"]),
            ("Ann Lee", &json!(null))
        );
        let decided = wait_for_status(&client, dispute.text("/id"), status).await;
        assert_eq!(decided.body["balance_transactions"].as_array().map(Vec::len), Some(moved), "{words}");
        let again = client.post(&path, &body).await;
        assert_eq!((again.status, again.text("/error/type")), (400, "invalid_request_error"));
        assert_eq!(client.post(&format!("{path}/close"), "").await.status, 400);
        assert_eq!(client.post(&path, "metadata[note]=kept").await.text("/metadata/note"), "kept");
    }
}

#[tokio::test]
async fn staged_evidence_is_submitted_on_request() {
    let (_sandbox, client) = start_without_automatic_decisions();
    let (_, dispute) = pay_with_disputed_card(&client, "pm_card_createDispute").await;
    let path = format!("/v1/disputes/{}", dispute.text("/id"));
    client.post(&path, "evidence[uncategorized_text]=winning_evidence&submit=false").await;
    assert_eq!(client.post(&path, "submit=true").await.text("/status"), "under_review");
}

#[tokio::test]
async fn invalid_evidence_is_refused() {
    let (_sandbox, client) = start_without_automatic_decisions();
    let (_, dispute) = pay_with_disputed_card(&client, "pm_card_createDispute").await;
    let path = format!("/v1/disputes/{}", dispute.text("/id"));
    let long = format!("evidence[uncategorized_text]={}", "x".repeat(20_001));
    let cases = [
        ("evidence[nonesuch]=x", "parameter_unknown"),
        ("evidence[receipt]=file_1", "resource_missing"),
        ("amount=5", "parameter_unknown"),
        ("evidence[customer_name]=x&submit=maybe", "parameter_invalid_boolean"),
        (&long, "parameter_invalid"),
    ];
    for (body, code) in cases {
        assert_eq!(client.post(&path, body).await.text("/error/code"), code, "{body:.40}");
    }
    assert_eq!(client.get("/v1/disputes/du_nonesuch").await.status, 404);
}

#[tokio::test]
async fn closing_a_dispute_marks_it_lost_and_closing_an_inquiry_marks_it_closed() {
    let (_sandbox, client) = start();
    for (card, status) in [("createDispute", "lost"), ("createDisputeInquiry", "warning_closed")] {
        let (paid, dispute) = pay_with_disputed_card(&client, &format!("pm_card_{card}")).await;
        let path = format!("/v1/disputes/{}/close", dispute.text("/id"));
        assert_eq!(client.post(&path, "").await.text("/status"), status);
        assert_eq!(client.post(&path, "").await.status, 400, "once");
        let refund = client.post("/v1/refunds", &format!("payment_intent={}", paid.text("/id"))).await;
        assert_eq!(refund.status, if status == "lost" { 400 } else { 200 });
    }
}

#[tokio::test]
async fn a_dispute_without_a_response_by_the_deadline_is_lost() {
    let (_sandbox, client) = start_without_automatic_decisions();
    let (_, dispute) = pay_with_disputed_card(&client, "pm_card_createDispute").await;
    let path = format!("/_sandbox/disputes/{}/due", dispute.text("/id"));
    assert_eq!(client.post(&path, r#"{"due_by": 1700000000}"#).await.status, 200);
    wait_for_status(&client, dispute.text("/id"), "lost").await;
}

#[tokio::test]
async fn a_control_request_can_dispute_any_payment_and_decide_the_dispute() {
    let (sandbox, client) = start_without_automatic_decisions();
    let paid = client.pay("pm_card_visa").await;
    let opened =
        json!({ "payment_intent": paid.text("/id"), "reason": "duplicate", "inquiry": true, "amount": 7000 });
    let (status, dispute) = sandbox.control("POST", "disputes", &opened);
    assert_eq!((status, &dispute["amount"], &dispute["reason"]), (200, &json!(7000), &json!("duplicate")));
    let resolve = format!("disputes/{}/resolve", dispute["id"].as_str().unwrap());
    let outcome = |outcome: &str| sandbox.control("POST", &resolve, &json!({ "outcome": outcome }));
    assert_eq!(outcome("won").0, 400, "an inquiry cannot be won");
    let (_, escalated) = outcome("escalated");
    assert_eq!(
        (&escalated["status"], &escalated["balance_transactions"][0]["net"]),
        (&json!("needs_response"), &json!(-8500))
    );
    assert_eq!(
        sandbox.control("POST", "disputes", &opened).0,
        400,
        "a payment has one open dispute at a time"
    );
    let (_, won) = outcome("won");
    assert_eq!((&won["status"], &won["balance_transactions"][0]["net"]), (&json!("won"), &json!(7000)));
    let refund = client.post("/v1/refunds", &format!("payment_intent={}", paid.text("/id"))).await;
    assert_eq!(refund.status, 200, "a payment whose dispute was won can be refunded");
    let open = client.create_intent().await.0;
    assert_eq!(sandbox.control("POST", "disputes", &json!({ "payment_intent": open })).0, 404);
    let paid = client.pay("pm_card_visa").await;
    let unknown = json!({ "charge": paid.text("/latest_charge"), "reason": "nonesuch" });
    assert_eq!(sandbox.control("POST", "disputes", &unknown).0, 400);
}

#[tokio::test]
async fn each_step_of_a_dispute_sends_its_event() {
    let hook = Hook::start();
    let (sandbox, client) =
        start_with(Options { settle_after: None, webhook_url: Some(hook.url.clone()), ..Options::default() });
    let paid = client.pay("pm_card_createDispute").await;
    assert_eq!(
        hook.kinds(5),
        [
            "charge.dispute.created",
            "charge.dispute.funds_withdrawn",
            "charge.succeeded",
            "payment_intent.created",
            "payment_intent.succeeded"
        ]
    );
    let list = client.get(&format!("/v1/disputes?charge={}", paid.text("/latest_charge"))).await;
    let id = list.text("/data/0/id");
    client.post(&format!("/v1/disputes/{id}"), "evidence[customer_name]=Ann").await;
    let updated = hook.next();
    assert_eq!(updated.kind(), "charge.dispute.updated");
    assert_eq!(updated.event["data"]["previous_attributes"]["status"], "needs_response");
    assert_eq!(updated.event["data"]["object"]["status"], "under_review");
    sandbox.control("POST", &format!("disputes/{id}/resolve"), &json!({ "outcome": "won" }));
    assert_eq!(hook.kinds(2), ["charge.dispute.closed", "charge.dispute.funds_reinstated"]);
}
