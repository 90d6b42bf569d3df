//! Makes API requests with retries. Each attempt has a timeout, and the whole request has a deadline.

use std::cell::Cell;
use std::time::{Duration, Instant};

use backon::{ExponentialBuilder, Retryable};
use breaker::{AsyncBreaker, CallError};
use metrics::{counter, histogram};
use ports::payments::gateway::{GatewayError, GatewayResult};
use stripe::{IdempotencyKey, RequestStrategy, StripeError, StripeRequest};

use crate::charge_calls::Charges;
use crate::failures::{Failure, PriorAttempts, combine_failures};
use crate::options::StripeOptions;
use crate::wire::Wire;

/// Suggested wait if the deadline passed before the first attempt. This wait is short, because Stripe
/// may well be available.
const NO_TIME_LEFT: Duration = Duration::from_secs(1);

/// The connection to Stripe and its options.
#[derive(Clone, Debug)]
pub(crate) struct StripeConnection {
    pub(crate) client: Wire,
    pub(crate) options: StripeOptions,
    pub(crate) breaker: AsyncBreaker,
    /// Deadline of all requests on this connection; `None` if there is none.
    pub(crate) deadline: Option<Instant>,
}

/// Makes an API request. Retries it, with the same idempotency key `key` if it has one, until Stripe
/// gives a final response, no attempt or time is left, or the circuit breaker is open.
pub(crate) async fn call_with_retries<R, T>(
    connection: &StripeConnection,
    key: Option<&str>,
    request: &R,
) -> GatewayResult<T>
where
    R: StripeRequest<Output = T>,
    T: StripeResponse,
{
    let strategy = match key {
        Some(key) => RequestStrategy::Idempotent(
            IdempotencyKey::new(key).map_err(|error| GatewayError::NotUnderstood(Box::new(error)))?,
        ),
        None => RequestStrategy::Once,
    };
    let options = &connection.options;
    let now = Instant::now();
    let total = connection
        .deadline
        .map_or(options.total, |deadline| options.total.min(deadline.saturating_duration_since(now)));
    if total.is_zero() {
        return Err(GatewayError::NotAsked { retry_after: NO_TIME_LEFT });
    }
    let before = Cell::new(PriorAttempts::Nothing);
    let one = || async {
        let started_at = Instant::now();
        // If the request's deadline ends an attempt early, the attempt counts as timed out, even for the
        // circuit breaker.
        let timeout = options.timeout.min(total.saturating_sub(now.elapsed()));
        let sent = async {
            T::send(request, &connection.client, strategy.clone(), timeout).await.map_err(Failure::of)
        };
        // A refusal shows that Stripe is available, so it isn't a failure for the circuit breaker.
        let guarded = connection.breaker.guard(|failure: &Failure| !failure.is_final(), sent).await;
        let ended = guarded.map_err(convert_breaker_error);
        record_attempt(T::NAME, started_at.elapsed(), ended.as_ref().err());
        ended.inspect_err(|failure| before.set(before.get().and(failure)))
    };
    let waits = ExponentialBuilder::default()
        .with_jitter()
        .with_min_delay(options.first_retry_delay)
        .with_max_delay(options.timeout)
        .with_max_times(options.attempts.saturating_sub(1));
    let tries = one.retry(waits).sleep(tokio::time::sleep).when(|failure| !failure.is_final());
    match tokio::time::timeout(total, tries).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(last)) => Err(combine_failures(last, before.get())),
        Err(_) => Err(GatewayError::TimedOut),
    }
}

/// Outcomes of attempts, as metric labels.
pub const OUTCOMES: &[&str] = &["answered", "refused", "failed", "unknown", "left_alone"];

/// Records an attempt of the API request `call` in the metrics. `failure` is `None` if the attempt
/// succeeded. An attempt that wasn't sent has no duration.
fn record_attempt(call: &'static str, took: Duration, failure: Option<&Failure>) {
    // `OUTCOMES` must list the same outcomes, because the server registers the metrics from it.
    let outcome = match failure {
        None => "answered",
        Some(Failure::Final(_)) => "refused",
        Some(Failure::Later(_)) => "failed",
        Some(Failure::Unknown) => "unknown",
        Some(Failure::CircuitOpen(_)) => "left_alone",
    };
    let is_circuit_open = matches!(failure, Some(Failure::CircuitOpen(_)));
    counter!("provider_calls_total", "call" => call, "outcome" => outcome).increment(1);
    if !is_circuit_open {
        histogram!("provider_call_seconds", "call" => call).record(took);
    }
}

/// Converts the circuit breaker's error of an attempt.
fn convert_breaker_error(unanswered: CallError<Failure>) -> Failure {
    match unanswered {
        CallError::CircuitOpen(wait) => Failure::CircuitOpen(wait),
        CallError::Failed(failure) => failure,
    }
}

/// A response type, and the name of its API request in the metrics.
pub(crate) trait StripeResponse: Sized {
    /// Name of the API request, as a metric label.
    const NAME: &'static str;

    /// Sends the request once.
    fn send<R: StripeRequest<Output = Self>>(
        request: &R,
        client: &Wire,
        strategy: RequestStrategy,
        timeout: Duration,
    ) -> impl Future<Output = Result<Self, StripeError>>;
}

macro_rules! answers {
    ($($answer:ty => $name:literal),* $(,)?) => {
        /// Names of all API requests, as metric labels.
        pub const CALLS: &[&str] = &[$($name),*];
        $(
        impl StripeResponse for $answer {
            const NAME: &'static str = $name;

            async fn send<R: StripeRequest<Output = Self>>(
                request: &R,
                client: &Wire,
                strategy: RequestStrategy,
                timeout: Duration,
            ) -> Result<Self, StripeError> {
                request.customize().request_strategy(strategy).timeout(timeout).send(client).await
            }
        }
        )*
    };
}

answers!(
    crate::balance_calls::BalancePage => "movements",
    Charges => "charges",
    crate::endpoint_calls::Endpoints => "endpoints",
    crate::event_calls::Page => "events",
    stripe_core::PaymentIntent => "intent",
    stripe_core::Refund => "refund",
    stripe_core::Dispute => "dispute",
    stripe_types::List<stripe_core::Dispute> => "disputes",
    stripe_types::List<stripe_core::PaymentIntent> => "intents",
    stripe_types::List<stripe_core::Refund> => "refunds"
);
