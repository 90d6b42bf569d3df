//! The cards that payments were made with.

use domain::payments::card::CardFacts;
use domain::shared::ids::PaymentId;

use crate::shared::store_error::StoreResult;

/// What is known of cards, by their payments.
pub trait Cards {
    /// Notes the card of a payment.
    fn note_card(&mut self, payment: PaymentId, card: &CardFacts) -> StoreResult<()>;
    /// The card of a payment, once known.
    fn card_of(&mut self, payment: PaymentId) -> StoreResult<Option<CardFacts>>;
}
