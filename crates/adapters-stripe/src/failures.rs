//! What a failed try means, in one table, and what all tries together come to.

use std::time::Duration;

use ports::payments::gateway::GatewayError;
use stripe::StripeError;

/// What one failed try means.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Nobody knows whether it happened: try again with the same key.
    Unknown,
    /// It did not happen, and may later: try again.
    Later(StripeError),
    /// Trying again would come to the same.
    Final(GatewayError),
    /// It was not tried at all, and should not be for so long.
    NotAsked(Duration),
}

/// What the provider's statuses and codes mean to us; a pair that is in no row is [`Meaning::Uncategorised`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// The first try under this key is still at work.
    StillWorking,
    /// Too much at once.
    TooMany,
    /// A fault on its side.
    Down,
    /// It has no such record.
    NoSuchRecord,
    /// All of the charge's money has gone back.
    AlreadyRefunded,
    /// The record's state, or a parameter, does not allow it.
    Refused,
    /// Our key is not good: a matter of settings.
    BadKey,
    /// None of these.
    Uncategorised,
}

fn meaning(status: u16, code: &str) -> Meaning {
    match (status, code) {
        (409, _) => Meaning::StillWorking,
        (429, _) => Meaning::TooMany,
        (500..=599, _) => Meaning::Down,
        (404, _) | (_, "resource_missing") => Meaning::NoSuchRecord,
        (401 | 403, _) => Meaning::BadKey,
        (400 | 402, "charge_already_refunded") => Meaning::AlreadyRefunded,
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
        ) => Meaning::Refused,
        _ => Meaning::Uncategorised,
    }
}

impl Failure {
    pub(crate) fn of(error: StripeError) -> Self {
        match error {
            StripeError::Timeout => Self::Unknown,
            StripeError::ClientError(ref message) if never_connected(message) => Self::Later(error),
            StripeError::ClientError(_) => Self::Unknown,
            StripeError::Stripe(ref about, status) => {
                let code = about.code.as_ref().map_or(about.type_.as_str(), |code| code.as_str()).to_owned();
                let message = about.message.clone().unwrap_or_default();
                match meaning(status, &code) {
                    Meaning::StillWorking => Self::Unknown,
                    Meaning::TooMany | Meaning::Down => Self::Later(error),
                    Meaning::NoSuchRecord => Self::Final(GatewayError::NotFound),
                    Meaning::AlreadyRefunded => Self::Final(GatewayError::AlreadyRefunded(message)),
                    Meaning::Refused => Self::Final(GatewayError::Refused { code, message }),
                    Meaning::BadKey | Meaning::Uncategorised => {
                        tracing::error!(
                            status,
                            code,
                            "the payment provider refused a call for a reason of its own"
                        );
                        Self::Final(GatewayError::Refused { code, message })
                    }
                }
            }
            // Not the provider's JSON at all, such as a page of a gateway in between: nothing can be told from it.
            StripeError::JSONDeserialize(ref what) if what == UNREADABLE_ERROR => Self::Unknown,
            StripeError::JSONDeserialize(_) | StripeError::ConfigError(_) => {
                Self::Final(GatewayError::NotUnderstood(Box::new(error)))
            }
        }
    }

    pub(crate) fn is_final(&self) -> bool {
        matches!(self, Self::Final(_) | Self::NotAsked(_))
    }
}

/// What `wire.rs` says when an answer with an error status is not JSON.
pub(crate) const UNREADABLE_ERROR: &str = "the refusal could not be read";
/// How its words begin when no connection was made.
pub(crate) const CONNECT: &str = "no connection";

/// An error of the client has nothing but words.
fn never_connected(message: &str) -> bool {
    message.starts_with(CONNECT)
}

/// What all tries together come to, seen from what the ones before the last have left behind.
pub(crate) fn verdict(last: Failure, before: Before) -> GatewayError {
    match (last, before) {
        (Failure::Final(error), _) => error,
        // Once a try may have happened, a later "not now" does not take that back.
        (Failure::Unknown, _) | (_, Before::Unknown) => GatewayError::TimedOut,
        (Failure::Later(error), _) => GatewayError::Unavailable(Box::new(error)),
        (Failure::NotAsked(_), Before::Later) => {
            GatewayError::Unavailable("it failed, and is not asked again just now".into())
        }
        (Failure::NotAsked(retry_after), Before::Nothing) => GatewayError::NotAsked { retry_after },
    }
}

/// What the tries before the last came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Before {
    /// There were none.
    Nothing,
    /// It said that it can't just now.
    Later,
    /// Some try may have happened without our hearing of it.
    Unknown,
}

impl Before {
    /// With one more failure.
    pub(crate) fn and(self, failure: &Failure) -> Self {
        match (self, failure) {
            (Self::Unknown, _) | (_, Failure::Unknown) => Self::Unknown,
            (_, Failure::Later(_)) => Self::Later,
            (before, Failure::Final(_) | Failure::NotAsked(_)) => before,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_status_and_code_has_one_meaning() {
        let cases = [
            (409, "idempotency_key_in_use", Meaning::StillWorking),
            (409, "lock_timeout", Meaning::StillWorking),
            (429, "rate_limit", Meaning::TooMany),
            (500, "api_error", Meaning::Down),
            (503, "api_error", Meaning::Down),
            (404, "resource_missing", Meaning::NoSuchRecord),
            (400, "resource_missing", Meaning::NoSuchRecord),
            (401, "invalid_request_error", Meaning::BadKey),
            (403, "secret_key_required", Meaning::BadKey),
            (400, "payment_intent_unexpected_state", Meaning::Refused),
            (400, "charge_already_refunded", Meaning::AlreadyRefunded),
            (400, "idempotency_error", Meaning::Uncategorised),
            (402, "card_declined", Meaning::Uncategorised),
            (418, "teapot", Meaning::Uncategorised),
        ];
        for (status, code, expected) in cases {
            assert_eq!(meaning(status, code), expected, "{status} {code}");
        }
    }

    #[test]
    fn an_unknown_try_is_not_forgotten() {
        let later = || Failure::Later(StripeError::ClientError(CONNECT.into()));
        let not_asked = || Failure::NotAsked(Duration::from_secs(5));
        let kind = |last, before| match verdict(last, before) {
            GatewayError::TimedOut => "timed out",
            GatewayError::Unavailable(_) => "unavailable",
            GatewayError::NotAsked { .. } => "not asked",
            _ => "else",
        };
        assert_eq!(kind(later(), Before::Nothing), "unavailable");
        assert_eq!(kind(later(), Before::Unknown), "timed out");
        assert_eq!(kind(Failure::Unknown, Before::Nothing), "timed out");
        assert_eq!(kind(not_asked(), Before::Nothing), "not asked");
        assert_eq!(kind(not_asked(), Before::Nothing.and(&later())), "unavailable");
        assert_eq!(kind(not_asked(), Before::Nothing.and(&later()).and(&Failure::Unknown)), "timed out");
    }
}
