//! Verifies the signature of a webhook's raw body, then parses the event in the body.

use std::fmt;

use chrono::DateTime;
use miniserde::json::Value;
use ports::payments::events::{EventSubject, ProviderEvent};
use ports::payments::gateway::{WebhookError, WebhookVerifier};
use sha2::{Digest, Sha256};
use stripe_webhook::Webhook;

use crate::event_calls;

/// A verifier that accepts webhooks signed with the endpoint's secret, at a time that differs from ours by
/// at most five minutes.
pub struct StripeWebhooks {
    secret: String,
}

impl StripeWebhooks {
    /// Creates a verifier with the endpoint's secret (`whsec_…`).
    pub fn new(secret: &str) -> Self {
        Self { secret: secret.to_owned() }
    }
}

impl fmt::Debug for StripeWebhooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StripeWebhooks").finish_non_exhaustive()
    }
}

impl WebhookVerifier for StripeWebhooks {
    fn verify(&self, body: &[u8], signature: &str) -> Result<ProviderEvent, WebhookError> {
        // Stripe signs JSON, which is always UTF-8. A body with other bytes isn't from Stripe.
        let text = std::str::from_utf8(body).map_err(|_| WebhookError::BadSignature)?;
        use stripe_webhook::WebhookError as Theirs;
        match Webhook::construct_event(text, signature, &self.secret) {
            // The library may fail to parse an event of a newer API version. The failure doesn't matter,
            // because only the id of the event's object is needed, and `event` parses the id itself.
            Ok(_) | Err(Theirs::BadParse(_)) => Ok(event(text)),
            Err(Theirs::BadTimestamp(_)) => Err(WebhookError::TooOld),
            Err(Theirs::BadKey | Theirs::BadHeader(_) | Theirs::BadSignature) => {
                Err(WebhookError::BadSignature)
            }
        }
    }
}

/// Parses the event in a body whose signature was verified.
fn event(body: &str) -> ProviderEvent {
    let read = miniserde::json::from_str(body).unwrap_or(Value::Null);
    let hash = || format!("sha256_{}", hex::encode(Sha256::digest(body.as_bytes())));
    let event =
        ProviderEvent { body: body.to_owned(), ..event_calls::parse_event(&read, DateTime::default(), hash) };
    if event.about == EventSubject::Unrecognized {
        tracing::error!(kind = event.kind, "could not parse a webhook event whose signature is valid");
    }
    event
}
