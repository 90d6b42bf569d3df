//! The payment provider: only what Lanewise asks of one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use domain::payments::card::CardFacts;
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::evidence::Evidence;
use domain::payments::ownership::{Claim, Labels};
use domain::shared::ids::{PaymentId, RefundId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;

use crate::payments::books::MovementPage;
use crate::payments::declines::Decline;
use crate::payments::events::{EventPages, EventSpan, ProviderEvent};
use crate::shared::store_error::BoxError;

/// What an intent is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntentRequest {
    /// In the database before the call; the same for every try.
    pub idempotency_key: String,
    /// Kept in the intent's metadata, so that an intent whose answer was lost is found again.
    pub payment_id: PaymentId,
    /// Kept in the metadata too, as are the next two.
    pub user_id: UserId,
    /// Which installation asks.
    pub installation: String,
    /// The payment's number.
    pub confirmation_number: String,
    /// What is paid for. Kept in the metadata too, so that a payment which a restored backup lost can be rebuilt.
    pub payable: Payable,
    /// In US dollars.
    pub amount: Money,
    /// What the driver's statement and the provider's dashboard say, without personal data.
    pub description: String,
}

/// Where an intent stands at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentStatus {
    /// Waiting for the driver: a card, a confirmation or 3-D Secure.
    Open,
    /// The provider is working on it.
    Processing,
    /// The money is in.
    Succeeded,
    /// Called off.
    Cancelled,
}

/// An intent at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// The provider's id.
    pub id: String,
    /// What the page needs to confirm it; not in every answer.
    pub client_secret: Option<String>,
    /// Status.
    pub status: IntentStatus,
    /// Asked, in the smallest unit of its currency.
    pub amount: Money,
    /// As the provider writes it, such as `usd`.
    pub currency: String,
    /// Who made it, and for what.
    pub labels: Labels,
    /// Taken.
    pub amount_received: Money,
    /// Made at.
    pub created_at: DateTime<Utc>,
    /// When the card was charged, once the money is in.
    pub charged_at: Option<DateTime<Utc>>,
    /// The card that it was paid with; not in every answer.
    pub card: Option<CardFacts>,
}

impl Intent {
    /// What it says of whose it is.
    pub fn claim(&self) -> Claim<'_> {
        Claim { intent_id: &self.id, labels: &self.labels, currency: &self.currency, amount: self.amount }
    }
}

/// Where a refund stands at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundStatus {
    /// Accepted, not carried out yet.
    Pending,
    /// The money is back.
    Succeeded,
    /// It could not be carried out, or was called off.
    Failed,
}

/// What a refund is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundRequest {
    /// In the database before the call; the same for every call of one try.
    pub idempotency_key: String,
    /// The intent that is paid back.
    pub intent_id: String,
    /// How much of it.
    pub amount: Money,
    /// Kept in the refund's metadata, so that one whose answer was lost is found again.
    pub refund_id: RefundId,
    /// Which installation asks; kept there too.
    pub installation: String,
}

/// A refund at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRefund {
    /// The provider's id.
    pub id: String,
    /// The intent that is paid back.
    pub intent_id: Option<String>,
    /// Status.
    pub status: RefundStatus,
    /// How much.
    pub amount: Money,
    /// From the metadata: which of whose refunds it is; none when it was made in the provider's dashboard.
    pub label: Option<(String, RefundId)>,
    /// Why it failed, in the provider's words.
    pub failure: Option<String>,
}

impl ProviderRefund {
    /// The refund of this installation that it was made for.
    pub fn made_for(&self, installation: &str) -> Option<RefundId> {
        self.label.as_ref().filter(|(theirs, _)| theirs == installation).map(|(_, id)| *id)
    }
}

/// A chargeback at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderChargeback {
    /// The provider's id.
    pub id: String,
    /// The intent that it is about.
    pub intent_id: Option<String>,
    /// How much the bank wants.
    pub amount: Money,
    /// Why, in the provider's word.
    pub reason: String,
    /// Status; none when it is a word that this build does not know.
    pub status: Option<ChargebackStatus>,
    /// Until when evidence is taken.
    pub evidence_due_by: Option<DateTime<Utc>>,
    /// The bank holds the money, as the provider books it.
    pub is_withdrawn: bool,
    /// How the provider's balance moved for it, in no order.
    pub movements: Vec<ChargebackMovement>,
    /// Evidence was given to the bank.
    pub is_submitted: bool,
    /// The evidence that the provider has, given to the bank or not.
    pub evidence: Evidence,
    /// Opened at.
    pub opened_at: DateTime<Utc>,
}

