//! The ledger: pure functions that compute the postings of each movement of money (docs/product/payments.md#books).
//!
//! Debits are positive and credits are negative. Assets and expenses have positive balances. Liabilities and
//! revenue have negative balances. The postings of one entry sum to zero.

mod account;
mod claims;
mod held_money;

pub use self::account::{Account, EntryKind, Posting};
pub use self::claims::{FeeClaims, LawyerShare, LawyersMoney};
pub use self::held_money::HeldMoney;
use crate::payments::payment::{Payment, PaymentStatus};
use crate::shared::money::Money;

/// Returns the account that a payment's money belongs to. While the payment pays for an item or hire, this is
/// the payable's account. Otherwise this is the account of money owed to drivers. `is_in_use` is false if a
/// settled payment no longer pays for anything, for example because the hire's case ended early.
pub const fn account_of(payment: &Payment, is_in_use: bool) -> Account {
    match payment.status {
        PaymentStatus::Settled if is_in_use => Account::of(payment.payable),
        _ => Account::ToReturn,
    }
}

/// A movement of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerEvent<'a> {
    /// A card was charged. The amount due pays the item or lawyer, and the rest is owed to the driver.
    Charged {
        /// Amount charged to the card.
        received: Money,
        /// Amount due for the item or lawyer.
        due: Money,
        /// Account that receives the amount due.
        target: Account,
    },
    /// The provider sent a refund to the driver's bank.
    Refunded {
        /// Amount that was refunded.
        amount: Money,
        /// Money held for the payment before this event.
        held: &'a HeldMoney,
    },
    /// The driver's bank returned a refund. The money now belongs to `target`.
    RefundFailed {
        /// Amount that the bank returned.
        amount: Money,
        /// Money held for the payment before this event.
        held: &'a HeldMoney,
        /// Account that the money belongs to.
        target: Account,
    },
    /// Staff refunded money from our bank account.
    PaidOtherwise {
        /// Amount that staff refunded.
        amount: Money,
        /// Money held for the payment before this event.
        held: &'a HeldMoney,
    },
    /// A bank took or returned money, and the provider charged or returned its fee.
    Chargeback {
        /// Change of our balance at the provider without the fee: negative if the bank took money.
        amount: Money,
        /// The provider's fee; negative if the provider returned it.
        fee: Money,
    },
    /// A bank decided to keep the money that it had withdrawn.
    Lost {
        /// Amount that the bank keeps.
        amount: Money,
        /// Money held for the payment before this event.
        held: &'a HeldMoney,
    },
    /// A bank withdrew its decision to keep the money, so the money is no longer lost. The bank
    /// holds the money until the bank returns it or decides again.
    Regained {
        /// Amount that is no longer lost.
        amount: Money,
        /// Money held for the payment before this event.
        held: &'a HeldMoney,
        /// Account that the money belongs to.
        target: Account,
    },
    /// All money held for a payment was moved to one account.
    Moved {
        /// Money held for the payment before this event.
        held: &'a HeldMoney,
        /// Account that the money was moved to.
        target: Account,
    },
    /// A lawyer's fee was divided among lawyers, the driver and us, by the rules of the case.
    Allocated {
        /// Money held for the payment before this event.
        held: &'a HeldMoney,
        /// The claims to the fee now.
        claims: FeeClaims,
    },
    /// The provider's own fee; negative if the provider returned it.
    ProviderFee(Money),
    /// A payout between the provider and our bank account: positive if our bank account received it.
    Payout(Money),
    /// A change of our balance at the provider that no record in Lanewise explains.
    InQuestion(Money),
    /// Money was sent to an authority. The authority must return the part that is no longer owed.
    Remitted {
        /// Amount sent to the authority.
        amount: Money,
        /// Money held for the payment before this event.
        held: &'a HeldMoney,
    },
    /// An authority returned money. The part that is still owed must be sent again.
    Recovered {
        /// Amount that the authority returned.
        amount: Money,
        /// Money held for the payment before this event.
        held: &'a HeldMoney,
        /// Account for money owed to authorities of this kind, such as courts.
        target: Account,
    },
    /// Money that an authority won't return was written off.
    WrittenOff(Money),
    /// Money was sent to a lawyer. The lawyer must return the part that exceeds the lawyer's claim.
    SentToLawyer(ShareChange),
    /// A lawyer returned money. The part that the lawyer still has a claim to must be sent again.
    ReturnedByLawyer(ShareChange),
    /// Money that a lawyer won't return was written off.
    LawyerWrittenOff(ShareChange),
}

/// A lawyer's share of a fee before and after a movement of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShareChange {
    /// The share before the movement.
    pub before: LawyerShare,
    /// The share after the movement.
    pub after: LawyerShare,
}

