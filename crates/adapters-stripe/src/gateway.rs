//! The payment gateway, which makes the API requests.

use std::sync::Arc;
use std::time::Instant;

use breaker::AsyncBreaker;
use chrono::{DateTime, Utc};
use ports::payments::books::MovementPage;
use ports::payments::declines::Decline;
use ports::payments::events::{EventPages, EventSpan};
use ports::payments::gateway::{
    BoundedGateway, EvidenceRequest, GatewayError, GatewayResult, Intent, IntentRequest, IntentStatus,
    PaymentGateway, ProviderChargeback, ProviderRefund, RefundRequest,
};
use stripe::{StripeError, StripeRequest};
use stripe_core::payment_intent::{CancelPaymentIntent, ListPaymentIntent, RetrievePaymentIntent};
use stripe_core::refund::{ListRefund, RetrieveRefund};
use stripe_types::RangeQueryTs;
use tokio::runtime::Handle;

use crate::balance_calls::ListMovements;
use crate::card_calls::{CreateCardIntent, CreateRefund};
use crate::charge_calls::{Charge, ListCharges};
use crate::dispute_calls::{self, ListDisputes, RetrieveDispute, UpdateEvidence};
use crate::endpoint_calls::{ListEndpoints, WebhookEndpoint};
use crate::event_calls;
use crate::event_calls::ListEvents;
use crate::mapping;
use crate::options::StripeOptions;
use crate::tries::{self, StripeConnection, StripeResponse};
use crate::wire::Wire;

/// The field of an intent that Lanewise asks Stripe to expand to a whole charge, which has the card and the
/// time of the payment.
const LATEST_CHARGE: &str = "latest_charge";
/// Stripe's maximum page size.
const PAGE: i64 = 100;

