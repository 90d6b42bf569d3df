//! Who has a right to a lawyer's fee (docs/product/payments.md#lawyers-fees).

use crate::shared::money::Money;

/// Who has a right to a case's fee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeeClaims {
    /// The amount set aside for lawyers: the full price while the case is open, and what they earned afterwards.
    OfLawyers(Money),
    /// The operator's own firm has earned a part. The rest is still owed to the driver.
    OfFirm {
        /// The part that was earned.
        earned: Money,
        /// Whether the firm may still earn the rest.
        is_open: bool,
    },
}
