//! Tests of the steps of a case: the steps at which each event is allowed, and the step that follows.

use domain::legal_help::case::event::{CaseActor, CaseEventKind};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::case::step::CaseStep::{
    Accepted, AgreementSigned, AppealWindow, AppearanceFiled, Closed, ConflictCleared, CourtDateSet, Decided,
    Deferred, Ended, Hired, NoLawyer, OfferPending, Offered, Withdrawn,
};
use domain::legal_help::hire::HireStatus;
use proptest::prelude::*;
use rstest::rstest;

use super::build::{case, hire};
use crate::build::date;

/// Returns the steps at which an event is allowed, each with the step that follows.
fn allowed_steps(event: CaseEventKind) -> Vec<(CaseStep, CaseStep)> {
    let to = |steps: &[CaseStep], end| steps.iter().map(|step| (*step, end)).collect();
    let matching = [Hired, Offered, ConflictCleared];
    let accepted = [Accepted, AgreementSigned, AppearanceFiled, CourtDateSet, OfferPending, Deferred];
    let done = [Decided, AppealWindow, Closed];
    let open = [matching.as_slice(), &accepted].concat();
    let started = [open.as_slice(), &done].concat();
    let heard =
        [AppearanceFiled, CourtDateSet, OfferPending, Deferred, Decided, AppealWindow, Closed].as_slice();
    match event {
        CaseEventKind::LawyerOffered => to(&[Hired], Offered),
        CaseEventKind::ConflictCleared => to(&[Offered], ConflictCleared),
        CaseEventKind::LawyerAccepted => to(&[ConflictCleared], Accepted),
        CaseEventKind::LawyerDeclined | CaseEventKind::LawyerOfferLapsed | CaseEventKind::LawyerSkipped => {
            to(&[Offered, ConflictCleared], Hired)
        }
        CaseEventKind::NoLawyerFound => to(&matching, NoLawyer),
        CaseEventKind::AgreementSigned => to(&[Accepted], AgreementSigned),
        CaseEventKind::AppearanceFiled => to(&[AgreementSigned], AppearanceFiled),
        CaseEventKind::CourtDateSet => vec![
            (AppearanceFiled, CourtDateSet),
            (CourtDateSet, CourtDateSet),
            (OfferPending, OfferPending),
            (Deferred, Deferred),
        ],
        CaseEventKind::PleaOffered => to(&[AppearanceFiled, CourtDateSet, OfferPending], OfferPending),
        CaseEventKind::PleaAccepted | CaseEventKind::PleaRefused => to(&[OfferPending], AppearanceFiled),
        CaseEventKind::PleaQuestion => to(&[OfferPending], OfferPending),
        CaseEventKind::CourtDeferred => to(heard, Deferred),
        CaseEventKind::CourtDecided => to(heard, Decided),
        CaseEventKind::AppealWindowStarted => to(&[Decided], AppealWindow),
        CaseEventKind::Closed => to(&[Decided, AppealWindow], Closed),
        CaseEventKind::LawyerWithdrew => to(&accepted, Withdrawn),
        CaseEventKind::StaffReassigned => to(&[accepted.as_slice(), &[Withdrawn, Ended]].concat(), Hired),
        CaseEventKind::DriverReassigned => to(&accepted, Hired),
        CaseEventKind::SignatureMissed => to(&[Accepted], Ended),
        CaseEventKind::TicketPaid | CaseEventKind::TicketRemoved => to(&open, Ended),
        CaseEventKind::DriverEnded | CaseEventKind::StaffEnded | CaseEventKind::PaymentReturned => {
            to(&started, Ended)
        }
        CaseEventKind::StaffClosed => to(&[open.as_slice(), &[Decided, AppealWindow]].concat(), Closed),
        CaseEventKind::StaffReopened => to(&[done.as_slice(), &[NoLawyer, Withdrawn, Ended]].concat(), Hired),
        CaseEventKind::Hired
        | CaseEventKind::AgreementSent
        | CaseEventKind::SignatureReminded
        | CaseEventKind::AgreementReminded
        | CaseEventKind::MoneyBack
        | CaseEventKind::Update
        | CaseEventKind::DriverContacted
        | CaseEventKind::OffenseConfirmed
        | CaseEventKind::CourtCorrected
        | CaseEventKind::CourtDateChanged
        | CaseEventKind::LabelSet
        | CaseEventKind::FileDeleted => vec![],
    }
}

#[test]
fn each_case_event_is_allowed_only_at_its_listed_steps() {
    for event in CaseEventKind::ALL {
        let expected = allowed_steps(*event);
        for from in CaseStep::ALL {
            let to = expected.iter().find(|(step, _)| step == from).map(|(_, to)| *to);
            let moved = from.after(*event);
            if expected.is_empty() {
                assert_eq!(moved, Ok(*from), "{event} doesn't change the step");
            } else {
                assert_eq!(moved.ok(), to, "{event} at {from}");
            }
        }
    }
    let error = Hired.after(CaseEventKind::CourtDecided).unwrap_err();
    assert_eq!((error.from, error.to), ("hired", "court_decided"));
}

#[test]
fn an_event_at_a_given_step_always_leads_to_the_same_next_step() {
    for (at, (from, event, _)) in CaseStep::MOVES.iter().enumerate() {
        for step in from.iter().copied().flatten() {
            let others = CaseStep::MOVES.iter().skip(at + 1).filter(|(_, other, _)| other == event);
            assert!(others.clone().all(|(from, ..)| !from.concat().contains(step)), "{event} at {step}");
        }
    }
}

