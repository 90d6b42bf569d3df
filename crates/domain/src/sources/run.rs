//! When a citation source is queried, and how a query can fail
//! (docs/product/citation-sources.md#when-a-source-is-queried).

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::stored_words::stored_words;

/// Interval between rounds. A round queries a source once for every verified plate.
pub const ROUND_EVERY: TimeDelta = TimeDelta::hours(24);
/// Delay before a failed run is started again.
pub const RETRY_AFTER: TimeDelta = TimeDelta::minutes(15);
/// Longest wait for a source that throttles us. If the source demands a longer wait, the run fails.
pub const MAX_WAIT: TimeDelta = TimeDelta::hours(1);

/// Why a run is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunReason {
    /// The daily round of all verified plates.
    Daily,
    /// Plates were verified since the last round.
    Verified,
    /// Staff requested a round of all verified plates.
    ByStaff,
}

stored_words!(RunReason { Daily => "daily", Verified => "verified", ByStaff => "by_staff", });

/// Why a run failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunFailure {
    /// The source couldn't be reached, or returned an error.
    Down,
    /// The source didn't respond in time.
    Slow,
    /// The source throttles us for longer than [`MAX_WAIT`].
    Throttled,
    /// The source no longer has a column that we need.
    ColumnsChanged,
    /// The source's response is not usable.
    InvalidData,
    /// The run failed because of an error on our side.
    InternalError,
}

stored_words!(RunFailure {
    Down => "down",
    Slow => "slow",
    Throttled => "throttled",
    ColumnsChanged => "columns_changed",
    InvalidData => "nonsense",
    InternalError => "ours",
});

impl RunReason {
    /// Whether the run is part of a round of all verified plates.
    pub const fn is_round(self) -> bool {
        match self {
            Self::Daily | Self::ByStaff => true,
            Self::Verified => false,
        }
    }
}

/// The facts about a source's previous runs that decide when the next run starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunHistory {
    /// When the last completed round started; `None` if no round was completed.
    pub round_at: Option<DateTime<Utc>>,
    /// The last failed run. `None` if a run has completed since then, or none failed.
    pub failed: Option<FailedRun>,
}

/// The times of a failed run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedRun {
    /// When the run failed.
    pub failed_at: DateTime<Utc>,
    /// When the round of this run started; `None` if the run wasn't part of a round.
    pub round_started_at: Option<DateTime<Utc>>,
}

/// A run to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextRun {
    /// Why the run is started.
    pub reason: RunReason,
    /// When the round of this run started. Plates queried since then are skipped. Unused for [`RunReason::Verified`].
    pub round_at: DateTime<Utc>,
}

/// Whether a run may start. A source isn't queried for [`RETRY_AFTER`] after a failed run.
pub fn may_start(past: &RunHistory, now: DateTime<Utc>) -> bool {
    past.failed.is_none_or(|failed| now - failed.failed_at >= RETRY_AFTER)
}

/// Returns the round that should start now, if any. A failed round that started less than [`ROUND_EVERY`] ago
/// is continued without the plates that were already queried.
pub fn due_round(past: &RunHistory, now: DateTime<Utc>) -> Option<NextRun> {
    let failed_round =
        past.failed.and_then(|failed| failed.round_started_at).filter(|at| now - *at < ROUND_EVERY);
    let is_due = past.round_at.is_none_or(|at| now - at >= ROUND_EVERY);
    let round_at = failed_round.or(is_due.then_some(now))?;
    Some(NextRun { reason: RunReason::Daily, round_at })
}
