//! A driver with a ticket who hires a lawyer.

use crate::support::{Answer, App, eventually};
use serde_json::{Value, json};

pub const GOOD: &str = "pm_card_visa";

/// A driver with a ticket of $300.
pub struct Client {
    pub app: App,
    pub ticket: i32,
    pub token: String,
}

impl Client {
    /// Creates the driver in this app.
    pub fn of(app: App) -> Self {
        let id = app.driver("client");
        let (ticket, token) = (app.ticket(id, "$300"), app.log_in(id));
        Self { app, ticket, token }
    }

    /// Creates the driver in a new app that receives the provider's webhooks.
    pub fn new() -> Self {
        let client = Self::of(App::start());
        client.app.deliver_webhooks();
        client
    }

    /// Starts paying the ticket or, with the kind `lawyer`, a lawyer for it.
    pub fn start(&self, kind: &str, amount: &str) -> Answer {
        let body = json!({"amount": amount, "type": kind, "itemId": self.ticket});
        self.app.post("/api/create-payment-intent", &self.token, &body)
    }

    /// Returns the driver's id.
    pub fn owner(&self) -> i64 {
        self.app.count(&format!("SELECT user_id::bigint FROM tickets WHERE id = {}", self.ticket))
    }

    /// Pays for a lawyer without opening the confirmation page. Returns the intent's id.
    #[track_caller]
    pub fn pay(&self) -> String {
        let answer = self.start("lawyer", "150");
        assert_eq!(answer.status, 201, "{}", answer.text);
        let intent = answer.json["paymentIntentId"].as_str().unwrap().to_owned();
        assert_eq!(self.app.pay(&intent, GOOD).0, 200);
        intent
    }

    /// Returns the only hire, if there is one.
    pub fn hire(&self) -> Option<Value> {
        let Value::Array(mut hires) = self.app.get("/api/lawyer-hires", &self.token).json else {
            return None;
        };
        assert!(hires.len() <= 1, "{hires:?}");
        hires.pop()
    }

    /// Hires a lawyer and cancels the hire. Returns the canceled hire.
    pub fn cancel(&self) -> Value {
        self.pay();
        eventually("the webhook makes the hire", || self.hire().is_some());
        let path = format!("/api/lawyer-hires/{}/cancel", self.hire().unwrap()["id"]);
        let answer = self.app.call("POST", &path, Some(&self.token), None);
        assert_eq!((answer.status, &answer.json["status"]), (200, &json!("Cancelled")), "{}", answer.text);
        answer.json
    }

    /// Returns the refund's state in the driver's hire.
    pub fn refund(&self) -> Value {
        self.hire().unwrap()["refund"].clone()
    }

    /// Returns the number of refunds at the provider.
    pub fn refunds(&self) -> usize {
        let (_, refunds) = self.app.sandbox.call("GET", "/v1/refunds", &[]);
        refunds["data"].as_array().unwrap().len()
    }
}
