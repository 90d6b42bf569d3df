//! Records of the money on the balance: what moved it, what came of disputes, what was paid out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A dispute's standing; an inquiry's names begin with `warning_`.
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

    /// Whether the bank only asks, and has taken no money.
    pub(crate) fn is_inquiry(self) -> bool {
        matches!(self, Self::WarningNeedsResponse | Self::WarningUnderReview | Self::WarningClosed)
    }

    /// Whether evidence can still be given.
    pub(crate) fn needs_response(self) -> bool {
        matches!(self, Self::WarningNeedsResponse | Self::NeedsResponse)
    }

    pub(crate) fn is_over(self) -> bool {
        matches!(self, Self::WarningClosed | Self::Won | Self::Lost)
    }

    /// Whether the money is with the bank.
    pub(crate) fn holds_money(self) -> bool {
        matches!(self, Self::NeedsResponse | Self::UnderReview | Self::Lost)
    }

    /// What becomes of a dispute that nobody answers.
    pub(crate) fn unanswered(self) -> Self {
        if self.is_inquiry() { Self::WarningClosed } else { Self::Lost }
    }

    /// Whether a dispute can go from here to there.
    pub(crate) fn may_become(self, to: Self) -> bool {
        let next: &[Self] = match self {
            Self::WarningNeedsResponse => {
                &[Self::WarningUnderReview, Self::WarningClosed, Self::NeedsResponse]
            }
            Self::WarningUnderReview => &[Self::WarningClosed, Self::NeedsResponse],
            Self::NeedsResponse => &[Self::UnderReview, Self::Won, Self::Lost],
            Self::UnderReview => &[Self::Won, Self::Lost],
            // A bank may decide once more.
            Self::Lost => &[Self::Won],
            Self::WarningClosed | Self::Won => &[],
        };
        next.contains(&to)
    }
}

/// A dispute: the bank takes a charge back, or asks about it.
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
    pub due_by: i64,
    pub submissions: u32,
    pub metadata: BTreeMap<String, String>,
    /// What it moved on the balance, newest first.
    pub transactions: Vec<String>,
    /// What it settles to by itself, and when, in milliseconds.
    pub settles: Option<(i64, DisputeStatus)>,
}

impl Dispute {
    /// What it comes to by itself, and when, in milliseconds: what the bank decides, or the end of the time to answer.
    pub(crate) fn course(&self) -> Option<(i64, DisputeStatus)> {
        let late = self.status.needs_response().then(|| {
            let at = self.due_by.saturating_add(1).saturating_mul(1000);
            (at, self.status.unanswered())
        });
        self.settles.or(late)
    }
}

/// One movement of the balance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Transaction {
    pub id: String,
    pub seq: u64,
    pub created: i64,
    pub available_on: i64,
    pub kind: String,
    /// How the provider's reports name it.
    pub category: String,
    pub amount: i64,
    pub fee: i64,
    pub fee_for: Option<String>,
    pub currency: String,
    pub source: Option<String>,
    pub description: Option<String>,
    /// The automatic payout that it went out with.
    pub payout: Option<String>,
}

impl Transaction {
    pub(crate) fn net(&self) -> i64 {
        self.amount - self.fee
    }
}

/// A payout's standing.
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

/// Money on its way to the bank account.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Payout {
    pub id: String,
    pub seq: u64,
    pub created: i64,
    pub arrival: i64,
    pub amount: i64,
    pub currency: String,
    pub automatic: bool,
    pub status: PayoutStatus,
    pub description: Option<String>,
    pub statement_descriptor: Option<String>,
    pub metadata: BTreeMap<String, String>,
    pub transaction: String,
    pub failure_transaction: Option<String>,
    /// When it arrives by itself, in milliseconds.
    pub settles_at: Option<i64>,
}
