//! Webhooks: the signature over the raw body, then what the body says.

use std::fmt;

use ports::payments::gateway::{ProviderChange, ProviderEvent, WebhookError, WebhookVerifier};
use serde_json::Value;
use sha2::{Digest, Sha256};
use stripe_webhook::{EventObject, Webhook};

use crate::{dispute_calls, mapping};

/// Believes what is signed with the endpoint's secret, in the last five minutes.
pub struct StripeWebhooks {
    secret: String,
}

impl StripeWebhooks {
    /// Checks signatures with this secret (`whsec_…`).
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
        // The provider signs JSON, which is UTF-8: another body is not from there.
        let text = std::str::from_utf8(body).map_err(|_| WebhookError::BadSignature)?;
        use stripe_webhook::WebhookError as Theirs;
        match Webhook::construct_event(text, signature, &self.secret) {
            Ok(event) => Ok(ProviderEvent {
                id: event.id.as_str().to_owned(),
                kind: event.type_.as_str().to_owned(),
                body: text.to_owned(),
                change: change(&event.data.object),
            }),
            Err(Theirs::BadParse(_)) => Ok(not_understood(text)),
            Err(Theirs::BadTimestamp(_)) => Err(WebhookError::TooOld),
            Err(Theirs::BadKey | Theirs::BadHeader(_) | Theirs::BadSignature) => {
                Err(WebhookError::BadSignature)
            }
        }
    }
}

fn change(object: &EventObject) -> ProviderChange {
    match object {
        EventObject::PaymentIntentCreated(intent)
        | EventObject::PaymentIntentRequiresAction(intent)
        | EventObject::PaymentIntentProcessing(intent)
        | EventObject::PaymentIntentPaymentFailed(intent)
        | EventObject::PaymentIntentSucceeded(intent)
        | EventObject::PaymentIntentCanceled(intent) => ProviderChange::Intent(mapping::intent(intent)),
        EventObject::RefundCreated(refund)
        | EventObject::RefundUpdated(refund)
        | EventObject::RefundFailed(refund) => ProviderChange::Refund(mapping::refund(refund)),
        EventObject::ChargeDisputeCreated(dispute)
        | EventObject::ChargeDisputeUpdated(dispute)
        | EventObject::ChargeDisputeClosed(dispute)
        | EventObject::ChargeDisputeFundsWithdrawn(dispute)
        | EventObject::ChargeDisputeFundsReinstated(dispute) => {
            ProviderChange::Chargeback(dispute_calls::chargeback(dispute))
        }
        // A refund has events of its own; a charge's event adds nothing.
        _ => ProviderChange::Irrelevant,
    }
}

/// An event that is the provider's but not one we can read: its id and kind, as far as they can be told.
fn not_understood(body: &str) -> ProviderEvent {
    let read: Value = serde_json::from_str(body).unwrap_or_default();
    let text = |name: &str| read.get(name).and_then(Value::as_str).map(str::to_owned);
    tracing::error!(kind = text("type"), "a webhook's event is signed but not understood");
    ProviderEvent {
        id: text("id").unwrap_or_else(|| format!("sha256_{}", hex::encode(Sha256::digest(body.as_bytes())))),
        kind: text("type").unwrap_or_default(),
        body: body.to_owned(),
        change: ProviderChange::NotUnderstood,
    }
}
