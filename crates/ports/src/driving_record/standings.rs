//! Facts from which an item's standing is computed, in addition to the item's own record.

use domain::driving_record::standing::StandingFacts;
use domain::shared::ids::PaymentId;
use domain::shared::payable::Payable;

use crate::shared::store_error::StoreResult;

/// Payments, hires, courts, sent letters and city data in the database that an item's standing depends on.
pub trait Standings {
    /// Returns the facts that decide an item's standing, such as Due or Paid. For a lawyer, or if the item doesn't
    /// exist, returns the default value. The field `is_lawyer_offered` isn't stored, so this method doesn't set it.
    fn standing_facts(&mut self, item: Payable) -> StoreResult<StandingFacts>;
    /// Stores whether the driver's bank is processing a payment, as the provider last reported. The
    /// value has no effect once the payment is no longer open.
    fn set_payment_processing(&mut self, payment: PaymentId, is_processing: bool) -> StoreResult<()>;
}
