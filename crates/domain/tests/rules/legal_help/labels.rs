//! Tests of the label of a case's hire, and of the effect of a label set by staff.

use domain::legal_help::case::event::CaseEventKind::{self, StaffClosed, StaffEnded, StaffReopened};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::label::label_of_step;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::HireStatus::{self, Cancelled, Completed, Contacted, InProgress, Pending};
use rstest::rstest;

use super::build::case;

#[rstest]
#[case(Pending, &[CaseStep::Hired, CaseStep::Offered, CaseStep::ConflictCleared])]
#[case(InProgress, &[CaseStep::Accepted, CaseStep::AgreementSigned])]
#[case(Contacted, &[CaseStep::AppearanceFiled, CaseStep::CourtDateSet, CaseStep::OfferPending])]
#[case(Completed, &[CaseStep::Deferred, CaseStep::Decided, CaseStep::AppealWindow, CaseStep::Closed])]
#[case(Cancelled, &[CaseStep::NoLawyer, CaseStep::Withdrawn, CaseStep::Ended])]
fn the_step_of_a_case_determines_the_hires_label(#[case] status: HireStatus, #[case] steps: &[CaseStep]) {
    let labeled: Vec<_> =
        CaseStep::ALL.iter().copied().filter(|step| label_of_step(*step) == status).collect();
    assert_eq!(labeled, steps);
}

#[test]
fn the_step_of_a_matched_case_determines_the_hires_label_unless_staff_set_the_label() {
    for step in CaseStep::ALL {
        let matched = case(Handling::Matched, *step);
        assert_eq!(matched.required_label(), Some(label_of_step(*step)), "{step}");
        let by_hand = Case { is_label_by_staff: true, ..matched };
        let ended = step.is_broken_off().then_some(Cancelled);
        assert_eq!(by_hand.required_label(), ended, "{step}");
        for handling in [Handling::ByStaff, Handling::Outside] {
            assert_eq!(case(handling, *step).required_label(), ended, "{step}");
        }
    }
}

#[rstest]
// A case that Lanewise offers to lawyers continues unless staff answer that the case ends too.
#[case(Handling::Matched, CaseStep::Accepted, Cancelled, None, &[])]
#[case(Handling::Matched, CaseStep::Accepted, Cancelled, Some(false), &[])]
#[case(Handling::Matched, CaseStep::Accepted, Cancelled, Some(true), &[StaffEnded])]
#[case(Handling::Matched, CaseStep::Accepted, Completed, Some(true), &[StaffEnded])]
#[case(Handling::Matched, CaseStep::Decided, Completed, Some(true), &[StaffClosed])]
#[case(Handling::Matched, CaseStep::Decided, Cancelled, Some(true), &[])]
#[case(Handling::Matched, CaseStep::Closed, Completed, Some(true), &[])]
#[case(Handling::Matched, CaseStep::Ended, Completed, Some(true), &[])]
#[case(Handling::Matched, CaseStep::Ended, Cancelled, Some(true), &[])]
#[case(Handling::Matched, CaseStep::Ended, Pending, Some(true), &[])]
// Any other case ends or is reopened according to the label, unless staff answer that the case doesn't end.
#[case(Handling::ByStaff, CaseStep::Hired, Contacted, None, &[])]
#[case(Handling::ByStaff, CaseStep::Hired, Completed, None, &[StaffClosed])]
#[case(Handling::ByStaff, CaseStep::Hired, Cancelled, None, &[StaffEnded])]
#[case(Handling::ByStaff, CaseStep::Hired, Cancelled, Some(false), &[])]
#[case(Handling::Outside, CaseStep::Closed, InProgress, None, &[StaffReopened])]
#[case(Handling::Outside, CaseStep::Closed, Completed, None, &[])]
#[case(Handling::Outside, CaseStep::Ended, Pending, None, &[StaffReopened])]
#[case(Handling::Outside, CaseStep::Ended, Completed, None, &[StaffReopened, StaffClosed])]
#[case(Handling::Outside, CaseStep::Ended, Cancelled, None, &[])]
fn setting_a_hires_label_ends_a_matched_case_only_on_request_and_any_other_case_by_default(
    #[case] handling: Handling,
    #[case] step: CaseStep,
    #[case] new_status: HireStatus,
    #[case] ends_case: Option<bool>,
    #[case] moves: &[CaseEventKind],
) {
    assert_eq!(case(handling, step).events_for_status(new_status, ends_case), moves);
}

#[test]
fn staff_can_set_any_label_of_a_hire_at_every_step_of_its_case() {
    for handling in Handling::ALL {
        for step in CaseStep::ALL {
            for new_status in HireStatus::ALL {
                for ends_case in [None, Some(false), Some(true)] {
                    let moves = case(*handling, *step).events_for_status(*new_status, ends_case);
                    let end = moves.iter().try_fold(*step, |step, event| step.after(*event));
                    assert!(end.is_ok(), "{handling} {step} {new_status}: {moves:?}");
                }
            }
        }
    }
}

#[rstest]
#[case(Handling::Matched, CaseStep::Accepted, InProgress, false)]
#[case(Handling::Matched, CaseStep::Accepted, Contacted, true)]
#[case(Handling::Matched, CaseStep::Accepted, Completed, true)]
#[case(Handling::ByStaff, CaseStep::Hired, Contacted, false)]
#[case(Handling::ByStaff, CaseStep::Hired, Completed, true)]
#[case(Handling::Outside, CaseStep::Closed, Completed, false)]
#[case(Handling::Outside, CaseStep::Closed, Pending, true)]
fn a_hires_label_counts_as_set_by_staff_if_it_does_not_fit_the_step_of_the_case(
    #[case] handling: Handling,
    #[case] step: CaseStep,
    #[case] status: HireStatus,
    #[case] is_by_hand: bool,
) {
    assert_eq!(case(handling, step).is_manual_label(status), is_by_hand);
}