/// The error of an invalid API key or API URL.
#[derive(Debug, thiserror::Error)]
#[error("the API key or URL of the payment provider is invalid")]
pub struct ConnectError(#[source] StripeError);

/// Stripe as a [`PaymentGateway`].
///
/// Its methods block the calling thread, so they must be called on threads that may block. On a thread of the async
/// runtime, they panic. The runtime must be multi-threaded, or another thread must drive it while a method runs.
#[derive(Clone, Debug)]
pub struct StripeGateway {
    connection: StripeConnection,
    runtime: Handle,
}

impl StripeGateway {
    /// Creates a gateway with this secret key. `runtime` runs the network I/O.
    ///
    /// # Errors
    /// Fails if the key has invalid characters, if the URL is invalid, or if TLS isn't available.
    pub fn new(secret_key: &str, options: StripeOptions, runtime: Handle) -> Result<Self, ConnectError> {
        let client = Wire::new(secret_key, options.api_base.as_deref()).map_err(ConnectError)?;
        let breaker = AsyncBreaker::new("payment provider", options.breaker);
        Ok(Self { connection: StripeConnection { client, options, breaker, deadline: None }, runtime })
    }

    /// Makes an API request, and blocks until its last attempt has ended. `key` is its idempotency key, if it has one.
    fn call<R, T>(&self, key: Option<&str>, request: &R) -> GatewayResult<T>
    where
        R: StripeRequest<Output = T>,
        T: StripeResponse,
    {
        self.runtime.block_on(tries::call_with_retries(&self.connection, key, request))
    }
}

impl StripeGateway {
    /// Returns the account's webhook endpoints.
    ///
    /// # Errors
    /// Fails with [`GatewayError::Refused`] if the key isn't allowed to read endpoints.
    pub fn webhook_endpoints(&self) -> GatewayResult<Vec<WebhookEndpoint>> {
        self.call(None, &ListEndpoints { limit: PAGE }).map(|page| page.data)
    }

    /// Tests whether the key is allowed to read events, by requesting the newest event.
    ///
    /// # Errors
    /// Fails with [`GatewayError::Refused`] if the key isn't allowed to read events.
    pub fn newest_event(&self) -> GatewayResult<()> {
        self.call(None, &ListEvents::newest()).map(|_page| ())
    }

    /// Returns whether the circuit breaker currently rejects requests to Stripe.
    pub fn is_circuit_open(&self) -> bool {
        self.connection.breaker.is_open()
    }
}

impl BoundedGateway for StripeGateway {
    fn with_deadline(&self, deadline: Instant) -> Arc<dyn PaymentGateway> {
        let connection = StripeConnection { deadline: Some(deadline), ..self.connection.clone() };
        Arc::new(Self { connection, runtime: self.runtime.clone() })
    }
}

impl PaymentGateway for StripeGateway {
    fn create_intent(&self, request: &IntentRequest) -> GatewayResult<Intent> {
        let create = CreateCardIntent::of(request);
        self.call(Some(&request.idempotency_key), &create).map(|intent| mapping::intent(&intent))
    }

    fn intent(&self, id: &str) -> GatewayResult<Intent> {
        let request = RetrievePaymentIntent::new(id).expand([LATEST_CHARGE.to_owned()]);
        self.call(None, &request).map(|found| mapping::intent(&found))
    }

    /// Cancels an intent without an idempotency key. With a key, Stripe would repeat a refusal for a day, even
    /// after its reason is gone. If the response of a successful cancellation was lost, Stripe refuses the
    /// retry, because the intent is already canceled. This refusal counts as success.
    fn cancel_intent(&self, id: &str) -> GatewayResult<Intent> {
        match self.call(None, &CancelPaymentIntent::new(id)) {
            Ok(cancelled) => Ok(mapping::intent(&cancelled)),
            Err(refused @ GatewayError::Refused { .. }) => match self.intent(id)? {
                intent if intent.status == IntentStatus::Cancelled => Ok(intent),
                _ => Err(refused),
            },
            Err(error) => Err(error),
        }
    }

    fn intents_since(&self, since: DateTime<Utc>) -> GatewayResult<Vec<Intent>> {
        let mut found = Vec::new();
        let mut after: Option<String> = None;
        loop {
            let mut list = ListPaymentIntent::new()
                .created(RangeQueryTs::gte(since.timestamp()))
                .expand([format!("data.{LATEST_CHARGE}")])
                .limit(PAGE);
            if let Some(after) = after.take() {
                list = list.starting_after(after);
            }
            let page = self.call(None, &list)?;
            after = page.data.last().map(|last| last.id.as_str().to_owned());
            found.extend(page.data.iter().map(mapping::intent));
            if !page.has_more || after.is_none() {
                return Ok(found);
            }
        }
    }

    fn declines_of(&self, intent_id: &str) -> GatewayResult<Vec<Decline>> {
        let page = self.call(None, &ListCharges { payment_intent: intent_id, limit: PAGE })?;
        Ok(page.data.into_iter().filter_map(Charge::decline).collect())
    }

    fn create_refund(&self, request: &RefundRequest) -> GatewayResult<ProviderRefund> {
        let create = CreateRefund::of(request);
        self.call(Some(&request.idempotency_key), &create).map(|refund| mapping::refund(&refund))
    }

    fn refund(&self, refund_id: &str) -> GatewayResult<ProviderRefund> {
        self.call(None, &RetrieveRefund::new(refund_id)).map(|found| mapping::refund(&found))
    }

    fn chargeback(&self, id: &str) -> GatewayResult<ProviderChargeback> {
        self.call(None, &RetrieveDispute(id)).map(|found| dispute_calls::chargeback(&found))
    }

    fn chargebacks_since(&self, since: DateTime<Utc>) -> GatewayResult<Vec<ProviderChargeback>> {
        let mut found = Vec::new();
        let mut list =
            ListDisputes { created: RangeQueryTs::gte(since.timestamp()), limit: PAGE, starting_after: None };
        loop {
            let page = self.call(None, &list)?;
            list.starting_after = page.data.last().map(|last| last.id.as_str().to_owned());
            found.extend(page.data.iter().map(dispute_calls::chargeback));
            if !page.has_more || list.starting_after.is_none() {
                return Ok(found);
            }
        }
    }

    fn movements(&self, since: DateTime<Utc>, after: Option<&str>) -> GatewayResult<MovementPage> {
        self.call(None, &ListMovements::new(since, after, PAGE)).map(|page| page.movements())
    }

    fn events(&self, span: &EventSpan) -> GatewayResult<EventPages> {
        event_calls::list_events(span, |page| self.call(None, page))
    }

    fn submit_evidence(&self, request: &EvidenceRequest) -> GatewayResult<ProviderChargeback> {
        let state = UpdateEvidence::of(request);
        self.call(Some(&request.idempotency_key), &state).map(|dispute| dispute_calls::chargeback(&dispute))
    }

    fn refunds_of(&self, intent_id: &str) -> GatewayResult<Vec<ProviderRefund>> {
        let mut found = Vec::new();
        let mut after: Option<String> = None;
        loop {
            let mut list = ListRefund::new().payment_intent(intent_id).limit(PAGE);
            if let Some(after) = after.take() {
                list = list.starting_after(after);
            }
            let page = self.call(None, &list)?;
            after = page.data.last().map(|last| last.id.as_str().to_owned());
            found.extend(page.data.iter().map(mapping::refund));
            if !page.has_more || after.is_none() {
                return Ok(found);
            }
        }
    }
}
