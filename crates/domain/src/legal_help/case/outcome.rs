//! The outcome of a case (docs/product/cases.md#outcome).

use chrono::NaiveDate;

use crate::shared::money::Money;
use crate::shared::stored_words::stored_words;
use crate::shared::text::FieldErrors;

/// How the court decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseOutcome {
    /// The court dismissed the ticket.
    Dismissed,
    /// The court found the driver not guilty.
    NotGuilty,
    /// The court amended the ticket to a violation that isn't a moving violation.
    Amended,
    /// The court reduced the fine or the points.
    Reduced,
    /// The court deferred or withheld its decision until a certain day.
    Deferred,
    /// The driver must attend traffic school.
    TrafficSchool,
    /// The court found the driver guilty.
    Guilty,
    /// The court decided in the driver's absence, because no one appeared.
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
    /// Whether the court decided. A deferral postpones the decision.
    pub const fn is_decision(self) -> bool {
        !matches!(self, Self::Deferred)
    }

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

/// A case's outcome and its consequences, as the lawyer recorded them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How the court decided.
    pub outcome: CaseOutcome,
    /// The court's new amount; `None` if the court set none.
    pub fine: Option<Money>,
    /// The points that the ticket now adds to the license; `None` if unknown or unchanged.
    pub points: Option<i32>,
    /// Last day of a deferral; `None` for other outcomes.
    pub until: Option<NaiveDate>,
    /// The court's new due date; `None` if the court set none.
    pub due: Option<NaiveDate>,
}

impl Verdict {
    /// Largest number of points that a lawyer can record.
    const MAX_POINTS: i32 = 11;

    /// Validates the verdict on the day that the lawyer records it.
    ///
    /// # Errors
    /// Returns every invalid field, by its name in requests.
    pub fn validated(self, today: NaiveDate) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::new();
        let is_past = |date: Option<NaiveDate>| date.is_some_and(|date| date < today);
        let is_deferred = self.outcome == CaseOutcome::Deferred;
        let mut refuse = |field, sentence: &str| errors.push((field, sentence.to_owned()));
        let owes_nothing = self.outcome.owes_nothing();
        let has_no_due_date = owes_nothing || self.fine == Some(Money::ZERO);
        for (field, is_unneeded) in [
            ("fine", owes_nothing && self.fine.is_some()),
            ("points", owes_nothing && self.points.is_some()),
            ("due", has_no_due_date && self.due.is_some()),
        ] {
            if is_unneeded {
                refuse(field, "Nothing is owed, so leave this empty.");
            }
        }
        if self.fine.is_some_and(|fine| !(Money::ZERO..=Money::MAX_READ).contains(&fine)) {
            refuse("fine", "Enter an amount of at most $100,000,000.");
        }
        if self.points.is_some_and(|points| !(0..=Self::MAX_POINTS).contains(&points)) {
            refuse("points", "Enter a number from 0 to 11.");
        }
        if self.outcome == CaseOutcome::Reduced && self.fine.is_none() && self.points.is_none() {
            refuse("fine", "Enter the new amount or the new points.");
        }
        match self.until {
            None if is_deferred => refuse("until", "Enter the last day of the deferral."),
            Some(_) if !is_deferred => refuse("until", "Only a deferral has a last day."),
            until if is_past(until) => refuse("until", "Enter a day that isn't in the past."),
            _ => {}
        }
        if is_past(self.due) {
            refuse("due", "Enter a day that isn't in the past.");
        }
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }
}
