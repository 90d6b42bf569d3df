//! Schedule of a source's runs, and their errors (docs/product/citation-sources.md#when-a-source-is-queried).

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::words::stored_words;

/// Interval of rounds. A round queries every verified plate once.
pub const ROUND_EVERY: TimeDelta = TimeDelta::hours(24);
/// Delay before a failed run is retried.
pub const AGAIN_AFTER: TimeDelta = TimeDelta::minutes(15);
/// Longest wait for a source that throttles us. If it asks for more, the run fails.
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
    /// An error on our side.
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
    /// Whether it is a round of all verified plates.
    pub const fn is_round(self) -> bool {
        match self {
            Self::Daily | Self::ByStaff => true,
            Self::Verified => false,
        }
    }
}

/// Facts about a source's previous runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunHistory {
    /// When the last completed round started.
    pub round_at: Option<DateTime<Utc>>,
    /// The last failure, if no run has completed since: when the run failed, and when its round started, if
    /// it was part of a round.
    pub failed: Option<(DateTime<Utc>, Option<DateTime<Utc>>)>,
}

/// A run to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextRun {
    /// Why it is started.
    pub reason: RunReason,
    /// Start of the round. Plates queried since then are skipped.
    pub round_at: DateTime<Utc>,
}

/// Whether a run may start. After a failed run, the source isn't queried for [`AGAIN_AFTER`].
pub fn may_begin(past: &RunHistory, now: DateTime<Utc>) -> bool {
    past.failed.is_none_or(|(at, _)| now - at >= AGAIN_AFTER)
}

/// Returns the round that is due, if any. A failed round is continued, without the plates that it already queried.
pub fn due_round(past: &RunHistory, now: DateTime<Utc>) -> Option<NextRun> {
    let failed_round = past.failed.and_then(|(_, round_at)| round_at).filter(|at| now - *at < ROUND_EVERY);
    let is_due = past.round_at.is_none_or(|at| now - at >= ROUND_EVERY);
    let round_at = failed_round.or(is_due.then_some(now))?;
    Some(NextRun { reason: RunReason::Daily, round_at })
}
