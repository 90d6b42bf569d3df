//! The measured share of won cases, which the offer shows beside its claims (docs/product/legal-help.md#measured-share).

use chrono::{DateTime, NaiveDate, Utc};

use crate::legal_help::case::guarantee::{GuaranteeResult, TermsAtHire, guarantee};
use crate::legal_help::case::outcome::Verdict;
use crate::shared::business_time::BUSINESS_ZONE;

/// Cases that ended with the same verdict and started with the same terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecidedCases {
    /// The latest verdict of each.
    pub verdict: Verdict,
    /// Fine and points when the lawyer was hired.
    pub at_hire: TermsAtHire,
    /// Number of cases.
    pub cases: i64,
    /// When the first of their verdicts was recorded.
    pub first: DateTime<Utc>,
    /// When the last of their verdicts was recorded.
    pub last: DateTime<Utc>,
}

/// Which share of the decided cases was won, and in which period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasuredShare {
    /// Won cases in percent of all decided ones, rounded down.
    pub percent: i64,
    /// Number of decided cases.
    pub cases: i64,
    /// Day of the first decision.
    pub from: NaiveDate,
    /// Day of the last decision.
    pub until: NaiveDate,
}

impl MeasuredShare {
    /// With fewer decided cases, no share is shown.
    pub const MIN_CASES: i64 = 50;

    /// Computes the share from all cases with a verdict. A case counts once it is won or lost, so a deferred decision
    /// counts after its last day. `None` with fewer than [`Self::MIN_CASES`].
    pub fn of(decided: &[DecidedCases], today: NaiveDate) -> Option<Self> {
        let is = |group: &DecidedCases, result| guarantee(&group.verdict, group.at_hire, today) == result;
        let counted =
            || decided.iter().filter(|group| group.cases > 0 && !is(group, GuaranteeResult::NotYet));
        let cases = counted().map(|group| group.cases).sum();
        let won: i64 =
            counted().filter(|group| is(group, GuaranteeResult::Won)).map(|group| group.cases).sum();
        if cases < Self::MIN_CASES {
            return None;
        }
        let day = |at: DateTime<Utc>| at.with_timezone(&BUSINESS_ZONE).date_naive();
        let from = counted().map(|group| day(group.first)).min()?;
        let until = counted().map(|group| day(group.last)).max()?;
        Some(Self { percent: won.saturating_mul(100) / cases, cases, from, until })
    }
}
