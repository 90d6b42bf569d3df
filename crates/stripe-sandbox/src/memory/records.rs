//! Stored records about payments. Amounts are in cents, and times in seconds since 1970 unless a comment says
//! otherwise.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::memory::text::StoredJson;

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

    /// Returns whether the intent still waits for an action of the payer.
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::RequiresPaymentMethod | Self::RequiresConfirmation | Self::RequiresAction)
    }
}

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
    /// Whether the sandbox chooses the payment method types, because the request listed none.
    pub automatic: bool,
    pub payment_method: Option<String>,
    pub latest_charge: Option<String>,
    pub last_error: Option<Value>,
    /// URL to which the sandbox's challenge page redirects the payer after 3-D Secure. `None` if the page that
    /// confirmed the payment shows the challenge itself, or if the request had no return URL.
    pub redirect_to: Option<String>,
    pub canceled_at: Option<i64>,
    pub cancellation_reason: Option<String>,
    /// When a processing payment settles by itself, in milliseconds since 1970. `None` if only a test's
    /// control request settles the payment.
    pub settles_at: Option<i64>,
}

/// A payment method: a card, without its number and security code.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Method {
    pub id: String,
    #[serde(default)]
    pub seq: u64,
    pub created: i64,
    /// Name of the test card. `None` for a number that isn't a test card.
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

/// One attempt to charge an intent's card.
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
    #[serde(default)]
    pub disputed: bool,
}

impl Charge {
    /// Returns the amount that can still be refunded.
    pub(crate) fn unrefunded(&self) -> i64 {
        self.amount - self.refunded
    }
}

/// Why a charge failed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub code: String,
    pub decline_code: Option<String>,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundStatus {
    Pending,
    Succeeded,
    Failed,
}

/// A full or partial refund of a charge.
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
    /// Id of the balance transaction that took the refund's amount from the balance. `None` only for refunds from state
    /// files without this field.
    #[serde(default)]
    pub transaction: Option<String>,
    /// Id of the balance transaction that returned the amount to the balance, if the refund failed.
    #[serde(default)]
    pub failure_transaction: Option<String>,
    /// When the refund's status changes by itself, in milliseconds since 1970, and the status then. `None` if
    /// only a test's control request changes the status.
    pub settles: Option<(i64, RefundStatus)>,
}

/// An event, which the sandbox lists and sends to the webhook.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Event {
    pub id: String,
    pub seq: u64,
    pub created: i64,
    pub kind: String,
    /// The JSON of the event's object, as it was when the event was created.
    pub object: StoredJson,
    pub previous: Option<Value>,
    pub request: Option<String>,
    pub idempotency_key: Option<String>,
    /// When lists start to include the event, in milliseconds since 1970, if a fault delays the event.
    #[serde(default)]
    pub listed_from: Option<i64>,
}

/// A pending delivery of an event to the webhook.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Delivery {
    pub id: u64,
    pub event: String,
    pub attempts: u32,
    /// When the next attempt is due, in milliseconds since 1970.
    pub due: i64,
    /// Id of another delivery that the sandbox must attempt first, if any.
    pub after: Option<u64>,
    #[serde(skip)]
    pub in_flight: bool,
}

/// The stored response to the first request with an idempotency key.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredResponse {
    #[serde(default)]
    pub seq: u64,
    /// Hash of the request's method, path and parameters.
    pub params: String,
    pub status: u16,
    pub body: StoredJson,
    pub request: String,
    pub at: i64,
}
