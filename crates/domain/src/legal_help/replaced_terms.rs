//! The terms of a ticket that a court's decision replaces, and the terms before the decision
//! (docs/product/cases.md#outcome).

use chrono::NaiveDate;

use crate::driving_record::fine::fine_or_estimate;
use crate::driving_record::ticket::Ticket;
use crate::legal_help::case::guarantee::TermsAtHire;
use crate::legal_help::case::outcome::{CaseOutcome, Verdict};
use crate::shared::money::Money;
use crate::shared::text::FieldErrors;

/// The ticket's terms that the latest outcome replaced. A term that the outcome didn't replace is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplacedTerms {
    /// The amount before the outcome, as filed; `None` if the outcome didn't replace it.
    pub amount: Option<String>,
    /// The ticket's points before the outcome; `None` if the outcome didn't replace them.
    pub points: Option<i32>,
    /// The due date before the outcome; `None` if there was none, or if the outcome didn't replace it.
    pub due: Option<NaiveDate>,
}

/// A ticket's terms as they would be without an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermsBeforeOutcome {
    /// The amount, as filed.
    pub amount: String,
    /// The fine that follows from this amount.
    pub fine: Money,
    /// Points that the ticket adds to the license.
    pub points: i32,
    /// The due date, if there is one.
    pub due: Option<NaiveDate>,
}

impl TermsBeforeOutcome {
    /// Checks that a reduced fine isn't higher than the fine before the outcome.
    ///
    /// # Errors
    /// Returns the field `fine`, with a sentence for the lawyer.
    pub fn validate(&self, verdict: &Verdict) -> Result<(), FieldErrors> {
        let is_higher = verdict.fine.is_some_and(|fine| fine > self.fine);
        if verdict.outcome != CaseOutcome::Reduced || !is_higher {
            return Ok(());
        }
        let before = self.fine.for_display();
        Err(vec![("fine", format!("A reduced fine can’t be higher than the {before} before."))])
    }
}

impl ReplacedTerms {
    /// Returns the fine, points and due date that the ticket would have without its latest outcome.
    /// `last` is the latest outcome, if there is one. A value that was changed on the ticket after
    /// the outcome stays as it is. For cases decided before Lanewise stored replaced values,
    /// returns the values at the hire.
    pub fn before_outcome(
        &self,
        last: Option<Verdict>,
        at_hire: Option<TermsAtHire>,
        ticket: &Ticket,
    ) -> TermsBeforeOutcome {
        let filed = &ticket.filed;
        let has_its_fine = last.is_some_and(|last| last.fine == Some(ticket.fine()));
        let has_its_points = last.is_some_and(|last| last.points == Some(filed.points));
        let has_its_due = last.is_some_and(|last| last.due.is_some() && last.due == filed.due_date);
        let fine_at_hire = || at_hire.map(|terms| format!("${}", terms.fine));
        let points_at_hire = || at_hire.map(|terms| terms.points);
        let amount = self.amount.clone().or_else(fine_at_hire).filter(|_| has_its_fine);
        let points = self.points.or_else(points_at_hire).filter(|_| has_its_points);
        let amount = amount.unwrap_or_else(|| filed.amount.clone());
        let points = points.unwrap_or(filed.points);
        TermsBeforeOutcome {
            fine: fine_or_estimate(&amount, &filed.violation_type, points),
            amount,
            points,
            due: if has_its_due { self.due } else { filed.due_date },
        }
    }
}
