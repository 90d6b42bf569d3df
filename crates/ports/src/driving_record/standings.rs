//! What an item's standing depends on, beside the item.

use domain::driving_record::standing::StandingFacts;
use domain::shared::ids::PaymentId;
use domain::shared::payable::Payable;

use crate::shared::store_error::StoreResult;

/// Facts of items, from the payments and hires that are about them.
pub trait Standings {
    /// The facts of an item; none of a lawyer. Whether legal help is offered is not stored, so it is not told.
    fn standing_facts(&mut self, item: Payable) -> StoreResult<StandingFacts>;
    /// Notes whether the driver's bank is working on a payment, by the provider's last word. It counts while the payment is live.
    fn note_processing(&mut self, payment: PaymentId, is_processing: bool) -> StoreResult<()>;
}
