//! The provider's signed webhook events: `POST /api/webhooks/stripe`
//! (docs/product/payments.md#webhook).

use ports::payments::events::ProviderEvent;
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::reconciliation::ingest;

/// Verifies a webhook request and returns its event, or `None` if the event is already stored. The
/// provider isn't called, so that a flood of forged events doesn't delay calls for real requests.
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
    let known = with_store(&*deps.database, |store| Ok::<_, Error>(store.known_events(&[&event.id])?))?;
    Ok(known.is_empty().then_some(event))
}

/// Stores an event and its effect in one transaction, only once. Events may be late, repeated or
/// unreadable. The event only names an object, whose state is first fetched from the provider.
///
/// # Errors
/// [`Error::GatewayDown`] if the provider can't be reached. Nothing is stored then, and the
/// provider sends the event again.
pub fn process_event(deps: &Deps, event: &ProviderEvent) -> Result<()> {
    ingest::ingest(deps, &event.about, &[event]).map(drop)
}
