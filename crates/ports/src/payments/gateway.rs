//! The payment provider: the operations that Lanewise uses.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use domain::payments::card::CardFacts;
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::evidence::Evidence;
use domain::payments::ownership::{IntentIdentity, Labels};
use domain::shared::ids::{PaymentId, RefundId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;

use crate::payments::books::MovementPage;
use crate::payments::declines::Decline;
use crate::payments::events::{EventPages, EventSpan, ProviderEvent};
use crate::shared::store_error::BoxError;

/// Values for creating an intent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntentRequest {
    /// Stored in the database before the call, and the same for every attempt.
    pub idempotency_key: String,
    /// Stored in the intent's metadata, so that an intent whose response was lost can be found.
    pub payment_id: PaymentId,
    /// The driver who pays; also stored in the metadata.
    pub user_id: UserId,
    /// Id of this installation; also stored in the metadata.
    pub installation: String,
    /// The payment's confirmation number; also stored in the metadata.
    pub confirmation_number: String,
    /// The item to pay, or the ticket to hire a lawyer for. Also stored in the metadata, so that a payment lost by a
    /// restored backup can be rebuilt.
    pub payable: Payable,
    /// Amount in US dollars.
    pub amount: Money,
    /// Text for the driver's statement and the provider's dashboard, without personal data.
    pub description: String,
}

/// Status of an intent at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentStatus {
    /// Waiting for the driver to enter a card, confirm, or complete 3-D Secure.
    Open,
    /// The provider is processing the payment.
    Processing,
    /// The money was received.
    Succeeded,
    /// The intent was canceled.
    Cancelled,
}

/// An intent at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// The provider's id of the intent.
    pub id: String,
    /// Secret that the page needs to confirm the intent; missing in some responses.
    pub client_secret: Option<String>,
    /// Status of the intent at the provider.
    pub status: IntentStatus,
    /// Amount to collect, in the currency's smallest unit.
    pub amount: Money,
    /// Currency as the provider writes it, such as `usd`.
    pub currency: String,
    /// Labels in its metadata: which installation created it, and for which payment.
    pub labels: Labels,
    /// Amount that the provider received for it.
    pub amount_received: Money,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When the card was charged, once the money was received.
    pub charged_at: Option<DateTime<Utc>>,
    /// The card it was paid with; missing in some responses.
    pub card: Option<CardFacts>,
}

impl Intent {
    /// The values that show which payment it belongs to.
    pub fn identity(&self) -> IntentIdentity<'_> {
        IntentIdentity {
            intent_id: &self.id,
            labels: &self.labels,
            currency: &self.currency,
            amount: self.amount,
        }
    }
}

/// Status of a refund at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundStatus {
    /// Accepted, not completed yet.
    Pending,
    /// The driver has the money back.
    Succeeded,
    /// The refund failed or was canceled.
    Failed,
}

/// Values for creating a refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundRequest {
    /// Stored in the database before the call, and the same for every call of one attempt.
    pub idempotency_key: String,
    /// The intent to refund.
    pub intent_id: String,
    /// Amount to refund of the intent.
    pub amount: Money,
    /// Stored in the refund's metadata, so that a refund whose response was lost can be found.
    pub refund_id: RefundId,
    /// Id of this installation; also stored in the metadata.
    pub installation: String,
}

/// A refund at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRefund {
    /// The provider's id of the refund.
    pub id: String,
    /// The intent it refunds.
    pub intent_id: Option<String>,
    /// Status of the refund at the provider.
    pub status: RefundStatus,
    /// Amount that is refunded.
    pub amount: Money,
    /// Installation and refund id from the metadata; `None` if it was made in the provider's dashboard.
    pub label: Option<(String, RefundId)>,
    /// Why it failed, in the provider's words.
    pub failure: Option<String>,
}

impl ProviderRefund {
    /// Returns this installation's refund that it was made for.
    pub fn refund_id(&self, installation: &str) -> Option<RefundId> {
        self.label.as_ref().filter(|(theirs, _)| theirs == installation).map(|(_, id)| *id)
    }
}

/// A chargeback at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderChargeback {
    /// The provider's id of the chargeback.
    pub id: String,
    /// The intent it is about.
    pub intent_id: Option<String>,
    /// Amount that the bank claims.
    pub amount: Money,
    /// The provider's reason code.
    pub reason: String,
    /// Current status; `None` if this build doesn't know the provider's word.
    pub status: Option<ChargebackStatus>,
    /// Deadline for evidence; `None` if the bank accepts none.
    pub evidence_due_by: Option<DateTime<Utc>>,
    /// Whether the provider's books show that the bank holds the money.
    pub is_withdrawn: bool,
    /// Changes to our provider balance because of it, in any order.
    pub movements: Vec<ChargebackMovement>,
    /// Whether evidence was submitted to the bank.
    pub is_submitted: bool,
    /// Evidence stored at the provider, submitted or not.
    pub evidence: Evidence,
    /// When the bank opened it.
    pub opened_at: DateTime<Utc>,
}

