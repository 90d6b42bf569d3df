//! Trying a call: a time-out for each try, a bounded number of them, and one for the whole.

use std::cell::Cell;
use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};
use ports::payments::gateway::{GatewayError, GatewayResult};
use stripe::{Client, IdempotencyKey, RequestStrategy, StripeError, StripeRequest};

use crate::failures::{Failure, verdict};
use crate::gateway::StripeOptions;

/// Makes one call, again and again under the same key, until it is answered or the tries are used up.
pub(crate) async fn call<R, T>(
    client: &Client,
    options: &StripeOptions,
    key: Option<&str>,
    request: &R,
) -> GatewayResult<T>
where
    R: StripeRequest<Output = T>,
    T: Answer,
{
    let strategy = match key {
        Some(key) => RequestStrategy::Idempotent(
            IdempotencyKey::new(key).map_err(|error| GatewayError::NotUnderstood(Box::new(error)))?,
        ),
        None => RequestStrategy::Once,
    };
    // Whether some try may have happened without our hearing of it.
    let unknown = Cell::new(false);
    let one = || async {
        let sent = T::send(request, client, strategy.clone(), options.timeout).await;
        sent.map_err(|error| {
            let failure = Failure::of(error);
            unknown.set(unknown.get() || matches!(failure, Failure::Unknown));
            failure
        })
    };
    let waits = ExponentialBuilder::default()
        .with_jitter()
        .with_min_delay(options.first_wait)
        .with_max_delay(options.timeout)
        .with_max_times(options.attempts.saturating_sub(1));
    let tries = one.retry(waits).sleep(tokio::time::sleep).when(|failure| !failure.is_final());
    match tokio::time::timeout(options.total, tries).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(last)) => Err(verdict(last, unknown.get())),
        Err(_) => Err(GatewayError::TimedOut),
    }
}

/// An answer that the client can read.
pub(crate) trait Answer: Sized {
    /// Sends a request once.
    fn send<R: StripeRequest<Output = Self>>(
        request: &R,
        client: &Client,
        strategy: RequestStrategy,
        timeout: Duration,
    ) -> impl Future<Output = Result<Self, StripeError>>;
}

macro_rules! answers {
    ($($answer:ty),* $(,)?) => {$(
        impl Answer for $answer {
            async fn send<R: StripeRequest<Output = Self>>(
                request: &R,
                client: &Client,
                strategy: RequestStrategy,
                timeout: Duration,
            ) -> Result<Self, StripeError> {
                request.customize().request_strategy(strategy).timeout(timeout).send(client).await
            }
        }
    )*};
}

answers!(
    stripe_core::PaymentIntent,
    stripe_core::Refund,
    stripe_core::Dispute,
    stripe_types::List<stripe_core::Dispute>,
    stripe_types::List<stripe_core::PaymentIntent>,
    stripe_types::List<stripe_core::Refund>
);
