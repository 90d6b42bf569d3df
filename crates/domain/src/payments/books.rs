//! Monthly totals of the books, computed from the ledger's postings (docs/product/payments.md#books).

use chrono::NaiveDate;

use crate::payments::ledger::{Account, EntryKind, Posting};
use crate::shared::money::Money;

/// Totals of the books for one month or for all time. Money received is positive, and money paid out is negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookFigures {
    /// Sum of all card charges.
    pub charges: Money,
    /// Refunds to drivers, minus refunds that their banks returned.
    pub refunds: Money,
    /// Money withdrawn by chargebacks, minus money that banks returned.
    pub chargebacks: Money,
    /// The provider's fees for chargebacks.
    pub chargeback_fees: Money,
    /// The provider's other fees.
    pub provider_fees: Money,
    /// Payouts from the provider to our bank account.
    pub payouts: Money,
    /// Changes to our balance at the provider that no record in Lanewise explains.
    pub in_question: Money,
    /// Money sent to authorities and lawyers, minus money that they returned.
    pub remitted: Money,
    /// Change in the amount that authorities and lawyers must return to us.
    pub to_recover: Money,
    /// Change in the amount that we owe to authorities.
    pub owed_to_courts: Money,
    /// Change in the amount that we owe to drivers.
    pub owed_to_drivers: Money,
    /// Change in the fees that we hold for lawyers.
    pub held_for_lawyers: Money,
    /// Our revenue minus our expenses.
    pub ours: Money,
}

/// One calendar month of the books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMonth {
    /// First day of the month.
    pub first_day: NaiveDate,
    /// Totals of the month.
    pub figures: BookFigures,
}

impl BookFigures {
    /// Adds one posting of a ledger entry of this kind.
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
        if account == Account::Lawyers {
            add(&mut self.held_for_lawyers, -amount);
        }
        if account == Account::ToReturn {
            add(&mut self.owed_to_drivers, -amount);
        }
        self
    }

    /// Counts a posting to [`Account::Lawyers`], which [`Self::with`] has already added, as our revenue instead of
    /// money held for lawyers. Used for payments that settled before the books recorded lawyers' fees as money owed
    /// to lawyers. Postings to other accounts change nothing.
    #[must_use]
    pub fn with_old_revenue(mut self, posting: Posting) -> Self {
        if posting.account == Account::Lawyers {
            let amount = posting.amount.cents();
            self.held_for_lawyers = Money::from_cents(self.held_for_lawyers.cents() + amount);
            self.ours = Money::from_cents(self.ours.cents() - amount);
        }
        self
    }
}