/// A change to our balance at the provider because of a chargeback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargebackMovement {
    /// The provider's id of the balance change.
    pub id: String,
    /// Negative if the bank took money, positive if it returned it.
    pub amount: Money,
    /// The provider's fee for it.
    pub fee: Money,
    /// When the balance changed.
    pub happened_at: DateTime<Utc>,
}

/// Evidence to save at the provider or to submit to the bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvidenceRequest {
    /// The same for every attempt of one call.
    pub idempotency_key: String,
    /// The provider's id of the chargeback.
    pub chargeback_id: String,
    /// The evidence. A field without text is cleared at the provider.
    pub evidence: Evidence,
    /// Whether to submit it to the bank, which most banks allow only once, or just to save it.
    pub submits: bool,
}

/// Why a call to the provider failed.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// No response in time, after all retries. The operation may or may not have happened.
    #[error("the payment provider didn't respond in time")]
    TimedOut,
    /// The provider is temporarily failing (429, 5xx) or can't be reached. It may store a 5xx under the idempotency key
    /// and repeat it for a day.
    #[error("the payment provider is not available")]
    Unavailable(#[source] BoxError),
    /// No request was sent: too many calls failed recently, or no time was left.
    #[error("the payment provider was not called")]
    NotAsked {
        /// How long to wait before another attempt.
        retry_after: Duration,
    },
    /// The provider has no such object.
    #[error("the payment provider has no such record")]
    NotFound,
    /// The provider refuses a refund because all of the money was already refunded. Contains its message.
    #[error("the payment provider already refunded this")]
    AlreadyRefunded(String),
    /// The provider refuses the request, and would refuse it again.
    #[error("the payment provider refused ({code})")]
    Refused {
        /// The provider's error code.
        code: String,
        /// The provider's error message.
        message: String,
    },
    /// The provider's response couldn't be parsed.
    #[error("the payment provider's response can't be parsed")]
    NotUnderstood(#[source] BoxError),
}

/// Result of a call to the provider.
pub type GatewayResult<T> = Result<T, GatewayError>;

/// The payment provider. Calls must not run inside a database transaction.
pub trait PaymentGateway: Send + Sync {
    /// Creates an intent, or returns the one created with the same idempotency key.
    fn create_intent(&self, request: &IntentRequest) -> GatewayResult<Intent>;
    /// Fetches an intent by its provider id.
    fn intent(&self, id: &str) -> GatewayResult<Intent>;
    /// Cancels an intent; `Refused` if it can no longer be canceled.
    fn cancel_intent(&self, id: &str) -> GatewayResult<Intent>;
    /// Lists intents created since the given time, newest first, across all pages.
    fn intents_since(&self, since: DateTime<Utc>) -> GatewayResult<Vec<Intent>>;
    /// Lists the newest hundred declined attempts of an intent.
    fn declines_of(&self, intent_id: &str) -> GatewayResult<Vec<Decline>>;
    /// Refunds an intent in full or in part. The same idempotency key returns the same refund.
    fn refund(&self, request: &RefundRequest) -> GatewayResult<ProviderRefund>;
    /// Fetches a refund by its provider id.
    fn refund_status(&self, refund_id: &str) -> GatewayResult<ProviderRefund>;
    /// Lists all refunds of an intent, across all pages.
    fn refunds_of(&self, intent_id: &str) -> GatewayResult<Vec<ProviderRefund>>;
    /// Fetches a chargeback by its provider id.
    fn chargeback(&self, id: &str) -> GatewayResult<ProviderChargeback>;
    /// Lists chargebacks opened since the given time, newest first, across all pages.
    fn chargebacks_since(&self, since: DateTime<Utc>) -> GatewayResult<Vec<ProviderChargeback>>;
    /// Lists one page of our balance changes since the given time, newest first: the first page, or the page after
    /// a given balance change.
    fn movements(&self, since: DateTime<Utc>, after: Option<&str>) -> GatewayResult<MovementPage>;
    /// Lists events of the types in [`EVENTS`](crate::payments::events::EVENTS): the newest pages of the range.
    fn events(&self, span: &EventSpan) -> GatewayResult<EventPages>;
    /// Saves evidence, or submits it to the bank.
    fn submit_evidence(&self, request: &EvidenceRequest) -> GatewayResult<ProviderChargeback>;
}

/// A gateway for requests that a user waits for.
pub trait BoundedGateway: Send + Sync {
    /// Returns the same provider with a deadline for all its calls together.
    fn until(&self, end: Instant) -> Arc<dyn PaymentGateway>;
}

/// Why a webhook request is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebhookError {
    /// The signature is missing, malformed, or made with another secret.
    #[error("the signature is invalid")]
    BadSignature,
    /// The signature is older than five minutes.
    #[error("the signature is too old")]
    TooOld,
}

/// Verifies the signature of a webhook's raw body.
pub trait WebhookVerifier: Send + Sync {
    /// Parses the event if the signature is valid.
    fn verify(&self, body: &[u8], signature: &str) -> Result<ProviderEvent, WebhookError>;
}
