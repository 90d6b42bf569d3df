//! Receives the provider's signed webhook events: `POST /api/webhooks/stripe` (docs/product/payments.md#webhook).

use ports::payments::events::ProviderEvent;
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::reconciliation::ingest;

/// Verifies a webhook request and returns its event; `None` if the event is already stored. Doesn't
/// call the provider, so that a flood of forged events can't slow down calls to the provider.
///
/// # Errors
/// [`Error::BadSignature`] if the signature doesn't verify.
pub fn verify_webhook(deps: &Deps, body: &[u8], signature: &str) -> Result<Option<ProviderEvent>> {
    let event = match deps.webhooks.verify(body, signature) {
        Ok(event) => event,
        Err(reason) => {
            tracing::warn!(%reason, "webhook refused");
            return Err(Error::BadSignature);
        }
    };
    let known = with_store(&*deps.database, |store| Ok::<_, Error>(store.known_event_ids(&[&event.id])?))?;
    Ok(known.is_empty().then_some(event))
}

/// Stores an event and its effect in one database transaction. A repeated event has no effect.
/// First fetches the current state of the event's object from the provider, unless it can't be
/// newer than the stored one. So events may arrive in any order. Declined cards are stored before
/// that, in their own transaction.
///
/// # Errors
/// [`Error::GatewayDown`] if the provider can't be reached. In that case, the event isn't stored,
/// and the provider sends it again.
pub fn process_event(deps: &Deps, event: &ProviderEvent) -> Result<()> {
    ingest::ingest(deps, &event.about, &[event]).map(drop)
}
