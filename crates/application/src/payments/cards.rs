//! The brand and last digits of the card that paid a payment.

use domain::payments::card::CardFacts;
use domain::payments::payment::Payment;
use ports::store::in_transaction;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Returns the card that paid a payment; `None` if it is unknown. If the card isn't stored yet,
/// fetches it from the provider and stores it. A failure is only logged. Calling the provider can
/// be slow, so the caller must not hold a database connection.
pub(crate) fn card_of(deps: &Deps, payment: &Payment) -> Option<CardFacts> {
    if payment.card.is_some() {
        return payment.card.clone();
    }
    fetch_card(deps, payment).unwrap_or_else(|error| {
        tracing::warn!(payment = payment.id.0, %error, "could not read the card of a payment");
        None
    })
}

/// Fetches the card of a payment from the provider and stores it; `None` if the provider knows no card.
fn fetch_card(deps: &Deps, payment: &Payment) -> Result<Option<CardFacts>> {
    let Some(intent_id) = &payment.provider_intent_id else { return Ok(None) };
    let Some(card) = deps.gateway.intent(intent_id)?.card else { return Ok(None) };
    in_transaction(&*deps.database, |store| {
        store.lock_payable_item(payment.payable)?;
        let Some(mut stored) = store.lock_payment(payment.id)? else { return Ok(()) };
        stored.card = Some(card.clone());
        Ok::<_, Error>(store.update_payment(&stored)?)
    })?;
    Ok(Some(card))
}