#[rstest]
#[case(&[Hired, Offered, ConflictCleared, Accepted, AgreementSigned, AppearanceFiled, CourtDateSet, OfferPending, Deferred], true, true, false)]
#[case(&[Decided, AppealWindow, Closed], false, true, false)]
#[case(&[NoLawyer, Withdrawn, Ended], false, false, true)]
fn a_case_is_open_until_decided_closed_or_ended_and_blocks_another_hire_until_ended(
    #[case] steps: &[CaseStep],
    #[case] is_open: bool,
    #[case] blocks_another_hire: bool,
    #[case] is_broken_off: bool,
) {
    for step in steps {
        assert_eq!(step.is_open(), is_open, "{step}");
        assert_eq!(step.blocks_another_hire(), blocks_another_hire, "{step}");
        assert_eq!(step.is_broken_off(), is_broken_off, "{step}");
    }
}

#[test]
fn neither_driver_nor_staff_can_end_a_case_that_the_court_decided() {
    let guilty = Verdict { outcome: CaseOutcome::Guilty, fine: None, points: None, until: None, due: None };
    for event in [CaseEventKind::DriverEnded, CaseEventKind::StaffEnded] {
        let closed = case(Handling::Matched, Closed);
        assert_eq!(closed.step_after(event).ok(), Some(Ended), "staff closed it");
        let decided = Case { verdict: Some(guilty), ..closed };
        assert!(decided.step_after(event).is_err());
    }
}

#[test]
fn a_driver_is_represented_once_the_agreement_is_signed() {
    let represented: Vec<_> = CaseStep::ALL.iter().filter(|step| step.is_represented()).collect();
    let heard: Vec<_> = CaseStep::ALL.iter().filter(|step| step.has_appearance()).collect();
    assert_eq!(represented.first(), Some(&&AgreementSigned));
    assert_eq!(represented[1..], heard[..], "an appearance follows the signature");
    assert!(represented.iter().all(|step| !step.is_matching() && !step.is_broken_off()));
}

#[test]
fn every_case_event_has_an_actor_and_only_lawyers_record_court_proceedings() {
    for event in CaseEventKind::ALL {
        assert!(!event.actors().is_empty(), "{event}");
    }
    let legal = [
        CaseEventKind::AppearanceFiled,
        CaseEventKind::CourtDateSet,
        CaseEventKind::PleaOffered,
        CaseEventKind::CourtDeferred,
        CaseEventKind::CourtDecided,
        CaseEventKind::AppealWindowStarted,
    ];
    for event in legal {
        assert_eq!(event.actors(), [CaseActor::Lawyer], "{event}");
    }
}

#[test]
fn a_known_court_date_turns_the_step_appearance_filed_into_court_date_set() {
    let dated = |step| Case { court_date: Some(date("2026-04-01")), ..case(Handling::Matched, step) };
    assert_eq!(dated(AgreementSigned).step_after(CaseEventKind::AppearanceFiled), Ok(CourtDateSet));
    assert_eq!(dated(OfferPending).step_after(CaseEventKind::PleaRefused), Ok(CourtDateSet));
    assert_eq!(dated(OfferPending).step_after(CaseEventKind::PleaQuestion), Ok(OfferPending));
    let undated = case(Handling::Matched, OfferPending);
    assert_eq!(undated.step_after(CaseEventKind::PleaAccepted), Ok(AppearanceFiled));
}

#[rstest]
#[case(Accepted, &[])]
#[case(AgreementSigned, &[AppearanceFiled])]
#[case(AppearanceFiled, &[CourtDateSet, OfferPending, Deferred, Decided])]
#[case(CourtDateSet, &[CourtDateSet, OfferPending, Deferred, Decided])]
#[case(OfferPending, &[CourtDateSet, OfferPending, Deferred, Decided])]
#[case(Deferred, &[CourtDateSet, Deferred, Decided])]
#[case(Decided, &[Deferred, Decided, AppealWindow, Closed])]
#[case(AppealWindow, &[Deferred, Decided, Closed])]
#[case(Closed, &[Deferred, Decided])]
#[case(Ended, &[])]
fn a_lawyer_can_record_only_the_steps_that_may_follow_the_cases_step(
    #[case] step: CaseStep,
    #[case] next: &[CaseStep],
) {
    assert_eq!(case(Handling::Matched, step).next_steps(), next);
}

#[rstest]
#[case(HireStatus::Pending, Hired)]
#[case(HireStatus::InProgress, Hired)]
#[case(HireStatus::Contacted, Hired)]
#[case(HireStatus::Completed, Closed)]
#[case(HireStatus::Cancelled, Ended)]
fn if_no_case_is_stored_the_case_step_follows_from_the_hire_status(
    #[case] status: HireStatus,
    #[case] step: CaseStep,
) {
    let case = Case::outside(&hire(status));
    assert_eq!((case.handling, case.step), (Handling::Outside, step));
    assert_eq!((case.accept_by, case.contact_by, case.at_hire), (None, None, None));
}

proptest! {
    /// Generates sequences of events. Without a signed agreement, a case reaches neither the appearance nor a
    /// later step unless staff close the case.
    #[test]
    fn only_staff_reopen_an_ended_case_or_close_a_case_without_a_signed_agreement(
        events in proptest::collection::vec(0..CaseEventKind::ALL.len(), 0..60),
    ) {
        let mut step = Hired;
        for event in events.into_iter().map(|at| CaseEventKind::ALL[at]) {
            let Ok(next) = step.after(event) else { continue };
            let is_by_staff = event.actors() == [CaseActor::Staff];
            prop_assert!(!step.is_broken_off() || next == step || is_by_staff, "{} at {}", event, step);
            prop_assert!(
                !next.has_appearance() || step.is_represented() || event == CaseEventKind::StaffClosed,
                "{} at {}", event, step
            );
            step = next;
        }
    }
}
