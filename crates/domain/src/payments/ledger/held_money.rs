//! Money that the ledger holds for one payment, and the order in which accounts pay out and receive this money.

use super::account::{Account, EntryKind, Posting};
use crate::shared::money::Money;

/// One payment's money in each ledger account, and the part that was sent to an authority.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeldMoney {
    pub(super) holders: Vec<(Account, Money)>,
    /// Cents that an authority has for an item that this payment still pays for.
    with_authority: i64,
    /// Cents that an authority or a lawyer must return.
    to_recover: i64,
    /// Cents that an authority or a lawyer won't return.
    written_off: i64,
    /// Balances in cents of the accounts in [`FEE`], without zeros.
    pub(super) fee: Vec<(Account, i64)>,
}

/// Accounts among which a lawyer's fee is divided.
const FEE: [Account; 6] = [
    Account::Lawyers,
    Account::ToReturn,
    Account::LegalFees,
    Account::Guarantees,
    Account::ToRecover,
    Account::WrittenOff,
];

/// Accounts in the order in which they pay out money. Money owed to the driver is first.
const HOLDERS: [Account; 5] =
    [Account::ToReturn, Account::TrafficFines, Account::ParkingFines, Account::Tolls, Account::Lawyers];

impl HeldMoney {
    /// Computes where a payment's money is held. `sums` are the payment's postings, already summed
    /// by entry kind and account.
    pub fn of(sums: &[(EntryKind, Posting)]) -> Self {
        let sum = |is: &dyn Fn(EntryKind, Account) -> bool| -> i64 {
            let lines = sums.iter().filter(|(kind, line)| is(*kind, line.account));
            lines.map(|(_, line)| line.amount.cents()).sum()
        };
        let held = |holder| (holder, Money::from_cents(-sum(&|_, account| account == holder)));
        let sent = sum(&|kind, account| {
            matches!(kind, EntryKind::Remitted | EntryKind::Recovered) && account.is_owed_to_courts()
        });
        let stopped_paying = sum(&|kind, account| {
            matches!(account, Account::ToRecover | Account::WrittenOff)
                && !matches!(kind, EntryKind::Remitted | EntryKind::Recovered | EntryKind::WrittenOff)
        });
        Self {
            holders: HOLDERS.map(held).into_iter().filter(|(_, amount)| *amount != Money::ZERO).collect(),
            with_authority: sent - stopped_paying,
            to_recover: sum(&|_, account| account == Account::ToRecover),
            written_off: sum(&|_, account| account == Account::WrittenOff),
            fee: FEE
                .map(|account| (account, sum(&|_, other| other == account)))
                .into_iter()
                .filter(|(_, balance)| *balance != 0)
                .collect(),
        }
    }

    /// Money held in one account for the driver, an authority or a lawyer; zero for any other account.
    pub fn in_account(&self, account: Account) -> Money {
        self.holders.iter().find(|(holder, _)| *holder == account).map_or(Money::ZERO, |(_, amount)| *amount)
    }

    /// Total held for the driver, authorities and lawyers. Excludes money that an authority or lawyer must return.
    pub fn total(&self) -> Money {
        Money::from_cents(self.holders.iter().map(|(_, amount)| amount.cents()).sum())
    }

    /// Money owed to an authority that hasn't been sent yet.
    pub fn owed_to_authority(&self) -> Money {
        let owed = self.holders.iter().filter(|(account, _)| account.is_owed_to_courts());
        Money::from_cents(owed.map(|(_, amount)| amount.cents()).sum())
    }

    /// Money that an authority has for an item that is paid.
    pub const fn with_authority(&self) -> Money {
        Money::from_cents(self.with_authority)
    }

    /// Money that an authority or a lawyer has and must return.
    pub const fn to_recover(&self) -> Money {
        Money::from_cents(self.to_recover)
    }

    /// Returns debits with the total `amount`. The debits use money that we hold first, then money that an authority
    /// already has and must therefore return. Any rest is debited to the account `rest_from`.
    pub(super) fn debits_for(&self, amount: Money, rest_from: Account) -> Vec<Posting> {
        let mut left = amount.cents();
        let mut take = |account, available: i64| {
            let part = left.min(available).max(0);
            left -= part;
            Posting { account, amount: Money::from_cents(part) }
        };
        let mut drawn: Vec<Posting> =
            self.holders.iter().map(|(account, held)| take(*account, held.cents())).collect();
        drawn.push(take(Account::ToRecover, self.with_authority));
        drawn.push(Posting { account: rest_from, amount: Money::from_cents(left) });
        drawn
    }

    /// Returns credits with the total `amount`, in cents, for money that now belongs to `target`. Money that an
    /// authority already has for the payment isn't owed to the authority again.
    pub(super) fn credits_for(&self, amount: i64, target: Account) -> Vec<Posting> {
        let mut left = amount;
        let mut give = |account, room: i64| {
            let part = left.min(room).max(0);
            left -= part;
            Posting { account, amount: Money::from_cents(-part) }
        };
        let mut given = vec![];
        if target.is_owed_to_courts() {
            given.push(give(Account::ToRecover, self.to_recover));
            given.push(give(Account::WrittenOff, self.written_off));
        }
        given.push(Posting { account: target, amount: Money::from_cents(-left) });
        given
    }
}
