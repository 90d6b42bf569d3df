//! A snapshot of the provider's records.

use std::collections::HashMap;

use serde_json::Value;

use super::super::bank::list_all;
use super::super::world::World;
use super::our_records::Payment;

#[derive(Clone, Debug)]
pub struct Intent {
    pub id: String,
    pub amount: i64,
    pub received: i64,
    pub status: String,
    labels: HashMap<String, String>,
}

impl Intent {
    /// Returns whether the intent can still be paid.
    pub fn is_payable(&self) -> bool {
        self.status.starts_with("requires_")
    }

    /// Returns whether this installation created the intent for this payment.
    pub fn is_of(&self, payment: &Payment, installation: &str) -> bool {
        let says = |name: &str| self.labels.get(name).map(String::as_str).unwrap_or_default();
        says("installation") == installation
            && says("payment_id") == payment.id.to_string()
            && says("confirmation_number") == payment.confirmation_number
            && says("user_id") == payment.user_id.to_string()
    }
}

/// A refund or a dispute at the provider.
#[derive(Clone, Debug)]
pub struct Movement {
    pub id: String,
    pub intent: String,
    pub amount: i64,
    pub status: String,
}

pub struct Theirs {
    pub intents: Vec<Intent>,
    pub refunds: Vec<Movement>,
    pub disputes: Vec<Movement>,
    /// Number of events that the provider hasn't delivered to our servers yet.
    pub waiting: usize,
    /// Number of refunds that may still succeed or fail.
    pub moving: usize,
}

impl Theirs {
    pub fn read(world: &World) -> Self {
        Self {
            // Read first, so that a refund that changes during the other reads is noticed.
            moving: world.app.sandbox.refunds_under_way(),
            intents: list_all(world, "/v1/payment_intents").iter().map(intent).collect(),
            refunds: list_all(world, "/v1/refunds").iter().map(movement).collect(),
            disputes: list_all(world, "/v1/disputes").iter().map(movement).collect(),
            waiting: world.app.sandbox.pending_deliveries(),
        }
    }

    pub fn intent(&self, id: &str) -> Option<&Intent> {
        self.intents.iter().find(|intent| intent.id == id)
    }

    pub fn refunds_of(&self, intent: &str) -> impl Iterator<Item = &Movement> {
        self.refunds.iter().filter(move |refund| refund.intent == intent)
    }

    pub fn disputes_of(&self, intent: &str) -> impl Iterator<Item = &Movement> {
        self.disputes.iter().filter(move |dispute| dispute.intent == intent)
    }
}

fn text(object: &Value, name: &str) -> String {
    object[name].as_str().unwrap_or_default().to_owned()
}

fn intent(value: &Value) -> Intent {
    let labels = value["metadata"].as_object().into_iter().flatten();
    Intent {
        id: text(value, "id"),
        amount: value["amount"].as_i64().unwrap_or_default(),
        received: value["amount_received"].as_i64().unwrap_or_default(),
        status: text(value, "status"),
        labels: labels
            .map(|(name, label)| (name.clone(), label.as_str().unwrap_or_default().to_owned()))
            .collect(),
    }
}

fn movement(value: &Value) -> Movement {
    Movement {
        id: text(value, "id"),
        intent: text(value, "payment_intent"),
        amount: value["amount"].as_i64().unwrap_or_default(),
        status: text(value, "status"),
    }
}