impl LedgerEvent<'_> {
    /// Returns the kind of ledger entry that records this event.
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
            Self::Allocated { .. } => EntryKind::Allocated,
            Self::ProviderFee(_) => EntryKind::ProviderFee,
            Self::Payout(_) => EntryKind::Payout,
            Self::InQuestion(_) => EntryKind::InQuestion,
            Self::Remitted { .. } | Self::SentToLawyer(_) => EntryKind::Remitted,
            Self::Recovered { .. } | Self::ReturnedByLawyer(_) => EntryKind::Recovered,
            Self::WrittenOff(_) | Self::LawyerWrittenOff(_) => EntryKind::WrittenOff,
        }
    }

    /// Returns the event's postings, which sum to zero: at most one per account, and none with the amount zero.
    /// Empty if no money moves.
    pub fn postings(&self) -> Vec<Posting> {
        let line = |account, cents: i64| Posting { account, amount: Money::from_cents(cents) };
        let moved = |from, to, amount: &Money| vec![line(to, amount.cents()), line(from, -amount.cents())];
        let lines = match self {
            Self::Charged { received, due, target } => {
                let pays = due.cents().min(received.cents());
                vec![
                    line(Account::Provider, received.cents()),
                    line(*target, -pays),
                    line(Account::ToReturn, pays - received.cents()),
                ]
            }
            Self::Refunded { amount, held } => pay_out(Account::Provider, *amount, held),
            Self::PaidOtherwise { amount, held } => pay_out(Account::Bank, *amount, held),
            Self::Lost { amount, held } => pay_out(Account::WithBanks, *amount, held),
            Self::RefundFailed { amount, held, target } => {
                receive(Account::Provider, amount.cents(), held.credits_for(amount.cents(), *target))
            }
            Self::Regained { amount, held, target } => {
                receive(Account::WithBanks, amount.cents(), held.credits_for(amount.cents(), *target))
            }
            Self::Chargeback { amount, fee } => vec![
                line(Account::Provider, amount.cents() - fee.cents()),
                line(Account::WithBanks, -amount.cents()),
                line(Account::ChargebackFees, fee.cents()),
            ],
            Self::Moved { held, target } => {
                let elsewhere = held.holders.iter().filter(|(account, _)| account != target);
                let mut lines: Vec<Posting> =
                    elsewhere.map(|(account, amount)| line(*account, amount.cents())).collect();
                // An authority has money for an item that is no longer paid. The authority must
                // return the money, and the driver is owed the same amount.
                if matches!(target, Account::ToReturn) {
                    lines.push(line(Account::ToRecover, held.with_authority().cents().max(0)));
                }
                let sum = lines.iter().map(|line| line.amount.cents()).sum();
                lines.extend(held.credits_for(sum, *target));
                lines
            }
            Self::Allocated { held, claims } => allocate(held, *claims),
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
            Self::Recovered { amount, held, target } => {
                receive(Account::Bank, amount.cents(), held.credits_for(amount.cents(), *target))
            }
            Self::WrittenOff(amount) => moved(Account::ToRecover, Account::WrittenOff, amount),
            Self::SentToLawyer(change) | Self::ReturnedByLawyer(change) | Self::LawyerWrittenOff(change) => {
                let at_lawyer = |share: LawyerShare| LawyersMoney::of(Money::ZERO, [share]);
                let (before, after) = (balances(at_lawyer(change.before)), balances(at_lawyer(change.after)));
                let sent = change.after.sent().cents() - change.before.sent().cents();
                let was = before.map(|(account, balance)| line(account, -balance));
                let is = after.map(|(account, balance)| line(account, balance));
                was.into_iter().chain(is).chain([line(Account::Bank, -sent)]).collect()
            }
        };
        sum_by_account(&lines)
    }
}

/// Returns these credits, and a debit of `cents` to the account that receives the money.
fn receive(account: Account, cents: i64, mut credits: Vec<Posting>) -> Vec<Posting> {
    credits.push(Posting { account, amount: Money::from_cents(cents) });
    credits
}

/// Returns the postings for a payment's money that leaves `account` permanently, such as by a
/// refund or a lost chargeback. `held` is the money held for the payment before it leaves.
fn pay_out(account: Account, amount: Money, held: &HeldMoney) -> Vec<Posting> {
    let mut lines = held.debits_for(amount, Account::ToReturn);
    lines.push(Posting { account, amount: Money::from_cents(-amount.cents()) });
    lines
}

/// Returns the postings that divide the remaining money of a lawyer's fee. Claims of lawyers that exceed this money
/// are our expense. Money without a claim is owed to the driver.
fn allocate(held: &HeldMoney, claims: FeeClaims) -> Vec<Posting> {
    let rest: i64 = held.fee.iter().map(|(_, balance)| balance).sum();
    let new = match claims {
        FeeClaims::OfLawyers(money) => {
            let lawyers = balances(money);
            let over = rest - lawyers.iter().map(|(_, balance)| balance).sum::<i64>();
            let others = [(Account::ToReturn, over.min(0)), (Account::Guarantees, over.max(0))];
            [lawyers.as_slice(), &others].concat()
        }
        FeeClaims::OfFirm { earned, is_open } => {
            let earned = earned.cents().min((-rest).max(0));
            let target = if is_open { Account::Lawyers } else { Account::ToReturn };
            vec![(Account::LegalFees, -earned), (target, rest + earned)]
        }
    };
    let line = |account, cents| Posting { account, amount: Money::from_cents(cents) };
    let new = new.into_iter().map(|(account, balance)| line(account, balance));
    held.fee.iter().map(|(account, balance)| line(*account, -balance)).chain(new).collect()
}

/// Returns the balances, in cents, of the accounts for money that lawyers are owed, must return, or won't return.
const fn balances(money: LawyersMoney) -> [(Account, i64); 3] {
    [
        (Account::Lawyers, -money.owed.cents()),
        (Account::ToRecover, money.to_recover.cents()),
        (Account::WrittenOff, money.written_off.cents()),
    ]
}

/// Adds up the postings of each account, in the order of [`Account::ALL`], and drops sums of zero.
fn sum_by_account(lines: &[Posting]) -> Vec<Posting> {
    let sum = |account: &Account| -> i64 {
        lines.iter().filter(|line| line.account == *account).map(|line| line.amount.cents()).sum()
    };
    let sums = Account::ALL.iter().map(|account| (account, sum(account)));
    sums.filter(|(_, cents)| *cents != 0)
        .map(|(account, cents)| Posting { account: *account, amount: Money::from_cents(cents) })
        .collect()
}
