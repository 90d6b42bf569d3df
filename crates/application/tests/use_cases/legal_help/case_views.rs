//! The parts of a case that drivers, lawyers and staff see.

use application::access::Actor;
use application::error::Result;
use application::legal_help::cases::access::CaseRole;
use application::legal_help::cases::ends::reassign;
use application::legal_help::cases::offers::{accept, decline};
use application::legal_help::cases::plea::answer;
use application::legal_help::cases::secrets::messages::read;
use application::legal_help::cases::steps::LawyerStep;
use application::legal_help::cases::view::{
    CaseView, VisibleEvent, list_cases_of_driver, list_cases_of_lawyer, show,
};
use domain::legal_help::case::action::CaseAction;
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::guarantee::GuaranteeResult;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::plea::PleaAnswer;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::LawyerHire;
use domain::shared::ids::{HireId, LawyerId};
use rstest::rstest;

use super::build::*;
use super::secrets::let_staff_read;
use crate::support::*;

fn view(world: &World, caller: &Actor) -> Result<CaseView> {
    world.transact(|store| show(&world.deps, store, caller, CASE))
}

#[rstest]
#[case::its_driver(driver(), "Ok")]
#[case::another_driver(other_driver(), "NotFound")]
#[case::staff(admin(), "Ok")]
#[case::the_lawyer_who_declined(lawyer(1), "NotFound")]
#[case::the_lawyer_with_the_offer(lawyer(2), "Ok")]
#[case::a_lawyer_who_was_not_asked(lawyer(3), "NotFound")]
fn drivers_and_lawyers_see_only_their_own_cases_and_staff_see_any(
    #[case] caller: Actor,
    #[case] expected: &str,
) {
    let world = world_with_hire(3);
    decline(&world.deps, &lawyer(1), CASE, "No time.", None).unwrap();
    assert_eq!(outcome(&view(&world, &caller)), expected);
    let listed = world.transact(|store| list_cases_of_lawyer(&world.deps, store, &lawyer(2))).unwrap();
    assert_eq!(listed.len(), 1);
    assert!(world.transact(|store| list_cases_of_lawyer(&world.deps, store, &lawyer(3))).unwrap().is_empty());
    assert_eq!(world.transact(|store| list_cases_of_driver(&world.deps, store, &driver())).unwrap().len(), 1);
}

#[test]
fn a_drivers_list_has_at_most_the_newest_200_cases() {
    let world = world_with_hire(1);
    {
        let mut tables = world.database.tables();
        let (hire, case) = (tables.hires[0].clone(), tables.legal_help.cases[0].clone());
        for id in (2..=201).map(HireId) {
            tables.hires.push(LawyerHire { id, ..hire.clone() });
            tables.legal_help.cases.push(Case { id, ..case.clone() });
        }
    }
    let listed = world.transact(|store| list_cases_of_driver(&world.deps, store, &driver())).unwrap();
    let ids: Vec<i32> = listed.iter().map(|view| view.case.id.0).collect();
    assert_eq!(ids, (2..=201).rev().collect::<Vec<i32>>());
}

#[test]
fn only_lawyers_can_list_a_lawyers_cases_and_only_drivers_a_drivers_cases() {
    let world = world_with_hire(1);
    for caller in [driver(), admin()] {
        assert_eq!(
            outcome(&world.transact(|store| list_cases_of_lawyer(&world.deps, store, &caller))),
            "Forbidden"
        );
    }
    for caller in [lawyer(1), admin()] {
        assert_eq!(
            outcome(&world.transact(|store| list_cases_of_driver(&world.deps, store, &caller))),
            "Forbidden"
        );
    }
}

#[test]
fn a_lawyer_with_an_offer_sees_no_events_and_may_accept_or_decline() {
    let world = world_with_hire(1);
    let seen = view(&world, &lawyer(1)).unwrap();
    assert_eq!(seen.role, CaseRole::Candidate(LawyerId(1)));
    assert_eq!((seen.events, seen.actions), (vec![], vec![CaseAction::Accept, CaseAction::Decline]));
}

