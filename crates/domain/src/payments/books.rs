//! The books as people read them: month by month, from what the ledger posted (docs/PRODUCT.md#books).

use chrono::NaiveDate;

use crate::payments::ledger::{Account, EntryKind, Posting};
use crate::shared::money::Money;

/// What moved in a month, or in all of them. What came to us is above zero, what left is below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Cards were charged.
    pub charges: Money,
    /// Went back to drivers, less what banks sent back.
    pub refunds: Money,
    /// Taken by banks, less what they gave again.
    pub chargebacks: Money,
    /// What chargebacks cost.
    pub chargeback_fees: Money,
    /// The provider's fees.
    pub provider_fees: Money,
    /// Paid out to our bank account.
    pub payouts: Money,
    /// Moved at the provider and not explained.
    pub in_question: Money,
    /// Sent to courts, cities and toll roads, less what they gave back.
    pub remitted: Money,
    /// To come back from them, beyond what was before.
    pub to_recover: Money,
    /// Owed to courts, cities and toll roads beyond what was before.
    pub owed_to_courts: Money,
    /// Owed to drivers beyond what was before.
    pub owed_to_drivers: Money,
    /// Ours: earned, less what was spent.
    pub ours: Money,
}

/// A month of the business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Month {
    /// Its first day.
    pub first_day: NaiveDate,
    /// What moved.
    pub figures: Figures,
}

impl Figures {
    /// Adds what entries of a kind posted to an account.
    #[must_use]
    pub fn with(mut self, kind: EntryKind, posting: Posting) -> Self {
        let amount = posting.amount.cents();
        let add = |figure: &mut Money, cents: i64| *figure = Money::from_cents(figure.cents() + cents);
        let account = posting.account;
        match (kind, account) {
            (EntryKind::Charge, Account::Provider) => add(&mut self.charges, amount),
            (EntryKind::Refund | EntryKind::RefundFailed, Account::Provider)
            | (EntryKind::PaidOtherwise, Account::Bank) => add(&mut self.refunds, amount),
            (EntryKind::Chargeback, Account::WithBanks) => add(&mut self.chargebacks, -amount),
            (EntryKind::Payout, Account::Bank) => add(&mut self.payouts, amount),
            (EntryKind::Remitted | EntryKind::Recovered, Account::Bank) => add(&mut self.remitted, amount),
            (_, Account::ToRecover) => add(&mut self.to_recover, amount),
            (_, Account::ChargebackFees) => add(&mut self.chargeback_fees, -amount),
            (_, Account::ProviderFees) => add(&mut self.provider_fees, -amount),
            (_, Account::InQuestion) => add(&mut self.in_question, -amount),
            _ => {}
        }
        if account.is_owed_to_courts() {
            add(&mut self.owed_to_courts, -amount);
        }
        if account.is_ours() {
            add(&mut self.ours, -amount);
        }
        if account == Account::ToReturn {
            add(&mut self.owed_to_drivers, -amount);
        }
        self
    }
}
