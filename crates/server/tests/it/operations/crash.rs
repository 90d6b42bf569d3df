//! A server that is killed between a card's charge and the commit. After a restart, the item is
//! paid exactly once (docs/product/payments.md#when-an-item-is-paid).

use crate::support::process::Server;
use crate::support::{App, eventually};
use diesel::connection::SimpleConnection;
use serde_json::json;

#[test]
fn a_server_killed_between_charge_and_commit_records_the_payment_once() {
    let app = App::start();
    let driver = app.driver("unlucky");
    let token = app.log_in(driver);
    let ticket = app.ticket(driver, "$150");
    let body = json!({"amount": "150", "type": "ticket", "itemId": ticket});
    let intent = app.post("/api/create-payment-intent", &token, &body).json["paymentIntentId"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(app.pay(&intent, "pm_card_visa").0, 200);

    let data = tempfile::tempdir().unwrap();
    // The settlement waits for this lock, so its transaction stays open.
    let mut blocker = app.database.connection();
    blocker.batch_execute("BEGIN; LOCK TABLE payment_transactions IN SHARE MODE").unwrap();
    let server = Server::start(&app, data.path());
    let waiting = "SELECT count(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%payment_transactions%'";
    eventually("the settlement waits just before its commit", || app.count(waiting) > 0);
    server.kill();
    blocker.batch_execute("ROLLBACK").unwrap();
    eventually("the killed server's connections are gone", || app.count(waiting) == 0);
    assert_eq!(app.count("SELECT count(*) FROM tickets WHERE is_paid"), 0);
    assert_eq!(app.count("SELECT count(*) FROM payment_transactions"), 0);

    let server = Server::start(&app, data.path());
    eventually("the restarted server settles", || {
        app.count("SELECT count(*) FROM tickets WHERE is_paid") == 1
    });
    assert_eq!(app.count("SELECT count(*) FROM payment_transactions"), 1);
    assert_eq!(app.count("SELECT count(*) FROM payments WHERE status = 'settled'"), 1);
    let (_, list) = app.sandbox.call("GET", "/v1/payment_intents", &[]);
    let charged: i64 = list["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|intent| intent["amount_received"].as_i64().unwrap())
        .sum();
    assert_eq!(charged, 15_000);
    server.kill();
}
