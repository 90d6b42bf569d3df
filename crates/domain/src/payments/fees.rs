//! Fees stored with an item (docs/product/driving-record.md#fees-on-file) and fees recorded with a transaction
//! (docs/product/payments.md#recorded-fees).

use crate::driving_record::ticket::{FeeType, Fees};
use crate::shared::money::Money;

/// Processing fee that is recorded with every transaction, although no driver is charged for it.
pub const RECORDED_PROCESSING_FEE: Money = Money::from_cents(299);
/// Our fee that is recorded with every transaction, although no driver is charged for it.
pub const RECORDED_OUR_FEE: Money = Money::from_cents(299);

impl Fees {
    /// Default fees of a traffic ticket: a processing fee of $0 and our fee of $2.99.
    pub const fn default_for_ticket() -> Self {
        Self::flat_with_own(Money::from_cents(299))
    }

    /// Default fees of a parking ticket: a processing fee of $0 and our fee of $1.99.
    pub const fn default_for_parking() -> Self {
        Self::flat_with_own(Money::from_cents(199))
    }

    /// Default fees of a toll: a processing fee of $0 and our fee of $1.50.
    pub const fn default_for_toll() -> Self {
        Self::flat_with_own(Money::from_cents(150))
    }

    /// Returns fees with a flat processing fee of $0, and with `our_fee` as our own fee.
    const fn flat_with_own(our_fee: Money) -> Self {
        Self { fee_type: FeeType::Flat, processing_fee: Money::ZERO, our_fee }
    }
}