#[test]
fn a_lawyer_sees_no_events_of_an_offered_case_and_later_no_notes_for_the_former_lawyer() {
    let world = world_with_appearance(2);
    record_by_lawyer(&world, LawyerStep::Plea, Some("No points.")).unwrap();
    reassign(&world.deps, &admin(), CASE, "Absent", None).unwrap();
    let seen = view(&world, &lawyer(2)).unwrap();
    assert_eq!((seen.plea, seen.agreement, seen.events), (None, None, vec![]));
    accept(&world.deps, &lawyer(2), CASE, None, None).unwrap();
    let events = view(&world, &lawyer(2)).unwrap().events;
    let offer = events.iter().find(|one| one.event.event.kind == CaseEventKind::PleaOffered).unwrap();
    assert_eq!(
        (&offer.event.event.note, offer.is_note_hidden),
        (&None, true),
        "the note was for the former lawyer"
    );
    assert_eq!(outcome(&view(&world, &lawyer(1))), "NotFound", "the case is no longer this lawyer's");
}

#[test]
fn only_staff_see_which_lawyer_declined_a_case_and_why() {
    let world = world_with_hire(2);
    decline(&world.deps, &lawyer(1), CASE, "I know the officer.", None).unwrap();
    let declined = |caller: &Actor| {
        let events = view(&world, caller).unwrap().events;
        let is_declined = |one: &VisibleEvent| one.event.event.kind == CaseEventKind::LawyerDeclined;
        let found = events.into_iter().find(is_declined).unwrap();
        (found.event.event.note, found.lawyer.map(|lawyer| lawyer.id))
    };
    assert_eq!(declined(&admin()), (Some("I know the officer.".to_owned()), Some(LawyerId(1))));
    assert_eq!(declined(&driver()), (None, None));
    assert_eq!(view(&world, &admin()).unwrap().lawyer.map(|lawyer| lawyer.id), Some(LawyerId(2)));
    assert_eq!(view(&world, &driver()).unwrap().lawyer, None, "no lawyer has accepted");
}

#[test]
fn the_allowed_actions_of_a_case_depend_on_its_step_and_the_caller() {
    let world = world_with_accepted_case(1);
    let actions = |caller: &Actor| view(&world, caller).unwrap().actions;
    assert_eq!(actions(&driver()), [CaseAction::Message, CaseAction::End]);
    send_text(&world, &lawyer(1), "We agree.").unwrap();
    assert_eq!(actions(&driver()), [CaseAction::Sign, CaseAction::Message, CaseAction::End]);
    assert_eq!(
        actions(&lawyer(1)),
        [
            CaseAction::SendAgreement,
            CaseAction::RecordStep,
            CaseAction::Contacted,
            CaseAction::Withdraw,
            CaseAction::Message,
            CaseAction::AskForRecord
        ]
    );
    assert_eq!(
        actions(&admin()),
        [
            CaseAction::Reassign,
            CaseAction::Contacted,
            CaseAction::CorrectCourt,
            CaseAction::End,
            CaseAction::AskToRead
        ]
    );
    let world = world_with_hire(0);
    let actions = |caller: &Actor| view(&world, caller).unwrap().actions;
    assert_eq!((actions(&driver()), actions(&admin())), (vec![], vec![CaseAction::Contacted]));
}

#[test]
fn the_driver_sees_the_prosecutors_offer_and_the_lawyer_sees_the_drivers_answer() {
    let world = world_with_appearance(1);
    record_by_lawyer(&world, LawyerStep::Plea, Some("No points.")).unwrap();
    let plea = |caller: &Actor| view(&world, caller).unwrap().plea.unwrap();
    assert_eq!((plea(&driver()).text.as_str(), plea(&driver()).answer), ("No points.", None));
    answer(&world.deps, &driver(), CASE, PleaAnswer::Accept, Some("Yes"), None).unwrap();
    assert_eq!(plea(&lawyer(1)).answer, Some((PleaAnswer::Accept, noon())));
}

