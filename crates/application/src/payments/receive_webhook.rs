//! The provider's signed events: `POST /api/webhooks/stripe` (docs/PRODUCT.md#webhook).

use ports::payments::events::ProviderEvent;
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::reconciliation::door;

/// The event of a webhook's call, when it is the provider's and not known yet. The provider is not asked: forged events
/// keep nobody waiting who has to ask it.
///
/// # Errors
/// [`Error::BadSignature`].
pub fn read(deps: &Deps, body: &[u8], signature: &str) -> Result<Option<ProviderEvent>> {
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

/// Stores an event with its effect, in one transaction, once; late, doubled and unread ones do no harm. What it is about is asked
/// for first: an event says only that there is something to ask.
///
/// # Errors
/// [`Error::GatewayDown`] when the provider cannot be asked: nothing is stored then, it sends the event again.
pub fn bring_in(deps: &Deps, event: &ProviderEvent) -> Result<()> {
    door::hear(deps, &event.about, &[event]).map(drop)
}
