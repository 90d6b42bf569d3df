//! Tests of the balance: transactions, fees and payouts.

use serde_json::{Value, json};
use stripe_sandbox::Options;

use crate::support::{Client, Hook, start, start_with};

/// Lists the balance transactions that match `filter`, which is a query string.
async fn list_transactions(client: &Client, filter: &str) -> Vec<Value> {
    let list = client.get(&format!("/v1/balance_transactions?limit=100&{filter}")).await;
    list.body["data"].as_array().unwrap_or_else(|| panic!("{}", list.body)).clone()
}

fn sum(transactions: &[Value], field: &str) -> i64 {
    transactions.iter().map(|transaction| transaction[field].as_i64().unwrap()).sum()
}

/// Returns the available and the pending amount of the balance, in cents.
async fn balance(client: &Client) -> (i64, i64) {
    let balance = client.get("/v1/balance").await;
    (balance.number("/available/0/amount"), balance.number("/pending/0/amount"))
}

#[tokio::test]
async fn each_balance_change_is_recorded_with_its_fee() {
    let (sandbox, client) = start_with(Options { settle_after: None, ..Options::default() });
    let paid = client.pay("pm_card_visa").await;
    let charge = client
        .get(&format!("/v1/charges/{}?expand[]=balance_transaction", paid.text("/latest_charge")))
        .await;
    let booked = |field: &str| charge.number(&format!("/balance_transaction/{field}"));
    assert_eq!((booked("amount"), booked("fee"), booked("net")), (15_000, 465, 14_535));
    assert_eq!(charge.number("/balance_transaction/fee_details/0/amount"), 465);
    assert_eq!(charge.text("/balance_transaction/status"), "pending");
    assert_eq!(balance(&client).await, (0, 14_535));

    let refund =
        client.post("/v1/refunds", &format!("payment_intent={}&amount=5000", paid.text("/id"))).await;
    let back = client.get(&format!("/v1/balance_transactions/{}", refund.text("/balance_transaction"))).await;
    assert_eq!((back.text("/type"), back.number("/net"), back.number("/fee")), ("refund", -5000, 0));
    assert_eq!(back.text("/source"), refund.text("/id"));
    sandbox.control(
        "POST",
        &format!("refunds/{}/settle", refund.text("/id")),
        &json!({ "outcome": "failed" }),
    );
    let failed =
        client.get(&format!("/v1/refunds/{}?expand[]=failure_balance_transaction", refund.text("/id"))).await;
    assert_eq!(failed.text("/failure_balance_transaction/type"), "refund_failure");
    assert_eq!(failed.number("/failure_balance_transaction/net"), 5000);

    let (_, dispute) = sandbox.control("POST", "disputes", &json!({ "payment_intent": paid.text("/id") }));
    let source = dispute["id"].as_str().unwrap();
    assert_eq!(sum(&list_transactions(&client, &format!("source={source}")).await, "net"), -16_500);
    sandbox.control("POST", &format!("disputes/{source}/resolve"), &json!({ "outcome": "won" }));
    let moved = list_transactions(&client, &format!("source={source}")).await;
    assert_eq!((sum(&moved, "amount"), sum(&moved, "net")), (0, -1500), "the fee is not returned");
    assert_eq!(list_transactions(&client, "type=adjustment").await, moved);
    assert_eq!(sandbox.control("POST", "fees", &json!({ "amount": 200, "description": "Radar" })).0, 200);
    assert_eq!(sum(&list_transactions(&client, "type=stripe_fee").await, "net"), -200);

    let all = list_transactions(&client, "").await;
    let (available, pending) = balance(&client).await;
    assert_eq!(available + pending, sum(&all, "net"));
    assert!(list_transactions(&client, "created[gte]=9999999999").await.is_empty());
    assert_eq!(client.get("/v1/balance_transactions/txn_nonesuch").await.status, 404);
}

