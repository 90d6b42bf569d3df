//! What happens next in a case, in one sentence for its driver (docs/product/cases.md#what-happens-next).

use chrono::{DateTime, Utc};

use crate::legal_help::case::handling::Handling;
use crate::legal_help::case::record::Case;
use crate::legal_help::case::step::CaseStep;

/// What happens next, and by when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextInCase {
    /// The sentence.
    pub text: &'static str,
    /// Its deadline, if it has one.
    pub by: Option<DateTime<Utc>>,
}

impl Case {
    /// Returns what happens next. `has_agreement` is whether the lawyer sent an agreement.
    pub fn next(&self, has_agreement: bool) -> NextInCase {
        let next = |text, by| NextInCase { text, by };
        match self.step {
            CaseStep::Hired | CaseStep::Offered | CaseStep::ConflictCleared => match self.handling {
                Handling::Matched => {
                    next("A lawyer accepts your case, or you get your money back.", self.accept_by)
                }
                Handling::ByStaff if self.contacted_at.is_none() => next("We contact you.", self.contact_by),
                Handling::ByStaff | Handling::Outside => next("We keep you informed.", None),
            },
            CaseStep::Accepted if has_agreement => {
                next("Read and sign your lawyer's agreement.", self.sign_by)
            }
            CaseStep::Accepted => next("Your lawyer sends you an agreement to sign.", self.update_due),
            CaseStep::AgreementSigned => {
                next("Your lawyer files an appearance at the court.", self.update_due)
            }
            CaseStep::AppearanceFiled => next("The court sets a date.", self.update_due),
            CaseStep::CourtDateSet => next("The court hears your case.", self.update_due),
            CaseStep::OfferPending => next("Answer the offer that your lawyer passed on.", None),
            CaseStep::Deferred => {
                next("The court decides later. Your lawyer records the outcome.", self.update_due)
            }
            CaseStep::Decided => next("Your lawyer closes the case.", None),
            CaseStep::AppealWindow => next("The time for an appeal ends. An appeal isn't included.", None),
            CaseStep::Closed => next("The case is closed.", None),
            CaseStep::NoLawyer => {
                next("No lawyer could take your case. Choose what to do about your ticket.", None)
            }
            CaseStep::Withdrawn => next("Your lawyer withdrew. We contact you about what to do next.", None),
            CaseStep::Ended => next("The case has ended.", None),
        }
    }
}
