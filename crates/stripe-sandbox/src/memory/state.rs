//! What the sandbox remembers: plain records, kept in one JSON file between restarts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::memory::ids;

/// Where a payment intent stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum IntentStatus {
    RequiresPaymentMethod,
    RequiresConfirmation,
    RequiresAction,
    Processing,
    Succeeded,
    Canceled,
}

impl IntentStatus {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::RequiresPaymentMethod => "requires_payment_method",
            Self::RequiresConfirmation => "requires_confirmation",
            Self::RequiresAction => "requires_action",
            Self::Processing => "processing",
            Self::Succeeded => "succeeded",
            Self::Canceled => "canceled",
        }
    }

    /// Whether it still waits for its payer.
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::RequiresPaymentMethod | Self::RequiresConfirmation | Self::RequiresAction)
    }
}

/// A payment intent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Intent {
    pub id: String,
    pub seq: u64,
    pub client_secret: String,
    pub amount: i64,
    pub currency: String,
    pub created: i64,
    pub status: IntentStatus,
    pub description: Option<String>,
    pub receipt_email: Option<String>,
    pub statement_descriptor_suffix: Option<String>,
    pub metadata: BTreeMap<String, String>,
    pub shipping: Option<Value>,
    pub allowed_types: Option<Vec<String>>,
    pub automatic: bool,
    pub payment_method: Option<String>,
    pub latest_charge: Option<String>,
    pub last_error: Option<Value>,
    /// Where the payer is sent after a redirect, when the confirming side does not handle actions itself.
    pub redirect_to: Option<String>,
    pub canceled_at: Option<i64>,
    pub cancellation_reason: Option<String>,
    /// When a processing payment settles by itself, in milliseconds.
    pub settles_at: Option<i64>,
}

/// A card, by what may be stored of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Method {
    pub id: String,
    pub created: i64,
    /// The test card's name; none for a number that is not a test card.
    pub card: Option<String>,
    pub brand: String,
    pub funding: String,
    pub last4: String,
    pub exp_month: i64,
    pub exp_year: i64,
    pub fingerprint: String,
    pub cvc_given: bool,
    pub billing: Value,
}

/// One attempt to take the money of an intent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Charge {
    pub id: String,
    pub seq: u64,
    pub intent: String,
    pub created: i64,
    pub method: String,
    pub amount: i64,
    pub refunded: i64,
    pub succeeded: bool,
    pub failure: Option<Failure>,
    pub authenticated: bool,
    pub transaction: Option<String>,
}

/// Why a charge failed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub code: String,
    pub decline_code: Option<String>,
    pub message: String,
}

/// A refund's standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundStatus {
    Pending,
    Succeeded,
    Failed,
}

/// A refund.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Refund {
    pub id: String,
    pub seq: u64,
    pub charge: String,
    pub intent: String,
    pub created: i64,
    pub amount: i64,
    pub currency: String,
    pub reason: Option<String>,
    pub metadata: BTreeMap<String, String>,
    pub status: RefundStatus,
    pub failure_reason: Option<String>,
    /// What it settles to by itself, and when, in milliseconds.
    pub settles: Option<(i64, RefundStatus)>,
}

/// Something that happened, as it is told to webhooks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Event {
    pub id: String,
    pub seq: u64,
    pub created: i64,
    pub kind: String,
    pub object: Value,
    pub previous: Option<Value>,
    pub request: Option<String>,
    pub idempotency_key: Option<String>,
}

/// An event on its way to the webhook.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Delivery {
    pub id: u64,
    pub event: String,
    pub attempts: u32,
    /// When the next attempt is due, in milliseconds.
    pub due: i64,
    /// The delivery that must have been tried before this one.
    pub after: Option<u64>,
    #[serde(skip)]
    pub in_flight: bool,
}

/// The first answer that was given under an idempotency key.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Answered {
    pub params: String,
    pub status: u16,
    pub body: Value,
    pub request: String,
    pub at: i64,
}

/// All of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct State {
    pub seq: u64,
    pub intents: BTreeMap<String, Intent>,
    pub methods: BTreeMap<String, Method>,
    pub charges: BTreeMap<String, Charge>,
    pub refunds: BTreeMap<String, Refund>,
    pub events: BTreeMap<String, Event>,
    pub deliveries: Vec<Delivery>,
    pub answered: BTreeMap<String, Answered>,
}

const DAY: i64 = 24 * 60 * 60;
const EVENTS_KEPT: usize = 1000;

impl State {
    /// The next number in the order of things.
    pub(crate) fn next(&mut self) -> u64 {
        self.seq += 1;
        self.seq
    }

    /// Forgets what the provider forgets too: idempotency keys after a day, and old events, so that the file stays
    /// small. What still has to be delivered is kept.
    pub(crate) fn forget_old(&mut self) {
        let now = ids::now();
        self.answered.retain(|_, answered| now - answered.at < DAY);
        let mut newest: Vec<u64> = self.events.values().map(|event| event.seq).collect();
        newest.sort_unstable_by_key(|seq| std::cmp::Reverse(*seq));
        let Some(oldest) = newest.get(EVENTS_KEPT.saturating_sub(1)).copied() else { return };
        let deliveries = &self.deliveries;
        self.events.retain(|id, event| {
            event.seq >= oldest || deliveries.iter().any(|delivery| delivery.event == *id)
        });
    }

    /// Whether it is time for that.
    pub(crate) fn is_full(&self) -> bool {
        self.events.len() > EVENTS_KEPT + EVENTS_KEPT / 4
    }

    /// The refunds of a charge, newest first.
    pub(crate) fn refunds_of(&self, charge: &str) -> Vec<&Refund> {
        let mut refunds: Vec<&Refund> =
            self.refunds.values().filter(|refund| refund.charge == charge).collect();
        refunds.sort_unstable_by_key(|refund| std::cmp::Reverse(refund.seq));
        refunds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_events_are_forgotten_unless_they_still_have_to_be_delivered() {
        let mut state = State::default();
        for seq in 1..=1300_u64 {
            let event = Event {
                id: format!("evt_{seq}"),
                seq,
                created: 0,
                kind: String::new(),
                object: Value::Null,
                previous: None,
                request: None,
                idempotency_key: None,
            };
            state.events.insert(event.id.clone(), event);
        }
        let waiting =
            Delivery { id: 1, event: "evt_7".into(), attempts: 0, due: 0, after: None, in_flight: false };
        state.deliveries.push(waiting);
        assert!(state.is_full());
        state.forget_old();
        assert!(!state.is_full());
        assert_eq!(state.events.len(), 1001);
        assert!(state.events.contains_key("evt_7") && state.events.contains_key("evt_301"));
        assert!(!state.events.contains_key("evt_300"));
    }
}
