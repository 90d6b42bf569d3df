//! Fees: those on file with an item (docs/PRODUCT.md#fees-on-file) and those in the books (docs/PRODUCT.md#recorded-fees).

use crate::driving_record::ticket::{FeeType, Fees};
use crate::shared::money::Money;

/// The processing fee of every recorded transaction.
pub const RECORDED_PROCESSING_FEE: Money = Money::from_cents(299);
/// Our fee of every recorded transaction.
pub const RECORDED_OUR_FEE: Money = Money::from_cents(299);

impl Fees {
    /// What a traffic ticket is filed with unless staff say otherwise: nothing for the third party, 2.99 for us.
    pub const fn default_for_ticket() -> Self {
        Self::flat_with_own(Money::from_cents(299))
    }

    /// What a parking ticket is filed with: nothing for the third party, 1.99 for us.
    pub const fn default_for_parking() -> Self {
        Self::flat_with_own(Money::from_cents(199))
    }

    /// What a toll is filed with: nothing for the third party, 1.50 for us.
    pub const fn default_for_toll() -> Self {
        Self::flat_with_own(Money::from_cents(150))
    }

    const fn flat_with_own(our_fee: Money) -> Self {
        Self { fee_type: FeeType::Flat, processing_fee: Money::ZERO, our_fee }
    }
}
