//! Classifies the errors of attempts, and derives a request's result from all of its attempts.

use std::time::Duration;

use ports::payments::gateway::GatewayError;
use stripe::StripeError;

/// The class of a failed attempt. The class decides whether the call is retried.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The attempt may have taken effect. Retrying is safe with the same idempotency key.
    Unknown,
    /// The attempt had no effect, and a retry may succeed.
    Later(StripeError),
    /// A retry would fail in the same way.
    Final(GatewayError),
    /// The attempt wasn't sent, because the circuit breaker stays open for this long.
    CircuitOpen(Duration),
}

/// The meaning of Stripe's HTTP status and error code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ErrorMeaning {
    /// Stripe still processes another request with the same idempotency key or about the same object.
    StillWorking,
    /// Stripe received too many requests.
    TooMany,
    /// An error on Stripe's side.
    Down,
    /// The object doesn't exist.
    NoSuchRecord,
    /// The charge is already fully refunded.
    AlreadyRefunded,
    /// The state of the object, or a parameter, doesn't allow the request.
    Refused,
    /// Stripe doesn't accept our API key for the request.
    BadKey,
    /// Lanewise doesn't know this combination of status and code.
    Uncategorised,
}

/// Returns the meaning of an HTTP status and of Stripe's error code, or its error type if there is no code.
fn classify_error(status: u16, code: &str) -> ErrorMeaning {
    match (status, code) {
        (409, _) => ErrorMeaning::StillWorking,
        (429, _) => ErrorMeaning::TooMany,
        (500..=599, _) => ErrorMeaning::Down,
        (404, _) | (_, "resource_missing") => ErrorMeaning::NoSuchRecord,
        (401 | 403, _) => ErrorMeaning::BadKey,
        (400 | 402, "charge_already_refunded") => ErrorMeaning::AlreadyRefunded,
        (
            400 | 402,
            "payment_intent_unexpected_state"
            | "charge_disputed"
            | "amount_too_large"
            | "amount_too_small"
            | "balance_insufficient"
            | "parameter_invalid_integer"
            | "parameter_missing"
            | "parameter_unknown",
        ) => ErrorMeaning::Refused,
        _ => ErrorMeaning::Uncategorised,
    }
}

impl Failure {
    /// Classifies the error of an attempt.
    pub(crate) fn of(error: StripeError) -> Self {
        match error {
            StripeError::Timeout => Self::Unknown,
            StripeError::ClientError(ref message) if is_connect_error(message) => Self::Later(error),
            StripeError::ClientError(_) => Self::Unknown,
            StripeError::Stripe(ref about, status) => {
                let code = about.code.as_ref().map_or(about.type_.as_str(), |code| code.as_str()).to_owned();
                let message = about.message.clone().unwrap_or_default();
                match classify_error(status, &code) {
                    ErrorMeaning::StillWorking => Self::Unknown,
                    ErrorMeaning::TooMany | ErrorMeaning::Down => Self::Later(error),
                    ErrorMeaning::NoSuchRecord => Self::Final(GatewayError::NotFound),
                    ErrorMeaning::AlreadyRefunded => Self::Final(GatewayError::AlreadyRefunded(message)),
                    ErrorMeaning::Refused => Self::Final(GatewayError::Refused { code, message }),
                    ErrorMeaning::BadKey | ErrorMeaning::Uncategorised => {
                        tracing::error!(
                            status,
                            code,
                            "the payment provider refused a call: the API key is invalid, or the error is unknown"
                        );
                        Self::Final(GatewayError::Refused { code, message })
                    }
                }
            }
            // The response isn't Stripe's JSON. The response may be the HTML page of a server between us and
            // Stripe, so it is unknown whether the attempt took effect.
            StripeError::JSONDeserialize(ref what) if what == UNREADABLE_ERROR => Self::Unknown,
            StripeError::JSONDeserialize(_) | StripeError::ConfigError(_) => {
                Self::Final(GatewayError::NotUnderstood(Box::new(error)))
            }
        }
    }

    /// Returns whether the request must not be retried, because Stripe refused it or the circuit breaker is open.
    pub(crate) fn is_final(&self) -> bool {
        matches!(self, Self::Final(_) | Self::CircuitOpen(_))
    }
}