#[test]
fn staff_see_that_case_events_have_notes_but_not_the_text_of_the_notes() {
    let world = world_with_appearance(1);
    record_by_lawyer(&world, LawyerStep::Plea, Some("No points.")).unwrap();
    answer(&world.deps, &driver(), CASE, PleaAnswer::Ask, Some("Will I lose my job?"), None).unwrap();
    let notes = |caller: &Actor| {
        let events = view(&world, caller).unwrap().events;
        let last = events.into_iter().rev().take(2).rev();
        last.map(|one| (one.event.event.note, one.is_note_hidden)).collect::<Vec<_>>()
    };
    let shown = |text: &str| (Some(text.to_owned()), false);
    for caller in [driver(), lawyer(1)] {
        assert_eq!(notes(&caller), [shown("No points."), shown("Will I lose my job?")]);
    }
    assert_eq!(notes(&admin()), [(None, true), (None, true)]);
    let seen = view(&world, &admin()).unwrap();
    assert_eq!(seen.plea.unwrap().text, "");
    assert!(seen.actions.contains(&CaseAction::AskToRead), "without messages and files");
    assert!(!format!("{:?}", view(&world, &admin())).contains("lose my job"));
}

#[test]
fn staff_can_request_consent_to_read_as_soon_as_a_case_has_an_agreement() {
    let world = world_with_accepted_case(1);
    let may_ask = || view(&world, &admin()).unwrap().actions.contains(&CaseAction::AskToRead);
    assert!(!may_ask());
    send_text(&world, &lawyer(1), "We agree.").unwrap();
    assert!(may_ask());
}

#[test]
fn after_a_guilty_verdict_the_driver_sees_that_the_case_was_lost_and_the_lawyer_sees_the_next_steps() {
    let world = world_with_appearance(1);
    assert_eq!(view(&world, &driver()).unwrap().guarantee, None);
    let guilty = Verdict { outcome: CaseOutcome::Guilty, fine: None, points: None, until: None, due: None };
    record_by_lawyer(&world, LawyerStep::Outcome(guilty), None).unwrap();
    let seen = view(&world, &driver()).unwrap();
    assert_eq!(seen.guarantee, Some(GuaranteeResult::Lost));
    let lawyer_view = view(&world, &lawyer(1)).unwrap();
    assert!(lawyer_view.next_steps.contains(&CaseStep::Closed));
    assert!(seen.next_steps.is_empty());
}

#[test]
fn a_deactivated_lawyer_cannot_see_their_cases() {
    let world = world_with_accepted_case(1);
    world.database.tables().legal_help.lawyers[0].is_active = false;
    assert_eq!(outcome(&view(&world, &lawyer(1))), "Forbidden");
    assert_eq!(
        outcome(&world.transact(|store| list_cases_of_lawyer(&world.deps, store, &lawyer(1)))),
        "Forbidden"
    );
}

#[test]
fn a_hire_from_before_cases_existed_is_shown_without_events() {
    let world = World::new();
    world.database.tables().hires.push(hire(1, DRIVER));
    let seen = view(&world, &driver()).unwrap();
    assert_eq!((seen.events, seen.actions, seen.lawyer), (vec![], vec![], None));
}

#[test]
fn staff_see_that_an_agreement_exists_and_read_its_text_only_with_consent() {
    let world = world_with_signed_agreement(1);
    let agreement = |caller: &Actor| {
        let view = world.transact(|store| show(&world.deps, store, caller, CASE)).unwrap();
        view.agreement.map(|agreement| (agreement.text, agreement.signature.is_some()))
    };
    for caller in [driver(), lawyer(1)] {
        assert_eq!(agreement(&caller), Some(("We agree.".to_owned(), true)));
    }
    assert_eq!(agreement(&admin()), Some((String::new(), true)));
    let read_as = |caller: &Actor| world.transact(|store| read(&world.deps, store, caller, CASE));
    assert_eq!(outcome(&read_as(&admin())), "ConsentNeeded");
    let_staff_read(&world);
    assert_eq!(read_as(&admin()).unwrap().agreement.as_deref(), Some("We agree."));
}
