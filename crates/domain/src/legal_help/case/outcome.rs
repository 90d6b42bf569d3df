//! The outcome of a case (docs/product/cases.md#outcome).

use chrono::NaiveDate;

use crate::shared::money::Money;
use crate::shared::words::stored_words;

/// How the court decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseOutcome {
    /// The court dismissed the ticket.
    Dismissed,
    /// The court found the driver not guilty.
    NotGuilty,
    /// The ticket was amended to a violation that isn't a moving violation.
    Amended,
    /// The fine or the points were reduced.
    Reduced,
    /// The court deferred or withheld its decision until a day.
    Deferred,
    /// The driver must attend traffic school.
    TrafficSchool,
    /// The court found the driver guilty.
    Guilty,
    /// The court decided without the driver, because no one appeared.
    Default,
}

stored_words!(CaseOutcome {
    Dismissed => "dismissed",
    NotGuilty => "not_guilty",
    Amended => "amended",
    Reduced => "reduced",
    Deferred => "deferred",
    TrafficSchool => "traffic_school",
    Guilty => "guilty",
    Default => "default",
});

impl CaseOutcome {
    /// Whether the driver owes nothing.
    pub const fn owes_nothing(self) -> bool {
        match self {
            Self::Dismissed | Self::NotGuilty => true,
            Self::Amended
            | Self::Reduced
            | Self::Deferred
            | Self::TrafficSchool
            | Self::Guilty
            | Self::Default => false,
        }
    }
}

/// An outcome and its consequences, as the lawyer recorded them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How the court decided.
    pub outcome: CaseOutcome,
    /// The court's new amount, if it set one.
    pub fine: Option<Money>,
    /// Points on the license, if known.
    pub points: Option<i32>,
    /// For a deferred decision: its last day.
    pub until: Option<NaiveDate>,
    /// The court's new due date, if it set one.
    pub due: Option<NaiveDate>,
}
