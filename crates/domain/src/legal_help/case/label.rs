//! The label of a case: the hire's status that follows from its step (docs/product/cases.md#label).

use crate::legal_help::case::step::CaseStep;
use crate::legal_help::hire::HireStatus;

/// Returns the status that a hire has at this step of its case, unless staff set it by hand.
pub const fn label(step: CaseStep) -> HireStatus {
    match step {
        CaseStep::Hired | CaseStep::Offered | CaseStep::ConflictCleared => HireStatus::Pending,
        CaseStep::Accepted | CaseStep::AgreementSigned => HireStatus::InProgress,
        CaseStep::AppearanceFiled | CaseStep::CourtDateSet | CaseStep::OfferPending => HireStatus::Contacted,
        CaseStep::Deferred | CaseStep::Decided | CaseStep::AppealWindow | CaseStep::Closed => {
            HireStatus::Completed
        }
        CaseStep::NoLawyer | CaseStep::Withdrawn | CaseStep::Ended => HireStatus::Cancelled,
    }
}
