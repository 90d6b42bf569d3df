//! Accounts of the ledger, kinds of entries, and postings.

use crate::shared::money::Money;
use crate::shared::payable::Payable;
use crate::shared::stored_words::stored_words;

/// A ledger account: an asset, a liability, revenue or an expense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Account {
    /// Our balance at the payment provider.
    Provider,
    /// Our bank account. The only postings to this account are payouts, remittances, money that payees returned,
    /// and refunds by staff.
    Bank,
    /// Money that banks took in chargebacks that aren't decided yet.
    WithBanks,
    /// Money owed to courts for traffic tickets.
    TrafficFines,
    /// Money owed to cities for parking tickets.
    ParkingFines,
    /// Money owed to toll agencies.
    Tolls,
    /// Fees that we hold for lawyers. Fees of payments that settled before the books recorded such fees as money owed to
    /// lawyers are posted here too. These older fees count as our revenue
    /// ([`crate::payments::books::BookFigures::with_old_revenue`]).
    Lawyers,
    /// Money owed to drivers, because it doesn't pay for an item or a lawyer.
    ToReturn,
    /// Expenses for the provider's fees.
    ProviderFees,
    /// Expenses for the provider's chargeback fees.
    ChargebackFees,
    /// Changes to the provider balance that no record in Lanewise explains, such as another environment's payments.
    InQuestion,
    /// Money that an authority or lawyer must return. The money was sent to an authority for items that are no longer
    /// paid, or to a lawyer who hasn't earned it.
    ToRecover,
    /// Expenses for money that an authority or a lawyer has and won't return.
    WrittenOff,
    /// Our revenue from cases, if the operator of Lanewise is a law firm.
    LegalFees,
    /// Expenses for refunds of money that a lawyer has already earned.
    Guarantees,
}

stored_words!(Account {
    Provider => "provider",
    Bank => "bank",
    WithBanks => "with_banks",
    TrafficFines => "traffic_fines",
    ParkingFines => "parking_fines",
    Tolls => "tolls",
    Lawyers => "lawyers",
    ToReturn => "to_return",
    ProviderFees => "provider_fees",
    ChargebackFees => "chargeback_fees",
    InQuestion => "in_question",
    ToRecover => "to_recover",
    WrittenOff => "written_off",
    LegalFees => "legal_fees",
    Guarantees => "guarantees",
});

impl Account {
    /// Returns the account that holds a payment's money while the payment pays for this payable.
    pub const fn of(payable: Payable) -> Self {
        match payable {
            Payable::Ticket(_) => Self::TrafficFines,
            Payable::Parking(_) => Self::ParkingFines,
            Payable::Toll(_) => Self::Tolls,
            Payable::Lawyer(_) => Self::Lawyers,
        }
    }

    /// Whether the account holds money owed to authorities.
    pub const fn is_owed_to_courts(self) -> bool {
        matches!(self, Self::TrafficFines | Self::ParkingFines | Self::Tolls)
    }

    /// Whether the account's money comes from payments and isn't owed to drivers. The accounts hold fines,
    /// tolls and lawyers' fees, including the parts that a payee must return or that we wrote off.
    pub const fn is_funded_by_payments(self) -> bool {
        self.is_owed_to_courts()
            || matches!(
                self,
                Self::Lawyers | Self::ToRecover | Self::WrittenOff | Self::LegalFees | Self::Guarantees
            )
    }

    /// Whether the account is our own revenue or expense.
    pub const fn is_ours(self) -> bool {
        matches!(
            self,
            Self::ProviderFees | Self::ChargebackFees | Self::WrittenOff | Self::LegalFees | Self::Guarantees
        )
    }
}

/// The kind of movement that a ledger entry records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A card was charged.
    Charge,
    /// Money from a payment was refunded to its card.
    Refund,
    /// The driver's bank returned a refund.
    RefundFailed,
    /// Staff refunded money another way, such as by check.
    PaidOtherwise,
    /// A bank took money from a payment or returned it.
    Chargeback,
    /// A bank decided a chargeback for the driver and keeps the money.
    Lost,
    /// A bank withdrew its decision to keep money, so the money is no longer lost. The bank holds
    /// the money until the bank returns it or decides again.
    Regained,
    /// A payment's money was moved to another account.
    Moved,
    /// A lawyer's fee was divided among lawyers, the driver and us, by the rules of the case.
    Allocated,
    /// The provider took or returned a fee of its own.
    ProviderFee,
    /// The provider paid out to our bank account, or a payout was returned.
    Payout,
    /// The provider balance changed, and no record in Lanewise explains the change.
    InQuestion,
    /// Money was sent to an authority or a lawyer.
    Remitted,
    /// An authority or a lawyer returned money.
    Recovered,
    /// Money that an authority or a lawyer won't return was written off.
    WrittenOff,
}

stored_words!(EntryKind {
    Charge => "charge",
    Refund => "refund",
    RefundFailed => "refund_failed",
    PaidOtherwise => "paid_otherwise",
    Chargeback => "chargeback",
    Lost => "lost",
    Regained => "regained",
    Moved => "moved",
    Allocated => "allocated",
    ProviderFee => "provider_fee",
    Payout => "payout",
    InQuestion => "in_question",
    Remitted => "remitted",
    Recovered => "recovered",
    WrittenOff => "written_off",
});

/// One line of a ledger entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The account whose balance changes.
    pub account: Account,
    /// Positive for a debit, negative for a credit.
    pub amount: Money,
}
