//! Learning which card something was paid with.

use domain::shared::ids::PaymentId;
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Asks the provider for the card of a payment that it is not known of: events do not tell it. Nothing waits for the card, so
/// without an answer it stays unknown. Never with a connection held.
pub(crate) fn learn_card(deps: &Deps, id: PaymentId) {
    if let Err(error) = try_to_learn(deps, id) {
        tracing::warn!(payment = id.0, %error, "the card of a payment is not known");
    }
}

fn try_to_learn(deps: &Deps, id: PaymentId) -> Result<()> {
    let asked = with_store(&*deps.database, |store| {
        let is_known = store.card_of(id)?.is_some();
        let payment = store.payment(id)?.filter(|_| !is_known);
        Ok::<_, Error>(payment.and_then(|payment| payment.provider_intent_id))
    })?;
    let Some(intent_id) = asked else { return Ok(()) };
    let Some(card) = deps.gateway.intent(&intent_id)?.card else { return Ok(()) };
    with_store(&*deps.database, |store| Ok(store.note_card(id, &card)?))
}
