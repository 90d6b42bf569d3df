//! Court dates that the lawyer records: whether the driver must come to court, and what the court's decision
//! changes.

use application::driving_record::appearances::appearances_of_driver;
use application::legal_help::cases::ends::{reassign, withdraw};
use application::legal_help::cases::steps::{LawyerStep, StepEntry, record_step};
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::offense::OffenseClass;
use rstest::rstest;

use super::build::*;
use crate::support::*;

/// Records a court date as lawyer 1. `None` means that the lawyer doesn't say whether the driver must come.
fn set_date(world: &World, must_driver_come: Option<bool>) {
    let step = LawyerStep::CourtDate(date("2026-04-01"), Some("9:30 AM".to_owned()));
    let entry = StepEntry { must_driver_come, ..entry(step) };
    record_step(&world.deps, &lawyer(1), CASE, &entry, None).unwrap();
}

/// Returns whether the driver must still appear in court.
fn must_appear(world: &World) -> bool {
    let found = world.transact(|store| appearances_of_driver(&world.deps, store, &driver(), DRIVER)).unwrap();
    !found.is_empty()
}

fn is_excused(world: &World) -> bool {
    case(world).is_driver_excused()
}

#[rstest]
#[case::infraction(OffenseClass::Infraction, None, false)]
#[case::misdemeanor(OffenseClass::Misdemeanor, None, true)]
#[case::unknown(OffenseClass::Unknown, None, true)]
#[case::infraction_with_the_driver(OffenseClass::Infraction, Some(true), true)]
#[case::misdemeanor_without_the_driver(OffenseClass::Misdemeanor, Some(false), false)]
fn the_lawyers_answer_or_else_the_offense_class_decides_whether_the_driver_must_appear(
    #[case] class: OffenseClass,
    #[case] answer: Option<bool>,
    #[case] must_come: bool,
) {
    let world = world_with_appearance(1);
    world.database.tables().legal_help.cases[0].offense_class = class;
    set_date(&world, answer);
    assert_eq!((must_appear(&world), is_excused(&world)), (must_come, !must_come));
    let filed = world.database.tables().tickets[0].filed.clone();
    assert_eq!(filed.court_date, Some(date("2026-04-01")), "it is in the calendar");
}

#[test]
fn an_excused_driver_must_appear_in_court_after_the_lawyer_leaves_the_case() {
    let world = world_with_appearance(1);
    set_date(&world, Some(false));
    withdraw(&world.deps, &lawyer(1), CASE, "I'm ill.", None).unwrap();
    assert_eq!((must_appear(&world), is_excused(&world)), (true, false));
    let world = world_with_appearance(2);
    set_date(&world, Some(false));
    reassign(&world.deps, &admin(), CASE, "Absent", None).unwrap();
    assert_eq!((must_appear(&world), case(&world).driver_excused_at), (true, None));
}

#[rstest]
#[case::lost(CaseOutcome::Guilty, false)]
#[case::dismissed(CaseOutcome::Dismissed, false)]
#[case::deferred(CaseOutcome::Deferred, true)]
fn the_driver_no_longer_has_to_appear_after_a_final_court_decision(
    #[case] result: CaseOutcome,
    #[case] is_required: bool,
) {
    let world = world_with_appearance(1);
    set_date(&world, Some(true));
    let until = (result == CaseOutcome::Deferred).then(|| date("2026-09-01"));
    let verdict = Verdict { outcome: result, fine: None, points: None, until, due: None };
    record_by_lawyer(&world, LawyerStep::Outcome(verdict), None).unwrap();
    assert_eq!(must_appear(&world), is_required);
    let filed = world.database.tables().tickets[0].filed.clone();
    assert_eq!((filed.is_court_required, filed.court_date.is_some()), (is_required, is_required));
}
