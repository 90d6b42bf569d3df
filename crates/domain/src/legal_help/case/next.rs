//! What happens next in a case, in one or two sentences for its driver (docs/product/cases.md#what-happens-next).

use chrono::{DateTime, Utc};

use crate::legal_help::case::handling::Handling;
use crate::legal_help::case::record::Case;
use crate::legal_help::case::step::CaseStep;

/// What happens next in a case, and by when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextInCase {
    /// What happens next, in one or two sentences that the driver reads.
    pub text: &'static str,
    /// Deadline of the next event; `None` if it has no deadline. Never the deadline of the lawyer's
    /// next update, because the web page shows that deadline among the case's dates.
    pub by: Option<DateTime<Utc>>,
}

impl Case {
    /// Returns what happens next in the case. `has_agreement` says whether the lawyer sent an agreement.
    pub fn next(&self, has_agreement: bool) -> NextInCase {
        let next = |text, by| NextInCase { text, by };
        match self.step {
            CaseStep::Hired | CaseStep::Offered | CaseStep::ConflictCleared => match self.handling {
                Handling::Matched => next(
                    "We’re looking for a lawyer. If none accepts, you get your money back.",
                    self.accept_by,
                ),
                Handling::ByStaff if self.contacted_at.is_none() => {
                    next("We’ll call or email you.", self.contact_by)
                }
                Handling::ByStaff | Handling::Outside => {
                    next("We’ll let you know when something happens in your case.", None)
                }
            },
            CaseStep::Accepted if has_agreement => {
                next("Read and sign your lawyer’s agreement.", self.accept_by)
            }
            CaseStep::Accepted if self.handling == Handling::Matched => next(
                "Your lawyer will send you an agreement to sign. If it isn’t signed in time, you get your money back.",
                self.accept_by,
            ),
            CaseStep::Accepted => next("Your lawyer will send you an agreement to sign.", None),
            CaseStep::AgreementSigned => {
                next("Your lawyer will register with the court as your lawyer (file an appearance).", None)
            }
            CaseStep::AppearanceFiled => next("The court will set a date.", None),
            CaseStep::CourtDateSet => next("The court will hear your case.", None),
            CaseStep::OfferPending => next("Answer the prosecutor’s offer.", None),
            CaseStep::Deferred => {
                next("The court will decide later. Your lawyer will record the outcome.", None)
            }
            CaseStep::Decided => next("Your lawyer will close the case.", None),
            CaseStep::AppealWindow => {
                next("You can still appeal. The price doesn’t include an appeal.", None)
            }
            CaseStep::Closed => next("The case is closed.", None),
            CaseStep::NoLawyer => {
                next("No lawyer could take your case. Choose what to do about your ticket.", None)
            }
            CaseStep::Withdrawn if self.fee.is_some() => next(
                "Your lawyer withdrew. You get back what they haven’t earned, and you can hire another lawyer.",
                None,
            ),
            CaseStep::Withdrawn => {
                next("Your lawyer withdrew. We’ll contact you about what to do next.", None)
            }
            CaseStep::Ended => next("The case has ended.", None),
        }
    }
}
