//! The ledger: what each movement of money posts, as a pure function (docs/PRODUCT.md#books).
//!
//! A debit is positive, a credit negative: what we have and what we spent stands above zero, what we owe and what we earned below.
//! The postings of one entry sum to zero.

use crate::payments::payment::{Payment, PaymentStatus};
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

    /// Whether it is our own: what we earned, less what we spent.
    pub const fn is_ours(self) -> bool {
        matches!(self, Self::Lawyers | Self::ProviderFees | Self::ChargebackFees)
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
});

/// One line of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// Where.
    pub account: Account,
    /// A debit is positive.
    pub amount: Money,
}

/// What the ledger holds of one payment's money, by whose it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held(Vec<(Account, Money)>);

/// In this order money that leaves is taken: first what is owed to the driver.
const HOLDERS: [Account; 5] =
    [Account::ToReturn, Account::TrafficFines, Account::ParkingFines, Account::Tolls, Account::Lawyers];

impl Held {
    /// From the balances of what was posted about a payment.
    pub fn of(balances: &[Posting]) -> Self {
        let held = |account: Account| {
            let sum: i64 =
                balances.iter().filter(|one| one.account == account).map(|one| one.amount.cents()).sum();
            (account, Money::from_cents(sum.saturating_neg()))
        };
        Self(HOLDERS.map(held).into_iter().filter(|(_, amount)| *amount != Money::ZERO).collect())
    }

    /// What is held in one account.
    pub fn in_account(&self, account: Account) -> Money {
        self.0.iter().find(|(of, _)| *of == account).map_or(Money::ZERO, |(_, amount)| *amount)
    }

    /// All of it.
    pub fn total(&self) -> Money {
        Money::from_cents(self.0.iter().map(|(_, amount)| amount.cents()).sum())
    }

    /// Debits of so much: from what is held, the rest from one account.
    fn draw(&self, amount: Money, rest_from: Account) -> Vec<Posting> {
        let mut left = amount.cents();
        let mut drawn = Vec::new();
        for (account, held) in &self.0 {
            let part = left.min(held.cents()).max(0);
            left -= part;
            drawn.push(Posting { account: *account, amount: Money::from_cents(part) });
        }
        drawn.push(Posting { account: rest_from, amount: Money::from_cents(left) });
        drawn
    }
}

/// Whose a payment's money is now: what it pays for, or the driver's again when it pays nothing. A hire that was cancelled is paid
/// by nothing.
pub const fn home(payment: &Payment, pays: bool) -> Account {
    match payment.status {
        PaymentStatus::Settled if pays => Account::of(payment.payable),
        _ => Account::ToReturn,
    }
}

/// A movement of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A card was charged: what was due pays, what came in beyond it is the driver's.
    Charged {
        /// What came in.
        received: Money,
        /// What of it was due.
        due: Money,
        /// Whose that is.
        home: Account,
    },
    /// A refund left the provider.
    Refunded {
        /// How much.
        amount: Money,
        /// What the payment holds.
        held: &'a Held,
    },
    /// The bank sent a refund back: the money is whose it is by now.
    RefundFailed {
        /// How much.
        amount: Money,
        /// Whose it is.
        home: Account,
    },
    /// Staff gave it back from our bank account.
    PaidOtherwise {
        /// How much.
        amount: Money,
        /// What the payment holds.
        held: &'a Held,
    },
    /// A bank took money (below zero), or gave it again; and what the provider asked for that.
    Chargeback {
        /// As the provider's balance moved, without the fee.
        amount: Money,
        /// The fee; below zero when it is given back.
        fee: Money,
    },
    /// The bank keeps what it took.
    Lost {
        /// How much.
        amount: Money,
        /// What the payment holds.
        held: &'a Held,
    },
    /// What had been given up is in the balance again.
    Regained {
        /// How much.
        amount: Money,
        /// Whose it is.
        home: Account,
    },
    /// All that a payment holds belongs to one account now.
    Moved {
        /// What it holds.
        held: &'a Held,
        /// Whose it is.
        home: Account,
    },
    /// The provider took a fee; below zero when it gave one back.
    ProviderFee(Money),
    /// The provider's balance moved to our bank account (below zero), or back.
    Payout(Money),
    /// The provider's balance moved, and we do not know why.
    InQuestion(Money),
}

