//! The lawyer's fee: the part that the lawyer has earned, and the refund when a case ends
//! (docs/product/cases.md#money).

use crate::legal_help::offer::{Guarantee, LegalHelpMode, LegalHelpRule};
use crate::shared::money::Money;

/// The terms of the fee in a case that Lanewise offers to lawyers. Lanewise stores the terms when the driver pays, so
/// that a later change of the state's rule doesn't affect them. If the court's state changes before a lawyer accepts,
/// the new state's terms replace the stored terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeeTerms {
    /// The price that the driver paid. All of it is the lawyer's fee.
    pub price: Money,
    /// Who holds the fee until the lawyer has earned it.
    pub mode: LegalHelpMode,
    /// Who pays the refund of the price after a lost case.
    pub guarantee: Guarantee,
    /// Part of the fee that a lawyer earns by filing an appearance, in percent from 0 to 100.
    pub appearance_earns: u8,
}

/// A stage of a lawyer's work that earns a part of the fee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Milestone {
    /// The lawyer accepted, or the driver signed the agreement. The lawyer has earned nothing yet.
    Agreement,
    /// The lawyer filed an appearance.
    Appearance,
    /// The court decided.
    Decision,
}

/// The reason why a case ends without a decision. The driver's refund depends on this reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EarlyEnd {
    /// The driver or staff ended the case, the lawyer withdrew, or the ticket was paid or removed.
    ByChoice,
    /// No lawyer accepted, or the agreement wasn't signed in time.
    WithoutLawyer,
}

impl FeeTerms {
    /// Returns the terms of a fee under the rule of the court's state.
    pub const fn new(price: Money, rule: LegalHelpRule) -> Self {
        let LegalHelpRule { mode, guarantee, appearance_earns, .. } = rule;
        Self { price, mode, guarantee, appearance_earns }
    }

    /// Returns the amount that a lawyer has earned at this milestone. Half a cent is rounded up.
    pub fn earned(self, milestone: Milestone) -> Money {
        match milestone {
            Milestone::Agreement => Money::ZERO,
            Milestone::Appearance => {
                let hundredths = self.price.cents() * i64::from(self.appearance_earns);
                Money::from_cents((hundredths + 50) / 100)
            }
            Milestone::Decision => self.price,
        }
    }

    /// Returns the part of the price that Lanewise doesn't refund when a case ends without a decision. This is the
    /// amount that the lawyer has earned, or zero within the cancellation window (`is_in_window`) or without a lawyer.
    pub fn kept_at_end(self, milestone: Milestone, end: EarlyEnd, is_in_window: bool) -> Money {
        match end {
            EarlyEnd::ByChoice if !is_in_window => self.earned(milestone),
            EarlyEnd::ByChoice | EarlyEnd::WithoutLawyer => Money::ZERO,
        }
    }
}