/// The message of the error that `wire.rs` returns for an error status without JSON.
pub(crate) const UNREADABLE_ERROR: &str = "could not parse the error response";
/// Start of the error message that `wire.rs` sets when it could not connect.
pub(crate) const CONNECT: &str = "no connection";

/// Returns whether connecting failed. If so, nothing was sent. The library's error has only a message.
fn is_connect_error(message: &str) -> bool {
    message.starts_with(CONNECT)
}

/// Returns the error of a request. `last` is the failure of its last attempt, and `earlier` the
/// combined result of the attempts before it.
pub(crate) fn combine_failures(last: Failure, earlier: PriorAttempts) -> GatewayError {
    match (last, earlier) {
        (Failure::Final(error), _) => error,
        // If an earlier attempt may have taken effect, the result is unknown, no matter how the last attempt
        // ended.
        (Failure::Unknown, _) | (_, PriorAttempts::Unknown) => GatewayError::TimedOut,
        (Failure::Later(error), _) => GatewayError::Unavailable(Box::new(error)),
        (Failure::CircuitOpen(_), PriorAttempts::Later) => {
            GatewayError::Unavailable("it failed recently, so it is not called now".into())
        }
        (Failure::CircuitOpen(retry_after), PriorAttempts::Nothing) => GatewayError::NotAsked { retry_after },
    }
}

/// The combined result of the attempts before the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PriorAttempts {
    /// There were no earlier attempts.
    Nothing,
    /// No earlier attempt took effect, because Stripe was unavailable.
    Later,
    /// An earlier attempt may have taken effect. The response to that attempt didn't arrive.
    Unknown,
}

impl PriorAttempts {
    /// Returns the combined result of these attempts and one more, which failed with `failure`.
    pub(crate) fn and(self, failure: &Failure) -> Self {
        match (self, failure) {
            (Self::Unknown, _) | (_, Failure::Unknown) => Self::Unknown,
            (_, Failure::Later(_)) => Self::Later,
            (before, Failure::Final(_) | Failure::CircuitOpen(_)) => before,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_http_status_and_error_code_maps_to_one_failure() {
        let cases = [
            (409, "idempotency_key_in_use", ErrorMeaning::StillWorking),
            (409, "lock_timeout", ErrorMeaning::StillWorking),
            (429, "rate_limit", ErrorMeaning::TooMany),
            (500, "api_error", ErrorMeaning::Down),
            (503, "api_error", ErrorMeaning::Down),
            (404, "resource_missing", ErrorMeaning::NoSuchRecord),
            (400, "resource_missing", ErrorMeaning::NoSuchRecord),
            (401, "invalid_request_error", ErrorMeaning::BadKey),
            (403, "secret_key_required", ErrorMeaning::BadKey),
            (400, "payment_intent_unexpected_state", ErrorMeaning::Refused),
            (400, "charge_already_refunded", ErrorMeaning::AlreadyRefunded),
            (400, "idempotency_error", ErrorMeaning::Uncategorised),
            (402, "card_declined", ErrorMeaning::Uncategorised),
            (418, "teapot", ErrorMeaning::Uncategorised),
        ];
        for (status, code, expected) in cases {
            assert_eq!(classify_error(status, code), expected, "{status} {code}");
        }
    }

    #[test]
    fn a_call_is_reported_as_timed_out_if_the_outcome_of_any_attempt_is_unknown() {
        let later = || Failure::Later(StripeError::ClientError(CONNECT.into()));
        let not_asked = || Failure::CircuitOpen(Duration::from_secs(5));
        let kind = |last, before| match combine_failures(last, before) {
            GatewayError::TimedOut => "timed out",
            GatewayError::Unavailable(_) => "unavailable",
            GatewayError::NotAsked { .. } => "not asked",
            _ => "else",
        };
        assert_eq!(kind(later(), PriorAttempts::Nothing), "unavailable");
        assert_eq!(kind(later(), PriorAttempts::Unknown), "timed out");
        assert_eq!(kind(Failure::Unknown, PriorAttempts::Nothing), "timed out");
        assert_eq!(kind(not_asked(), PriorAttempts::Nothing), "not asked");
        assert_eq!(kind(not_asked(), PriorAttempts::Nothing.and(&later())), "unavailable");
        assert_eq!(
            kind(not_asked(), PriorAttempts::Nothing.and(&later()).and(&Failure::Unknown)),
            "timed out"
        );
    }
}
