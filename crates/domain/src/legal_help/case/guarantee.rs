//! The guarantee: which outcomes count as won, and who pays the refund of a lost case's price
//! (docs/product/cases.md#what-won-means).

use chrono::NaiveDate;

use crate::legal_help::case::outcome::{CaseOutcome, Verdict};
use crate::legal_help::offense::OffenseClass;
use crate::legal_help::offer::{Guarantee, GuaranteePayer};
use crate::shared::money::Money;
use crate::shared::stored_words::stored_words;

/// Whether a case was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GuaranteeResult {
    /// The case was won.
    Won,
    /// The case was lost.
    Lost,
    /// The court decides later.
    NotYet,
}

stored_words!(GuaranteeResult { Won => "won", Lost => "lost", NotYet => "not_yet", });

/// The rule that decides whether a case was won. Each change of the rule adds a variant, so that a case keeps the
/// rule that its driver saw before paying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GuaranteeRule {
    /// The rule for hires since November 2026.
    First,
}

stored_words!(GuaranteeRule { First => "first", });

impl GuaranteeRule {
    /// The rule that applies to new hires.
    pub const CURRENT: Self = Self::First;

    /// The table of outcomes that the driver sees before paying. The table must agree with [`decide_guarantee`].
    pub const fn table(self) -> &'static [GuaranteeLine] {
        match self {
            Self::First => FIRST_TABLE,
        }
    }
}

/// The guarantee's rule, and the ticket's fine and points, at the time when the driver hired the lawyer. The
/// guarantee compares the outcome with these values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermsAtHire {
    /// The rule that decides whether the case was won.
    pub rule: GuaranteeRule,
    /// The ticket's fine that the driver saw when hiring the lawyer.
    pub fine: Money,
    /// The points that the ticket adds to the license.
    pub points: i32,
}

/// One line of the table that the driver sees before paying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuaranteeLine {
    /// The outcome in words, with its condition if it has one.
    pub outcome: &'static str,
    /// Whether the case counts as won with this outcome.
    pub is_won: bool,
}

const FIRST_TABLE: &[GuaranteeLine] = &[
    GuaranteeLine { outcome: "Dismissed", is_won: true },
    GuaranteeLine { outcome: "Not guilty", is_won: true },
    GuaranteeLine { outcome: "Amended to a non-moving violation", is_won: true },
    GuaranteeLine { outcome: "Decision deferred or withheld, once that period is over", is_won: true },
    GuaranteeLine { outcome: "Reduced, with fewer points or a fine cut by at least half", is_won: true },
    GuaranteeLine { outcome: "Any other reduction", is_won: false },
    GuaranteeLine { outcome: "Traffic school", is_won: false },
    GuaranteeLine { outcome: "Guilty", is_won: false },
    GuaranteeLine { outcome: "Default decision, because no one appeared in court", is_won: false },
];

/// Decides whether a case was won, by comparing its verdict with the ticket's fine and points at
/// the hire. A reduction counts as won if the court reduced the points, or reduced the fine to half
/// or less. A deferred decision counts as won after the last day of the deferral. Unknown points or
/// amounts count as not reduced.
pub fn decide_guarantee(verdict: &Verdict, at_hire: TermsAtHire, today: NaiveDate) -> GuaranteeResult {
    match at_hire.rule {
        GuaranteeRule::First => decide_by_first_rule(verdict, at_hire, today),
    }
}

/// Decides by [`GuaranteeRule::First`] whether a case was won.
fn decide_by_first_rule(verdict: &Verdict, at_hire: TermsAtHire, today: NaiveDate) -> GuaranteeResult {
    let won_if = |is_won| if is_won { GuaranteeResult::Won } else { GuaranteeResult::Lost };
    match verdict.outcome {
        CaseOutcome::Dismissed | CaseOutcome::NotGuilty | CaseOutcome::Amended => GuaranteeResult::Won,
        CaseOutcome::Deferred if verdict.until.is_some_and(|until| until < today) => GuaranteeResult::Won,
        CaseOutcome::Deferred => GuaranteeResult::NotYet,
        CaseOutcome::Reduced => {
            let fewer_points = verdict.points.is_some_and(|points| points < at_hire.points);
            let half = at_hire.fine.cents() / 2;
            won_if(fewer_points || verdict.fine.is_some_and(|fine| fine.cents() <= half))
        }
        CaseOutcome::TrafficSchool | CaseOutcome::Guilty | CaseOutcome::Default => GuaranteeResult::Lost,
    }
}

/// Returns who pays if the price of a case with this verdict is refunded. Returns [`GuaranteePayer::Nobody`] unless the
/// case was lost. `guaranteed` names the payers by offense class. A lawyer never pays the refund for a misdemeanor.
pub fn guarantee_refund_payer(
    verdict: &Verdict,
    at_hire: TermsAtHire,
    guaranteed: Guarantee,
    class: OffenseClass,
    today: NaiveDate,
) -> GuaranteePayer {
    match decide_guarantee(verdict, at_hire, today) {
        GuaranteeResult::Lost => guaranteed.payer(class),
        GuaranteeResult::Won | GuaranteeResult::NotYet => GuaranteePayer::Nobody,
    }
}
