//! The ledger: what each movement of money posts, as a pure function (docs/PRODUCT.md#books).
//!
//! A debit is positive, a credit negative: what we have and what we spent stands above zero, what we owe and what we earned below.
//! The postings of one entry sum to zero.

mod account;
mod held;

pub use self::account::{Account, EntryKind, Posting};
pub use self::held::Held;
use crate::payments::payment::{Payment, PaymentStatus};
use crate::shared::money::Money;

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
        /// What the payment holds.
        held: &'a Held,
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
        /// What the payment holds.
        held: &'a Held,
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
    /// It was sent to an authority: what of it is not owed any more is to come back.
    Remitted {
        /// How much.
        amount: Money,
        /// What the payment holds.
        held: &'a Held,
    },
    /// An authority gave it back: what is owed all the same is to be sent again.
    Recovered {
        /// How much.
        amount: Money,
        /// What the payment holds.
        held: &'a Held,
        /// The authorities' account that its item belongs to.
        home: Account,
    },
    /// What an authority does not give back is given up.
    WrittenOff(Money),
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
            Self::Remitted { .. } => EntryKind::Remitted,
            Self::Recovered { .. } => EntryKind::Recovered,
            Self::WrittenOff(_) => EntryKind::WrittenOff,
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
            Self::RefundFailed { amount, held, home } => {
                came_to(Account::Provider, amount.cents(), held.give(amount.cents(), *home))
            }
            Self::Regained { amount, held, home } => {
                came_to(Account::WithBanks, amount.cents(), held.give(amount.cents(), *home))
            }
            Self::Chargeback { amount, fee } => vec![
                line(Account::Provider, amount.cents() - fee.cents()),
                line(Account::WithBanks, -amount.cents()),
                line(Account::ChargebackFees, fee.cents()),
            ],
            Self::Moved { held, home } => {
                let elsewhere = held.holders.iter().filter(|(account, _)| account != home);
                let mut lines: Vec<Posting> =
                    elsewhere.map(|(account, amount)| line(*account, amount.cents())).collect();
                // An authority has it for an item that isn't paid: it must come back, and as much is the driver's.
                if matches!(home, Account::ToReturn) {
                    lines.push(line(Account::ToRecover, held.with_authority().cents().max(0)));
                }
                let sum = lines.iter().map(|line| line.amount.cents()).sum();
                lines.extend(held.give(sum, *home));
                lines
            }
            Self::ProviderFee(fee) => moved(Account::Provider, Account::ProviderFees, fee),
            Self::Payout(amount) => moved(Account::Bank, Account::Provider, amount),
            Self::InQuestion(amount) => moved(Account::InQuestion, Account::Provider, amount),
            Self::Remitted { amount, held } => {
                let mut left = amount.cents();
                let mut lines = vec![line(Account::Bank, -left)];
                for (account, owed) in held.holders.iter().filter(|(account, _)| account.is_owed_to_courts())
                {
                    let part = left.min(owed.cents()).max(0);
                    left -= part;
                    lines.push(line(*account, part));
                }
                lines.push(line(Account::ToRecover, left));
                lines
            }
            Self::Recovered { amount, held, home } => {
                came_to(Account::Bank, amount.cents(), held.give(amount.cents(), *home))
            }
            Self::WrittenOff(amount) => moved(Account::ToRecover, Account::WrittenOff, amount),
        };
        tidied(&lines)
    }
}

/// Money that comes to an account, and whose it is.
fn came_to(account: Account, cents: i64, mut given: Vec<Posting>) -> Vec<Posting> {
    given.push(Posting { account, amount: Money::from_cents(cents) });
    given
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
