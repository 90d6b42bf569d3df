//! The measured share of won cases, which the web page's offer of legal help shows next to its
//! claims (docs/product/legal-help.md#measured-share).

use chrono::{DateTime, NaiveDate, Utc};

use crate::legal_help::case::guarantee::{GuaranteeResult, TermsAtHire, decide_guarantee};
use crate::legal_help::case::outcome::Verdict;
use crate::shared::business_time::business_date;

/// A group of cases with the same verdict and the same terms at the hire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecidedCases {
    /// The latest verdict of each case.
    pub verdict: Verdict,
    /// The guarantee's rule, fine and points when the driver hired the lawyer.
    pub at_hire: TermsAtHire,
    /// Number of cases in the group.
    pub cases: i64,
    /// When the first verdict of these cases was recorded.
    pub first: DateTime<Utc>,
    /// When the last verdict of these cases was recorded.
    pub last: DateTime<Utc>,
}

/// Which share of the decided cases was won, and in which period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasuredShare {
    /// Won cases in percent of all decided cases, rounded down.
    pub percent: i64,
    /// Number of decided cases.
    pub cases: i64,
    /// Day on which the first decision was recorded.
    pub from: NaiveDate,
    /// Day on which the last decision was recorded.
    pub until: NaiveDate,
}

impl MeasuredShare {
    /// Minimum number of decided cases for which the web page shows a share.
    pub const MIN_CASES: i64 = 50;

    /// Computes the share of won cases from all cases with a verdict. Only cases that are won or lost count,
    /// so a deferred decision counts after its last day. `None` with fewer than [`Self::MIN_CASES`] cases.
    pub fn of(decided: &[DecidedCases], today: NaiveDate) -> Option<Self> {
        let is =
            |group: &DecidedCases, result| decide_guarantee(&group.verdict, group.at_hire, today) == result;
        let counted =
            || decided.iter().filter(|group| group.cases > 0 && !is(group, GuaranteeResult::NotYet));
        let cases = counted().map(|group| group.cases).sum();
        let won: i64 =
            counted().filter(|group| is(group, GuaranteeResult::Won)).map(|group| group.cases).sum();
        if cases < Self::MIN_CASES {
            return None;
        }
        let day = |at: DateTime<Utc>| business_date(at);
        let from = counted().map(|group| day(group.first)).min()?;
        let until = counted().map(|group| day(group.last)).max()?;
        Some(Self { percent: won.saturating_mul(100) / cases, cases, from, until })
    }
}
