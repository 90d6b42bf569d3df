//! A driver's case and its lawyers, over HTTP.

use super::client::Client;
use crate::support::{Answer, App, eventually};
use chrono::Days;
use domain::shared::business_time::BUSINESS_ZONE;
use serde_json::{Value, json};

/// A driver who hires a lawyer, and the session tokens of two lawyers. The first lawyer gets the first offer.
pub struct World {
    pub client: Client,
    pub first: String,
    pub second: String,
}

impl World {
    pub fn new() -> Self {
        let client = Client::new();
        let [first, second] = ["first", "second"].map(|name| client.app.log_in(client.app.lawyer(name)));
        Self { client, first, second }
    }

    /// Creates a driver and only the first lawyer.
    pub fn with_one_lawyer() -> Self {
        let client = Client::new();
        let first = client.app.log_in(client.app.lawyer("first"));
        Self { client, first, second: String::new() }
    }

    pub fn app(&self) -> &App {
        &self.client.app
    }

    /// Hires a lawyer. Returns the hire's id.
    pub fn hire(&self) -> i64 {
        self.client.pay();
        eventually("the webhook makes the hire", || self.client.hire().is_some());
        self.client.hire().unwrap()["id"].as_i64().unwrap()
    }

    /// Returns the case as the driver sees it.
    pub fn case_of_driver(&self, id: i64) -> Value {
        self.app().get(&format!("/api/lawyer-cases/{id}"), &self.client.token).json
    }

    /// Returns the response with the case for the lawyer with this session token.
    pub fn case_of_lawyer(&self, lawyer: &str, id: i64) -> Answer {
        self.app().get(&format!("/api/lawyer/cases/{id}"), lawyer)
    }

    /// Makes a call as the lawyer with this session token, with the case's current version.
    pub fn call(&self, lawyer: &str, id: i64, call: &str, mut body: Value) -> Answer {
        body["version"] = self.case_of_driver(id)["version"].clone();
        self.app().post(&format!("/api/lawyer/cases/{id}/{call}"), lawyer, &body)
    }

    /// Makes a driver's call with the case's current version.
    pub fn call_as_driver(&self, id: i64, call: &str, mut body: Value) -> Answer {
        body["version"] = self.case_of_driver(id)["version"].clone();
        self.app().post(&format!("/api/lawyer-cases/{id}/{call}"), &self.client.token, &body)
    }

    /// Returns the ticket as its driver sees it.
    pub fn ticket(&self) -> Value {
        let path = format!("/api/tickets/{}?all=true", self.client.owner());
        self.app().get(&path, &self.client.token).json[0].clone()
    }

    /// Returns the date this many days from today.
    pub fn day(&self, days: u64) -> String {
        let today = self.app().deps().clock.now().with_timezone(&BUSINESS_ZONE).date_naive();
        today.checked_add_days(Days::new(days)).unwrap().to_string()
    }

    /// Makes the first lawyer accept the case and send the agreement, and the driver sign it.
    pub fn sign(&self, id: i64) {
        for (call, body) in [("accept", json!({})), ("agreement", json!({"text": "I represent you."}))] {
            let answer = self.call(&self.first, id, call, body);
            assert_eq!(answer.status, 200, "{call}: {}", answer.text);
        }
        let signed = self.call_as_driver(id, "sign", json!({"name": "Test client"}));
        assert_eq!(signed.status, 200, "{}", signed.text);
    }
}
