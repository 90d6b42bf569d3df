//! When a source is asked, and what may go wrong (docs/PRODUCT.md#when-a-source-is-asked).

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::words::stored_words;

/// Every verified plate is asked about once in this time.
pub const ROUND_EVERY: TimeDelta = TimeDelta::hours(24);
/// A round that failed is tried again after this.
pub const AGAIN_AFTER: TimeDelta = TimeDelta::minutes(15);
/// The longest that a source which asks for fewer calls is waited for at once.
pub const LONGEST_WAIT: TimeDelta = TimeDelta::hours(1);

/// Why a source is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunReason {
    /// A day has gone by: every verified plate.
    Daily,
    /// Plates were verified since.
    Verified,
    /// Staff wanted it: every verified plate.
    ByStaff,
}

stored_words!(RunReason { Daily => "daily", Verified => "verified", ByStaff => "by_staff", });

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunTrouble {
    /// It could not be reached, or answered with an error of its own.
    Down,
    /// It did not answer in time.
    Slow,
    /// It asks for fewer calls, for longer than is waited.
    Throttled,
    /// It does not know a column any more.
    ColumnsChanged,
    /// What it answered makes no sense.
    Nonsense,
    /// The fault is ours.
    Ours,
}

stored_words!(RunTrouble {
    Down => "down",
    Slow => "slow",
    Throttled => "throttled",
    ColumnsChanged => "columns_changed",
    Nonsense => "nonsense",
    Ours => "ours",
});

impl RunReason {
    /// Whether every verified plate is asked about.
    pub const fn is_round(self) -> bool {
        match self {
            Self::Daily | Self::ByStaff => true,
            Self::Verified => false,
        }
    }
}

/// What is known of a source's runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// When the last round that came to its end began.
    pub round_at: Option<DateTime<Utc>>,
    /// When the last run failed, if nothing has come to its end since; and whether and when the round that it was of began.
    pub failed: Option<(DateTime<Utc>, Option<DateTime<Utc>>)>,
}

/// A run that is to begin: why, and since when plates that were asked about need not be asked about again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextRun {
    /// Why.
    pub reason: RunReason,
    /// Who was asked about since then is passed over.
    pub round_at: DateTime<Utc>,
}

/// Whether a run may begin: after one that failed the source is left alone for a while.
pub fn may_begin(past: &Past, now: DateTime<Utc>) -> bool {
    past.failed.is_none_or(|(at, _)| now - at >= AGAIN_AFTER)
}

/// The round that is due by the clock, if one is. One that failed goes on, and does not ask again about the plates that it had asked about.
pub fn due_round(past: &Past, now: DateTime<Utc>) -> Option<NextRun> {
    let failed_round = past.failed.and_then(|(_, round_at)| round_at).filter(|at| now - *at < ROUND_EVERY);
    let is_due = past.round_at.is_none_or(|at| now - at >= ROUND_EVERY);
    let round_at = failed_round.or(is_due.then_some(now))?;
    Some(NextRun { reason: RunReason::Daily, round_at })
}