impl Event<'_> {
    /// Its kind.
    pub const fn kind(&self) -> EntryKind {
        match self {
            Self::Charged { .. } => EntryKind::Charge,
            Self::Refunded { .. } => EntryKind::Refund,
            Self::RefundFailed { .. } => EntryKind::RefundFailed,
            Self::PaidOtherwise { .. } => EntryKind::PaidOtherwise,
            Self::Chargeback { .. } => EntryKind::Chargeback,
            Self::Lost { .. } => EntryKind::Lost,
            Self::Regained { .. } => EntryKind::Regained,
            Self::Moved { .. } => EntryKind::Moved,
            Self::ProviderFee(_) => EntryKind::ProviderFee,
            Self::Payout(_) => EntryKind::Payout,
            Self::InQuestion(_) => EntryKind::InQuestion,
        }
    }

    /// What it posts: at most one line for each account, none of zero, together zero. Nothing when nothing moves.
    pub fn postings(&self) -> Vec<Posting> {
        let line = |account, cents: i64| Posting { account, amount: Money::from_cents(cents) };
        let moved = |from, to, amount: &Money| vec![line(to, amount.cents()), line(from, -amount.cents())];
        let lines = match self {
            Self::Charged { received, due, home } => {
                let pays = due.cents().min(received.cents());
                vec![
                    line(Account::Provider, received.cents()),
                    line(*home, -pays),
                    line(Account::ToReturn, pays - received.cents()),
                ]
            }
            Self::Refunded { amount, held } => paid_from(Account::Provider, *amount, held),
            Self::PaidOtherwise { amount, held } => paid_from(Account::Bank, *amount, held),
            Self::Lost { amount, held } => paid_from(Account::WithBanks, *amount, held),
            Self::RefundFailed { amount, home } => moved(*home, Account::Provider, amount),
            Self::Regained { amount, home } => moved(*home, Account::WithBanks, amount),
            Self::Chargeback { amount, fee } => vec![
                line(Account::Provider, amount.cents() - fee.cents()),
                line(Account::WithBanks, -amount.cents()),
                line(Account::ChargebackFees, fee.cents()),
            ],
            Self::Moved { held, home } => {
                let mut lines: Vec<Posting> =
                    held.0.iter().map(|(account, amount)| line(*account, amount.cents())).collect();
                lines.push(line(*home, -held.total().cents()));
                lines
            }
            Self::ProviderFee(fee) => moved(Account::Provider, Account::ProviderFees, fee),
            Self::Payout(amount) => moved(Account::Bank, Account::Provider, amount),
            Self::InQuestion(amount) => moved(Account::InQuestion, Account::Provider, amount),
        };
        tidied(&lines)
    }
}

/// Money that leaves an account for a driver, or for good.
fn paid_from(account: Account, amount: Money, held: &Held) -> Vec<Posting> {
    let mut lines = held.draw(amount, Account::ToReturn);
    lines.push(Posting { account, amount: Money::from_cents(-amount.cents()) });
    lines
}

/// One line for each account, in their order, without those of zero.
fn tidied(lines: &[Posting]) -> Vec<Posting> {
    let sum = |account: &Account| -> i64 {
        lines.iter().filter(|line| line.account == *account).map(|line| line.amount.cents()).sum()
    };
    let sums = Account::ALL.iter().map(|account| (account, sum(account)));
    sums.filter(|(_, cents)| *cents != 0)
        .map(|(account, cents)| Posting { account: *account, amount: Money::from_cents(cents) })
        .collect()
}
