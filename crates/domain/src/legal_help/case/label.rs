//! The label of a case: the hire's status that follows from its step (docs/product/cases.md#label).

use crate::legal_help::case::event::CaseEventKind;
use crate::legal_help::case::handling::Handling;
use crate::legal_help::case::record::Case;
use crate::legal_help::case::step::CaseStep;
use crate::legal_help::hire::HireStatus;

/// Returns the label of a step: the status that the hire has while its case is at this step. Staff
/// can set another status.
pub const fn label_of_step(step: CaseStep) -> HireStatus {
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

impl Case {
    /// Returns the label that the hire's status must equal now; `None` if the hire can have any status. A case that
    /// ended without a decision always requires Cancelled. Any other case requires the label of its step, but only if
    /// Lanewise offers the case to lawyers ([`Handling::Matched`]) and staff didn't set the hire's status.
    pub fn required_label(&self) -> Option<HireStatus> {
        let is_decided_here = self.handling == Handling::Matched && !self.is_label_by_staff;
        (is_decided_here || self.step.is_broken_off()).then(|| label_of_step(self.step))
    }

    /// Whether `status`, which staff set, differs from the label of the case's step. If the case isn't
    /// [`Handling::Matched`], the statuses Pending, In Progress and Contacted count as equal.
    pub fn is_manual_label(&self, status: HireStatus) -> bool {
        let own = label_of_step(self.step);
        match self.handling {
            Handling::Matched => status != own,
            Handling::ByStaff | Handling::Outside => status != own && !(status.is_open() && own.is_open()),
        }
    }

    /// Returns the events to record in the case when staff set the hire's status. `ends_case` is staff's answer to
    /// "Does the case end too?". If staff said no, there are no events. For a case with [`Handling::Matched`],
    /// staff's missing answer means no, and staff can't record an outcome. Therefore Completed, like Cancelled, ends
    /// such a case early if it is open.
    pub fn events_for_status(
        &self,
        new_status: HireStatus,
        ends_case: Option<bool>,
    ) -> &'static [CaseEventKind] {
        let is_matched = self.handling == Handling::Matched;
        if !ends_case.unwrap_or(!is_matched) {
            return &[];
        }
        let is_over = !self.step.is_open();
        match new_status {
            HireStatus::Completed | HireStatus::Cancelled if is_matched && !is_over => {
                &[CaseEventKind::StaffEnded]
            }
            HireStatus::Cancelled if is_matched => &[],
            HireStatus::Cancelled if self.step.is_broken_off() => &[],
            HireStatus::Cancelled => &[CaseEventKind::StaffEnded],
            HireStatus::Completed if self.step == CaseStep::Closed => &[],
            HireStatus::Completed if !self.step.is_broken_off() => &[CaseEventKind::StaffClosed],
            HireStatus::Completed if is_matched => &[],
            HireStatus::Completed => &[CaseEventKind::StaffReopened, CaseEventKind::StaffClosed],
            HireStatus::Pending | HireStatus::InProgress | HireStatus::Contacted
                if is_over && !is_matched =>
            {
                &[CaseEventKind::StaffReopened]
            }
            HireStatus::Pending | HireStatus::InProgress | HireStatus::Contacted => &[],
        }
    }
}
