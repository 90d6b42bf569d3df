//! The accounts, the kinds of entries, and the lines that they are made of.

use crate::shared::money::Money;
use crate::shared::payable::Payable;
use crate::shared::words::stored_words;

/// Where money is, whose it is, or what it was spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Account {
    /// Our balance at the payment provider.
    Provider,
    /// Our bank account, as far as the provider and refunds move it.
    Bank,
    /// What banks have taken back and have not decided.
    WithBanks,
    /// Owed to courts for traffic tickets.
    TrafficFines,
    /// Owed to cities for parking tickets.
    ParkingFines,
    /// Owed to toll roads.
    Tolls,
    /// Ours: what lawyers were paid for.
    Lawyers,
    /// Owed to drivers: what came in and pays nothing.
    ToReturn,
    /// Spent on the provider's fees.
    ProviderFees,
    /// Spent on what chargebacks cost.
    ChargebackFees,
    /// Moved at the provider, and not explained by us: another environment's money, or a difference.
    InQuestion,
    /// Sent to an authority for what is not paid any more: it is to come back.
    ToRecover,
    /// Spent on what an authority has and does not give back.
    WrittenOff,
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
});

impl Account {
    /// What a payment's money goes to when it pays what it was for.
    pub const fn of(payable: Payable) -> Self {
        match payable {
            Payable::Ticket(_) => Self::TrafficFines,
            Payable::Parking(_) => Self::ParkingFines,
            Payable::Toll(_) => Self::Tolls,
            Payable::Lawyer(_) => Self::Lawyers,
        }
    }

    /// Whether it is owed to those whose fines drivers paid.
    pub const fn is_owed_to_courts(self) -> bool {
        matches!(self, Self::TrafficFines | Self::ParkingFines | Self::Tolls)
    }

    /// Whether it holds what payments brought, also what of that an authority has and gives back, or does not.
    pub const fn is_brought_by_payments(self) -> bool {
        self.is_owed_to_courts() || matches!(self, Self::Lawyers | Self::ToRecover | Self::WrittenOff)
    }

    /// Whether it is our own: what we earned, less what we spent.
    pub const fn is_ours(self) -> bool {
        matches!(self, Self::Lawyers | Self::ProviderFees | Self::ChargebackFees | Self::WrittenOff)
    }
}

/// What moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A card was charged.
    Charge,
    /// Money of a payment went back to its card.
    Refund,
    /// The bank sent a refund back.
    RefundFailed,
    /// Staff gave money back in another way, such as by cheque.
    PaidOtherwise,
    /// A bank took the money of a payment, or gave it again.
    Chargeback,
    /// A bank decided for the driver: what it holds is gone.
    Lost,
    /// It decided once more, or was heard to have decided otherwise: what was gone is with the bank again.
    Regained,
    /// What a payment brought belongs to another account now.
    Moved,
    /// The provider took a fee.
    ProviderFee,
    /// The provider paid out to our bank account, or a payout came back.
    Payout,
    /// The provider's balance moved, and we do not know why.
    InQuestion,
    /// What is owed to an authority was sent to it.
    Remitted,
    /// An authority gave back what was sent to it.
    Recovered,
    /// What an authority does not give back is given up.
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
    ProviderFee => "provider_fee",
    Payout => "payout",
    InQuestion => "in_question",
    Remitted => "remitted",
    Recovered => "recovered",
    WrittenOff => "written_off",
});

/// One line of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// Where.
    pub account: Account,
    /// A debit is positive.
    pub amount: Money,
}
