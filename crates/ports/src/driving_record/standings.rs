//! Facts that an item's standing depends on, besides the item itself.

use domain::driving_record::standing::StandingFacts;
use domain::shared::ids::PaymentId;
use domain::shared::payable::Payable;

use crate::shared::store_error::StoreResult;

/// Standing facts from payments and hires, in the database.
pub trait Standings {
    /// Returns an item's facts; a lawyer has none. `is_lawyer_offered` isn't stored, so it isn't set.
    fn standing_facts(&mut self, item: Payable) -> StoreResult<StandingFacts>;
    /// Stores whether the driver's bank is processing a payment, as the provider last reported. It is ignored once
    /// the payment is no longer open.
    fn note_processing(&mut self, payment: PaymentId, is_processing: bool) -> StoreResult<()>;
}
