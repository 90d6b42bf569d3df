//! Cards that payments were made with.

use domain::payments::card::CardFacts;
use domain::shared::ids::PaymentId;

use crate::shared::store_error::StoreResult;

/// Card details of payments, in the database.
pub trait Cards {
    /// Stores the card of a payment.
    fn store_card(&mut self, payment: PaymentId, card: &CardFacts) -> StoreResult<()>;
    /// Returns the card of a payment, once known.
    fn card_of_payment(&mut self, payment: PaymentId) -> StoreResult<Option<CardFacts>>;
}