#[tokio::test]
async fn an_automatic_payout_takes_the_whole_balance_and_lists_its_transactions() {
    let hook = Hook::start();
    let (sandbox, client) = start_with(Options { webhook_url: Some(hook.url.clone()), ..Options::default() });
    let paid = client.pay("pm_card_visa").await;
    client.pay("pm_card_bypassPending").await;
    client.post("/v1/refunds", &format!("payment_intent={}", paid.text("/id"))).await;
    hook.kinds(8);
    assert_eq!(balance(&client).await, (-465, 14_535), "a refund is taken from what is available");
    assert_eq!(
        sandbox.control("POST", "payouts", &json!({ "with_pending": false })).1,
        json!({ "payouts": [] })
    );

    let payout = client.post("/_sandbox/payouts", "").await;
    let (id, amount) = (payout.text("/payouts/0/id").to_owned(), payout.number("/payouts/0/amount"));
    assert_eq!((amount, payout.text("/payouts/0/status")), (14_070, "paid"));
    assert_eq!(payout.body["payouts"][0]["automatic"], true);
    assert_eq!(hook.kinds(3), ["payout.created", "payout.paid", "payout.reconciliation_completed"]);
    let took = list_transactions(&client, &format!("payout={id}")).await;
    assert_eq!((took.len(), sum(&took, "net")), (4, 0), "two charges, a refund and the payout itself");
    assert_eq!(balance(&client).await, (0, 0));
    assert_eq!(client.get(&format!("/v1/payouts/{id}")).await.number("/amount"), amount);
    assert_eq!(client.get("/v1/payouts?limit=1").await.text("/data/0/id"), id);
    assert_eq!(
        client.post("/_sandbox/payouts", "").await.body,
        json!({ "payouts": [] }),
        "the balance is empty"
    );
}

#[tokio::test]
async fn a_failed_payout_returns_to_the_balance_and_is_paid_out_again() {
    let (sandbox, client) = start();
    client.pay("pm_card_visa").await;
    let (_, sent) = sandbox.control("POST", "payouts", &json!({ "outcome": "in_transit" }));
    let id = sent["payouts"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!((&sent["payouts"][0]["status"], balance(&client).await), (&json!("in_transit"), (0, 0)));
    let failed = client.post(&format!("/_sandbox/payouts/{id}/settle"), r#"{"outcome": "failed"}"#).await;
    assert_eq!((failed.text("/status"), failed.text("/failure_code")), ("failed", "account_closed"));
    assert_eq!(balance(&client).await, (14_535, 0));
    assert_eq!(list_transactions(&client, "type=payout_failure").await.len(), 1);
    let again = client.post("/_sandbox/payouts", "").await;
    assert_eq!(again.number("/payouts/0/amount"), 14_535);
    assert_eq!(
        client.post(&format!("/_sandbox/payouts/{id}/settle"), r#"{"outcome": "succeeded"}"#).await.status,
        400
    );
}

#[tokio::test]
async fn a_manual_payout_cannot_exceed_the_available_balance() {
    let (_sandbox, client) = start_with(Options { settle_after: None, ..Options::default() });
    client.pay("pm_card_visa").await;
    let refused = client.post("/v1/payouts", "amount=1000&currency=usd").await;
    assert_eq!((refused.status, refused.text("/error/code")), (400, "balance_insufficient"));
    client.pay("pm_card_bypassPending").await;
    let payout = client.post("/v1/payouts", "amount=1000&currency=usd&description=rent").await;
    assert_eq!((payout.text("/status"), payout.text("/description")), ("pending", "rent"));
    assert_eq!(balance(&client).await.0, 13_535);
    let path = format!("/v1/payouts/{}", payout.text("/id"));
    assert_eq!(client.post(&path, "metadata[foo]=bar").await.text("/metadata/foo"), "bar");
    assert_eq!(client.post(&format!("{path}/cancel"), "").await.text("/status"), "canceled");
    assert_eq!(balance(&client).await.0, 14_535);
    for body in ["currency=usd", "amount=5", "amount=0&currency=usd", "amount=5&currency=usd&colour=red"] {
        assert_eq!(client.post("/v1/payouts", body).await.status, 400, "{body}");
    }
}
