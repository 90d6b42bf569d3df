//! A driver who pays: the requests, and the state of the driver's money.

use crate::support::{Answer, App};
use domain::shared::ids::UserId;
use serde_json::json;

pub const GOOD: &str = "pm_card_visa";

/// A driver with a session.
pub struct Driver {
    pub app: App,
    pub id: UserId,
    pub token: String,
}

impl Driver {
    pub fn new() -> Self {
        let app = App::start();
        let id = app.driver("payer");
        let token = app.log_in(id);
        Self { app, id, token }
    }

    /// Starts paying an item, or a lawyer for a ticket.
    pub fn start(&self, kind: &str, id: i32, amount: &str) -> Answer {
        let body = json!({"amount": amount, "type": kind, "itemId": id});
        self.app.post("/api/create-payment-intent", &self.token, &body)
    }

    /// Starts paying, which must succeed. Returns the intent's id.
    #[track_caller]
    pub fn intent(&self, kind: &str, id: i32, amount: &str) -> String {
        let answer = self.start(kind, id, amount);
        assert_eq!(answer.status, 201, "{}", answer.text);
        answer.json["paymentIntentId"].as_str().unwrap().to_owned()
    }

    /// Asks the server to record the payment, as the confirmation page does.
    pub fn confirm(&self, intent: &str) -> Answer {
        self.app.post("/api/payment-transactions", &self.token, &json!({"paymentIntentId": intent}))
    }

    /// Pays the intent by card, at the provider only.
    #[track_caller]
    pub fn pay(&self, intent: &str) {
        let (status, body) = self.app.pay(intent, GOOD);
        assert_eq!((status, &body["status"]), (200, &json!("succeeded")), "{body}");
    }

    pub fn transactions(&self) -> i64 {
        self.app.count("SELECT count(*) FROM payment_transactions")
    }

    /// Returns whether the ticket with this id is paid.
    pub fn is_paid(&self, ticket: i32) -> bool {
        self.app.count(&format!("SELECT count(*) FROM tickets WHERE id = {ticket} AND is_paid")) == 1
    }

    /// Returns the total that the payment sandbox has charged, in cents.
    pub fn charged(&self) -> i64 {
        let (_, list) = self.app.sandbox.call("GET", "/v1/payment_intents", &[("limit", "100")]);
        list["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|intent| intent["amount_received"].as_i64().unwrap())
            .sum()
    }
}
