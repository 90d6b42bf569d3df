//! Claims to a lawyer's fee (docs/product/payments.md#lawyers-fees).

use crate::shared::money::Money;

/// The claims to a case's fee, as totals for the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeeClaims {
    /// Lawyers are owed a part of the money, or must return a part. The rest is owed to the driver.
    OfLawyers(LawyersMoney),
    /// The law firm that operates Lanewise has earned a part.
    OfFirm {
        /// The part that the firm has earned.
        earned: Money,
        /// Whether the firm can still earn the rest. If not, the rest is owed to the driver.
        is_open: bool,
    },
}

/// One lawyer's claim to a fee, the amount sent to the lawyer, and the amount written off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LawyerShare {
    claim: Money,
    sent: Money,
    written_off: Money,
}

impl LawyerShare {
    /// Creates a share. `claim` is the full price while the lawyer works on the case, and the earned amount
    /// afterwards. `sent` is the amount sent, minus the amount returned. `written_off` is limited to the sent
    /// amount that exceeds the claim.
    pub fn new(claim: Money, sent: Money, written_off: Money) -> Self {
        let excess = at_least_zero(sent.cents() - claim.cents());
        Self { claim, sent, written_off: written_off.min(excess) }
    }

    /// Returns the share after its claim changed.
    #[must_use]
    pub fn with_claim(self, claim: Money) -> Self {
        Self::new(claim, self.sent, self.written_off)
    }

    /// Returns the share after money was sent to the lawyer.
    #[must_use]
    pub fn after_sending(self, amount: Money) -> Self {
        Self::new(self.claim, Money::from_cents(self.sent.cents() + amount.cents()), self.written_off)
    }

    /// Returns the share after the lawyer returned money. If the lawyer returned everything, no
    /// amount stays written off.
    #[must_use]
    pub fn after_return(self, amount: Money) -> Self {
        let sent = at_least_zero(self.sent.cents() - amount.cents());
        Self::new(self.claim, sent, self.written_off)
    }

    /// Returns the share after money that the lawyer won't return was written off.
    #[must_use]
    pub fn after_write_off(self, amount: Money) -> Self {
        let written_off = Money::from_cents(self.written_off.cents() + amount.cents());
        Self::new(self.claim, self.sent, written_off)
    }

    /// Amount that the lawyer has a claim to.
    pub const fn claim(self) -> Money {
        self.claim
    }

    /// Amount sent, minus the amount that the lawyer returned.
    pub const fn sent(self) -> Money {
        self.sent
    }

    /// Amount that the lawyer won't return and that we wrote off.
    pub const fn written_off(self) -> Money {
        self.written_off
    }

    /// Amount that must still be sent to the lawyer.
    pub fn owed(self) -> Money {
        at_least_zero(self.claim.cents() - self.sent.cents())
    }

    /// Amount that the lawyer must return.
    pub fn to_recover(self) -> Money {
        at_least_zero(self.sent.cents() - self.claim.cents() - self.written_off.cents())
    }

    /// Amount that the lawyer has and needn't return.
    pub fn not_to_return(self) -> Money {
        Money::from_cents(self.sent.cents() - self.to_recover().cents())
    }
}

/// Creates an amount from cents; zero if `cents` is negative.
fn at_least_zero(cents: i64) -> Money {
    Money::from_cents(cents.max(0))
}

/// Totals over the lawyers of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LawyersMoney {
    /// Amount that must still be sent to lawyers, including the price while no lawyer has the case.
    pub owed: Money,
    /// Amount that lawyers must return.
    pub to_recover: Money,
    /// Amount that lawyers won't return and that we wrote off.
    pub written_off: Money,
}

impl LawyersMoney {
    /// Adds up the shares of a case's lawyers. `open` is the price while no lawyer has the case, and otherwise zero.
    pub fn of(open: Money, shares: impl IntoIterator<Item = LawyerShare>) -> Self {
        let sum = |total: Money, more: Money| Money::from_cents(total.cents() + more.cents());
        shares.into_iter().fold(Self { owed: open, ..Self::default() }, |total, share| Self {
            owed: sum(total.owed, share.owed()),
            to_recover: sum(total.to_recover, share.to_recover()),
            written_off: sum(total.written_off, share.written_off()),
        })
    }
}
