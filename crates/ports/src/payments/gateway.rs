//! Calls to the payment provider.

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
    /// Idempotency key. Every attempt to create this intent sends the same key.
    pub idempotency_key: String,
    /// Id of the payment, stored in the intent's metadata. By this id, Lanewise finds an intent
    /// whose response was lost.
    pub payment_id: PaymentId,
    /// The driver who pays, also stored in the intent's metadata.
    pub user_id: UserId,
    /// Id of this installation, also stored in the intent's metadata.
    pub installation: String,
    /// The payment's confirmation number, also stored in the intent's metadata.
    pub confirmation_number: String,
    /// The item to pay, or the ticket to hire a lawyer for. Also stored in the intent's metadata.
    pub payable: Payable,
    /// Amount in US dollars.
    pub amount: Money,
    /// Description of the payment in the provider's dashboard, without personal data.
    pub description: String,
}

/// Status of an intent at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentStatus {
    /// The driver hasn't entered a card, confirmed the payment, or completed 3-D Secure.
    Open,
    /// The provider is processing the payment, or has a status that this build doesn't know.
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
    /// Secret with which the page confirms the intent; `None` if the response doesn't contain it.
    pub client_secret: Option<String>,
    /// Status of the intent at the provider.
    pub status: IntentStatus,
    /// Amount to collect, in the currency's smallest unit.
    pub amount: Money,
    /// Currency as the provider writes it, such as `usd`.
    pub currency: String,
    /// Labels in the intent's metadata: which installation created the intent, and for which payment.
    pub labels: Labels,
    /// Amount that the provider received from the card.
    pub amount_received: Money,
    /// When the intent was created.
    pub created_at: DateTime<Utc>,
    /// When the card was charged; `None` until the money is received.
    pub charged_at: Option<DateTime<Utc>>,
    /// The card that was charged; `None` if the response doesn't contain it.
    pub card: Option<CardFacts>,
}

impl Intent {
    /// Returns the values that show which payment the intent belongs to.
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
    /// The provider accepted the refund but hasn't completed it, or has a status that this build doesn't know.
    Pending,
    /// The refund succeeded: the driver has the money.
    Succeeded,
    /// The refund failed or was canceled.
    Failed,
}

/// Values for creating a refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundRequest {
    /// Idempotency key. Every request of one attempt sends the same key.
    pub idempotency_key: String,
    /// The provider's id of the intent whose money is refunded.
    pub intent_id: String,
    /// Amount to refund: all of the intent's money or a part.
    pub amount: Money,
    /// Id of our refund, stored in the metadata of the provider's refund. By this id, Lanewise finds a refund
    /// whose response was lost.
    pub refund_id: RefundId,
    /// Id of this installation, also stored in the metadata of the provider's refund.
    pub installation: String,
}

/// A refund at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRefund {
    /// The provider's id of the refund.
    pub id: String,
    /// The intent whose money is refunded; `None` if the response names none.
    pub intent_id: Option<String>,
    /// Status of the refund at the provider.
    pub status: RefundStatus,
    /// Amount that is refunded.
    pub amount: Money,
    /// Installation and refund id from the metadata; `None` if the refund was made in the provider's dashboard.
    pub label: Option<(String, RefundId)>,
    /// Why the refund failed, in the provider's words; `None` if the provider gave no reason.
    pub failure: Option<String>,
}

impl ProviderRefund {
    /// Returns the id of our refund that caused this provider refund; `None` if another installation
    /// or the provider's dashboard caused it.
    pub fn refund_id(&self, installation: &str) -> Option<RefundId> {
        self.label.as_ref().filter(|(theirs, _)| theirs == installation).map(|(_, id)| *id)
    }
}

/// A chargeback at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderChargeback {
    /// The provider's id of the chargeback.
    pub id: String,
    /// The intent whose payment the bank questions or took back; `None` if the response names none.
    pub intent_id: Option<String>,
    /// Amount that the bank claims.
    pub amount: Money,
    /// The provider's reason code.
    pub reason: String,
    /// Current status; `None` if this build doesn't know the status that the provider sent.
    pub status: Option<ChargebackStatus>,
    /// Deadline for evidence; `None` if the bank accepts none.
    pub evidence_due_by: Option<DateTime<Utc>>,
    /// Whether the provider's books show that the bank holds the money.
    pub is_withdrawn: bool,
    /// Changes to our provider balance because of the chargeback, in any order.
    pub movements: Vec<ChargebackMovement>,
    /// Whether evidence was submitted to the bank.
    pub is_submitted: bool,
    /// Evidence stored at the provider, submitted or not.
    pub evidence: Evidence,
    /// When the bank opened the chargeback.
    pub opened_at: DateTime<Utc>,
}

