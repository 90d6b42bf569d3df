//! Tests of payments that seem to be from before the sandbox started.

use serde_json::{Value, json};
use stripe_sandbox::{Options, PastDispute, PastPayment, PastRefund};

use crate::support::{Hook, start_with};

const DAY: i64 = 24 * 60 * 60;
/// 2026-01-10, at noon in UTC.
const START: i64 = 1_768_046_400;

fn past_payment(number: i64, refund: Option<PastRefund>) -> PastPayment {
    PastPayment {
        intent: format!("pi_past{number}"),
        transaction: Some(format!("txn_past{number}")),
        amount: 15_000 * number,
        paid_at: START + number * DAY,
        refund,
        dispute: None,
    }
}

#[tokio::test]
async fn added_past_payments_keep_their_ids_and_times_and_cause_no_events() {
    let hook = Hook::start();
    let (sandbox, client) = start_with(Options { webhook_url: Some(hook.url.clone()), ..Options::default() });
    let refund = PastRefund {
        id: "re_past".to_owned(),
        transaction: "txn_back".to_owned(),
        refunded_at: START + 3 * DAY,
    };
    sandbox.add_past_payments(&[past_payment(1, None), past_payment(2, Some(refund))]);
    let intent = client.get("/v1/payment_intents/pi_past1?expand[]=latest_charge").await;
    assert_eq!((intent.text("/status"), intent.number("/amount_received")), ("succeeded", 15_000));
    assert_eq!(intent.number("/latest_charge/created"), START + DAY);
    assert_eq!(intent.text("/latest_charge/payment_method_details/card/last4"), "4242");

    let listed = client.get("/v1/balance_transactions?limit=100").await.body["data"].clone();
    let row = |one: &Value| json!([one["id"], one["type"], one["amount"], one["fee"], one["created"]]);
    let rows: Vec<Value> = listed.as_array().unwrap().iter().map(row).collect();
    assert_eq!(
        rows,
        [
            json!(["txn_back", "refund", -30_000, 0, START + 3 * DAY]),
            json!(["txn_past2", "charge", 30_000, 900, START + 2 * DAY]),
            json!(["txn_past1", "charge", 15_000, 465, START + DAY]),
        ]
    );
    assert_eq!(client.get("/v1/refunds/re_past").await.text("/status"), "succeeded");
    assert_eq!(client.get("/v1/events").await.body["data"], json!([]));
    assert_eq!(sandbox.pending_deliveries(), 0);
}

#[tokio::test]
async fn a_past_payment_can_be_processing_or_disputed() {
    let (sandbox, client) = start_with(Options::default());
    let processing = PastPayment { transaction: None, ..past_payment(1, None) };
    let dispute = PastDispute {
        id: "du_past".to_owned(),
        transaction: "txn_taken".to_owned(),
        opened_at: START + 3 * DAY,
        // This time is in 2096, so that the dispute stays open: the sandbox's bank decides once
        // this deadline has passed.
        due_by: 4_000_000_000,
    };
    let disputed = PastPayment { dispute: Some(dispute), ..past_payment(2, None) };
    sandbox.add_past_payments(&[processing, disputed]);
    assert_eq!(client.get("/v1/payment_intents/pi_past1").await.text("/status"), "processing");
    let read = client.get("/v1/disputes/du_past").await;
    assert_eq!((read.text("/status"), read.number("/amount")), ("needs_response", 30_000), "{}", read.body);
    assert_eq!(read.text("/balance_transactions/0/id"), "txn_taken");
    let taken = client.get("/v1/balance_transactions/txn_taken").await;
    assert_eq!((taken.number("/amount"), taken.number("/created")), (-30_000, START + 3 * DAY));
    assert_eq!(client.get("/v1/events").await.body["data"], json!([]));
}

#[tokio::test]
async fn an_added_past_payment_can_be_refunded_once() {
    let (sandbox, client) = start_with(Options::default());
    sandbox.add_past_payments(&[past_payment(1, None)]);
    let refund = client.post("/v1/refunds", "payment_intent=pi_past1").await;
    assert_eq!((refund.status, refund.number("/amount")), (200, 15_000), "{}", refund.body);
    let again = client.post("/v1/refunds", "payment_intent=pi_past1").await;
    assert_eq!(again.text("/error/code"), "charge_already_refunded");
}