/// A movement of our balance at the provider for a chargeback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargebackMovement {
    /// The provider's id of the movement.
    pub id: String,
    /// Below zero: the bank took it; above: it gave it again.
    pub amount: Money,
    /// What the provider asked for it.
    pub fee: Money,
    /// Made at.
    pub happened_at: DateTime<Utc>,
}

/// Evidence to be saved at the provider, or given to the bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvidenceRequest {
    /// The same for every try of one call.
    pub idempotency_key: String,
    /// The provider's id of the chargeback.
    pub chargeback_id: String,
    /// What is said. A field without text is emptied at the provider.
    pub evidence: Evidence,
    /// It is given to the bank, which most banks take once; otherwise it is only saved.
    pub submits: bool,
}

/// Why the provider did not do it.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// No answer in time, through all tries: it may or may not have happened.
    #[error("the payment provider did not answer in time")]
    TimedOut,
    /// It answered that it can't just now (429, 5xx), or could not be reached at all. It may keep a 5xx under the key and repeat
    /// it for a day.
    #[error("the payment provider is not available")]
    Unavailable(#[source] BoxError),
    /// Nothing was sent: it has failed too often just now, or no time was left.
    #[error("the payment provider was not asked")]
    NotAsked {
        /// After this it is worth another try.
        retry_after: Duration,
    },
    /// It has no such record.
    #[error("the payment provider knows no such record")]
    NotFound,
    /// It refuses a refund because all of the money has gone back already; its sentence.
    #[error("the payment provider says that this was refunded already")]
    AlreadyRefunded(String),
    /// It refuses, and would again.
    #[error("the payment provider refused ({code})")]
    Refused {
        /// Its code.
        code: String,
        /// Its sentence.
        message: String,
    },
    /// It said something that was not understood.
    #[error("the payment provider's answer was not understood")]
    NotUnderstood(#[source] BoxError),
}

/// Result of a provider's call.
pub type GatewayResult<T> = Result<T, GatewayError>;

/// The payment provider. No call is made with a database transaction open.
pub trait PaymentGateway: Send + Sync {
    /// Makes an intent, or answers the one that was made with the same key.
    fn create_intent(&self, request: &IntentRequest) -> GatewayResult<Intent>;
    /// An intent as it is now.
    fn intent(&self, id: &str) -> GatewayResult<Intent>;
    /// Calls an intent off; `Refused` when it can no longer be.
    fn cancel_intent(&self, id: &str) -> GatewayResult<Intent>;
    /// Intents made since then, newest first, followed through all pages.
    fn intents_since(&self, since: DateTime<Utc>) -> GatewayResult<Vec<Intent>>;
    /// The declined tries of an intent, the newest hundred.
    fn declines_of(&self, intent_id: &str) -> GatewayResult<Vec<Decline>>;
    /// Pays an intent back, whole or in part; the same key answers the same refund.
    fn refund(&self, request: &RefundRequest) -> GatewayResult<ProviderRefund>;
    /// A refund as it is now.
    fn refund_status(&self, refund_id: &str) -> GatewayResult<ProviderRefund>;
    /// All refunds of an intent, followed through all pages.
    fn refunds_of(&self, intent_id: &str) -> GatewayResult<Vec<ProviderRefund>>;
    /// A chargeback as it is now.
    fn chargeback(&self, id: &str) -> GatewayResult<ProviderChargeback>;
    /// Chargebacks opened since then, newest first, followed through all pages.
    fn chargebacks_since(&self, since: DateTime<Utc>) -> GatewayResult<Vec<ProviderChargeback>>;
    /// A page of the movements of our balance made since then, newest first: the first page, or the one after a movement.
    fn movements(&self, since: DateTime<Utc>, after: Option<&str>) -> GatewayResult<MovementPage>;
    /// Events of the kinds that Lanewise acts on, the newest pages of that time.
    fn events(&self, span: &EventSpan) -> GatewayResult<EventPages>;
    /// Saves evidence, or gives it to the bank.
    fn submit_evidence(&self, request: &EvidenceRequest) -> GatewayResult<ProviderChargeback>;
}

/// A gateway for somebody who waits.
pub trait BoundedGateway: Send + Sync {
    /// The same provider; no call goes on after `end`, all calls of one request together.
    fn until(&self, end: Instant) -> Arc<dyn PaymentGateway>;
}

/// Why a webhook's call is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebhookError {
    /// No signature, a malformed one, or one of another secret.
    #[error("the signature does not hold")]
    BadSignature,
    /// The signature is older than five minutes.
    #[error("the signature is too old")]
    TooOld,
}

/// Checks the signature of a webhook's raw body.
pub trait WebhookVerifier: Send + Sync {
    /// The event, when the signature holds.
    fn verify(&self, body: &[u8], signature: &str) -> Result<ProviderEvent, WebhookError>;
}
