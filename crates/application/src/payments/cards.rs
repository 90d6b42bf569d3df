//! The brand and last digits of the card that paid a payment.

use domain::shared::ids::PaymentId;
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Asks the provider which card paid a payment, unless the card is already stored. The card isn't part of the
/// provider's events. A failure is only logged, because nothing depends on the card. Must not be called while
/// holding a database connection.
pub(crate) fn fetch_card(deps: &Deps, id: PaymentId) {
    if let Err(error) = try_to_fetch_card(deps, id) {
        tracing::warn!(payment = id.0, %error, "could not read the card of a payment");
    }
}

fn try_to_fetch_card(deps: &Deps, id: PaymentId) -> Result<()> {
    let response = with_store(&*deps.database, |store| {
        let is_known = store.card_of_payment(id)?.is_some();
        let payment = store.payment(id)?.filter(|_| !is_known);
        Ok::<_, Error>(payment.and_then(|payment| payment.provider_intent_id))
    })?;
    let Some(intent_id) = response else { return Ok(()) };
    let Some(card) = deps.gateway.intent(&intent_id)?.card else { return Ok(()) };
    with_store(&*deps.database, |store| Ok(store.store_card(id, &card)?))
}
