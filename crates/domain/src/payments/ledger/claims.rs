//! Who has a right to a lawyer's fee (docs/product/payments.md#lawyers-fees).

use crate::shared::money::Money;

/// Who has a right to a case's fee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeeClaims {
    /// Lawyers may have this amount: all of the price while the case lasts, later what they earned.
    OfLawyers(Money),
    /// The operator's firm has earned a part. The rest is the driver's.
    OfFirm {
        /// The part that was earned.
        earned: Money,
        /// Whether the firm may still earn the rest.
        is_open: bool,
    },
}