/// A change to our balance at the provider because of a chargeback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargebackMovement {
    /// The provider's id of the balance change.
    pub id: String,
    /// Amount of the change: negative if the bank took money, positive if it returned money.
    pub amount: Money,
    /// The provider's fee for the chargeback.
    pub fee: Money,
    /// When the balance changed.
    pub happened_at: DateTime<Utc>,
}

/// Evidence to save at the provider or to submit to the bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvidenceRequest {
    /// Idempotency key. Retries of one call send the same key.
    pub idempotency_key: String,
    /// The provider's id of the chargeback.
    pub chargeback_id: String,
    /// The evidence. A field without text is cleared at the provider.
    pub evidence: Evidence,
    /// Whether to submit the evidence to the bank, which most banks allow only once. Otherwise the
    /// evidence is only saved.
    pub submits: bool,
}

/// Why a call to the provider failed.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// The provider didn't respond in time, even after retries. The operation may or may not have happened.
    #[error("the payment provider didn't respond in time")]
    TimedOut,
    /// The provider is temporarily failing (429, 5xx) or can't be reached.
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
    /// The provider refuses a refund because all of the money was already refunded. The string
    /// is the provider's message.
    #[error("the payment provider already refunded this")]
    AlreadyRefunded(String),
    /// The provider refuses the request, and would refuse it again if it were retried.
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

/// The payment provider. Calls must not run inside a database transaction, because they are slow
/// and the transaction's locks would block other requests.
pub trait PaymentGateway: Send + Sync {
    /// Creates an intent, or returns the intent that was created with the same idempotency key.
    fn create_intent(&self, request: &IntentRequest) -> GatewayResult<Intent>;
    /// Fetches an intent by its provider id.
    fn intent(&self, id: &str) -> GatewayResult<Intent>;
    /// Cancels an intent. Succeeds if it is already canceled. The error is `Refused` if it can no longer be canceled.
    fn cancel_intent(&self, id: &str) -> GatewayResult<Intent>;
    /// Lists intents created since the given time, newest first. Reads all pages.
    fn intents_since(&self, since: DateTime<Utc>) -> GatewayResult<Vec<Intent>>;
    /// Lists the declines among the newest hundred attempts to pay an intent.
    fn declines_of(&self, intent_id: &str) -> GatewayResult<Vec<Decline>>;
    /// Refunds an intent in full or in part. The same idempotency key returns the same refund.
    fn create_refund(&self, request: &RefundRequest) -> GatewayResult<ProviderRefund>;
    /// Fetches a refund by its provider id.
    fn refund(&self, refund_id: &str) -> GatewayResult<ProviderRefund>;
    /// Lists all refunds of an intent. Reads all pages.
    fn refunds_of(&self, intent_id: &str) -> GatewayResult<Vec<ProviderRefund>>;
    /// Fetches a chargeback by its provider id.
    fn chargeback(&self, id: &str) -> GatewayResult<ProviderChargeback>;
    /// Lists chargebacks opened since the given time, newest first. Reads all pages.
    fn chargebacks_since(&self, since: DateTime<Utc>) -> GatewayResult<Vec<ProviderChargeback>>;
    /// Lists one page of our balance changes since the given time, newest first. `after` is the last balance
    /// change of the previous page; `None` lists the first page.
    fn movements(&self, since: DateTime<Utc>, after: Option<&str>) -> GatewayResult<MovementPage>;
    /// Lists the newest events in a time range whose types are in [`EVENTS`](crate::payments::events::EVENTS).
    fn events(&self, span: &EventSpan) -> GatewayResult<EventPages>;
    /// Saves evidence, or submits it to the bank.
    fn submit_evidence(&self, request: &EvidenceRequest) -> GatewayResult<ProviderChargeback>;
}

/// Creates clients of the payment provider with a deadline, for requests that a user waits for.
pub trait BoundedGateway: Send + Sync {
    /// Returns a client whose calls all fail after `end`.
    fn with_deadline(&self, end: Instant) -> Arc<dyn PaymentGateway>;
}

/// Why a webhook request is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebhookError {
    /// The signature is missing, malformed, or made with another secret.
    #[error("the signature is invalid")]
    BadSignature,
    /// The time of the signature differs from the server's time by more than five minutes.
    #[error("the signature's time differs from ours by more than five minutes")]
    TooOld,
}

/// Verifies the signature of a webhook request's raw body.
pub trait WebhookVerifier: Send + Sync {
    /// Parses the event if the signature is valid.
    fn verify(&self, body: &[u8], signature: &str) -> Result<ProviderEvent, WebhookError>;
}
