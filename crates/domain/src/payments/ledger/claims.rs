//! Who has a right to a lawyer's fee (docs/product/payments.md#lawyers-fees).

use crate::shared::money::Money;

/// Who has a right to a case's fee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeeClaims {
    /// Part of the money is owed to lawyers or must be returned by them. The rest is the driver's.
    OfLawyers(LawyersMoney),
    /// The operator's own firm has earned a part. The rest is still owed to the driver.
    OfFirm {
        /// The part that was earned.
        earned: Money,
        /// Whether the firm may still earn the rest.
        is_open: bool,
    },
}

/// One lawyer's claim to a fee, and the amounts sent and written off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LawyerShare {
    claim: Money,
    sent: Money,
    written_off: Money,
}

impl LawyerShare {
    /// Creates a share. `claim` is the full price while the lawyer works on the case, and the earned amount
    /// afterwards. `sent` is the amount sent, minus the amount returned. Money that the lawyer may keep
    /// doesn't count as written off.
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

    /// Total amount that the lawyer may have.
    pub const fn claim(self) -> Money {
        self.claim
    }

    /// Amount sent, minus the amount that the lawyer returned.
    pub const fn sent(self) -> Money {
        self.sent
    }

    /// Amount written off.
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
    pub fn kept(self) -> Money {
        Money::from_cents(self.sent.cents() - self.to_recover().cents())
    }
}

fn at_least_zero(cents: i64) -> Money {
    Money::from_cents(cents.max(0))
}

/// Totals that the lawyers of a case are owed and must return.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LawyersMoney {
    /// Amount that must still be sent to lawyers. Includes the price while the case looks for a lawyer.
    pub owed: Money,
    /// Amount that lawyers must return.
    pub to_recover: Money,
    /// Amount written off.
    pub written_off: Money,
}

impl LawyersMoney {
    /// Adds up the shares of a case's lawyers. `open` is the price while no lawyer has the case.
    pub fn of(open: Money, shares: impl IntoIterator<Item = LawyerShare>) -> Self {
        let sum = |total: Money, more: Money| Money::from_cents(total.cents() + more.cents());
        shares.into_iter().fold(Self { owed: open, ..Self::default() }, |total, share| Self {
            owed: sum(total.owed, share.owed()),
            to_recover: sum(total.to_recover, share.to_recover()),
            written_off: sum(total.written_off, share.written_off()),
        })
    }
}
