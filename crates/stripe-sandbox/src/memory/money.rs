//! Stored records about the balance: transactions, disputes and payouts. Amounts are in cents, and times in seconds
//! since 1970 unless a comment says otherwise.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Status of a dispute. A status that starts with `warning_` is that of an inquiry: the bank asks about a charge,
/// but hasn't disputed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DisputeStatus {
    WarningNeedsResponse,
    WarningUnderReview,
    WarningClosed,
    NeedsResponse,
    UnderReview,
    Won,
    Lost,
}

impl DisputeStatus {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::WarningNeedsResponse => "warning_needs_response",
            Self::WarningUnderReview => "warning_under_review",
            Self::WarningClosed => "warning_closed",
            Self::NeedsResponse => "needs_response",
            Self::UnderReview => "under_review",
            Self::Won => "won",
            Self::Lost => "lost",
        }
    }

    /// Returns whether the dispute is only an inquiry, for which the bank has taken no money.
    pub(crate) fn is_inquiry(self) -> bool {
        matches!(self, Self::WarningNeedsResponse | Self::WarningUnderReview | Self::WarningClosed)
    }

    /// Returns whether evidence can still be submitted.
    pub(crate) fn needs_response(self) -> bool {
        matches!(self, Self::WarningNeedsResponse | Self::NeedsResponse)
    }

    /// Returns whether the bank has decided the dispute or closed the inquiry.
    pub(crate) fn is_over(self) -> bool {
        matches!(self, Self::WarningClosed | Self::Won | Self::Lost)
    }

    /// Returns whether the cardholder's bank holds the disputed amount.
    pub(crate) fn holds_money(self) -> bool {
        matches!(self, Self::NeedsResponse | Self::UnderReview | Self::Lost)
    }

    /// Returns the final status of the dispute if the merchant submits no evidence.
    pub(crate) fn status_without_evidence(self) -> Self {
        if self.is_inquiry() { Self::WarningClosed } else { Self::Lost }
    }

    /// Returns whether a dispute with this status can change to `new_status`.
    pub(crate) fn may_become(self, new_status: Self) -> bool {
        let next: &[Self] = match self {
            Self::WarningNeedsResponse => {
                &[Self::WarningUnderReview, Self::WarningClosed, Self::NeedsResponse]
            }
            Self::WarningUnderReview => &[Self::WarningClosed, Self::NeedsResponse],
            Self::NeedsResponse => &[Self::UnderReview, Self::Won, Self::Lost],
            Self::UnderReview => &[Self::Won, Self::Lost],
            // A bank can still decide for the merchant after it has decided against the merchant.
            Self::Lost => &[Self::Won],
            Self::WarningClosed | Self::Won => &[],
        };
        next.contains(&new_status)
    }
}

/// A dispute: a cardholder's bank takes a charge's money back, or asks about the charge.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Dispute {
    pub id: String,
    pub seq: u64,
    pub charge: String,
    pub intent: String,
    pub created: i64,
    pub amount: i64,
    pub currency: String,
    pub brand: String,
    pub reason: String,
    pub status: DisputeStatus,
    pub evidence: BTreeMap<String, String>,
    /// Deadline for sending evidence to the bank, in seconds since 1970.
    pub due_by: i64,
    /// How many times the merchant has submitted evidence.
    pub submissions: u32,
    pub metadata: BTreeMap<String, String>,
    /// The dispute's balance transactions, newest first.
    pub transactions: Vec<String>,
    /// When the bank decides by itself, in milliseconds since 1970, and the dispute's status then. `None` if
    /// only a test's control request or the deadline for evidence decides.
    pub settles: Option<(i64, DisputeStatus)>,
}

impl Dispute {
    /// Returns when the dispute changes by itself, in milliseconds since 1970, and the dispute's status then.
    /// Either the bank decides, or the deadline for evidence passes. Returns `None` if neither will happen.
    pub(crate) fn next_change(&self) -> Option<(i64, DisputeStatus)> {
        let late = self.status.needs_response().then(|| {
            let at = self.due_by.saturating_add(1).saturating_mul(1000);
            (at, self.status.status_without_evidence())
        });
        self.settles.or(late)
    }
}

/// One change to the balance, such as a charge or a refund.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Transaction {
    pub id: String,
    pub seq: u64,
    pub created: i64,
    /// When the amount is available for payouts.
    pub available_on: i64,
    pub kind: String,
    /// Reporting category, by which Stripe's reports group transactions.
    pub category: String,
    pub amount: i64,
    pub fee: i64,
    /// What the fee is for. `None` if there is no fee.
    pub fee_for: Option<String>,
    pub currency: String,
    pub source: Option<String>,
    pub description: Option<String>,
    /// Id of the automatic payout that includes this transaction, or `None` if no automatic payout has included it.
    pub payout: Option<String>,
}

impl Transaction {
    /// Returns the amount minus the fee.
    pub(crate) fn net(&self) -> i64 {
        self.amount - self.fee
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PayoutStatus {
    Pending,
    InTransit,
    Paid,
    Failed,
    Canceled,
}

impl PayoutStatus {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::InTransit => "in_transit",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Canceled => "canceled",
        }
    }
}

/// A payout: money that Stripe sends to the account holder's bank.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Payout {
    pub id: String,
    pub seq: u64,
    pub created: i64,
    /// When the payout should arrive at the bank.
    pub arrival: i64,
    pub amount: i64,
    pub currency: String,
    /// Whether this is an automatic daily payout. False for payouts that a request made.
    pub automatic: bool,
    pub status: PayoutStatus,
    pub description: Option<String>,
    pub statement_descriptor: Option<String>,
    pub metadata: BTreeMap<String, String>,
    pub transaction: String,
    pub failure_transaction: Option<String>,
    /// When the payout arrives by itself, in milliseconds since 1970. `None` if only a test's control
    /// request changes the payout.
    pub settles_at: Option<i64>,
}
