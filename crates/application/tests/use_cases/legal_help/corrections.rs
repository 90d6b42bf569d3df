//! Tests of a lawyer's corrections of outcomes, and of how these change the ticket.

use application::driving_record::filing::{ItemEdit, change_item};
use application::error::Error;
use application::legal_help::cases::steps::LawyerStep;
use chrono::NaiveDate;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::shared::money::Money;
use rstest::rstest;

use super::build::*;
use crate::support::*;

fn verdict(outcome: CaseOutcome) -> Verdict {
    Verdict { outcome, fine: None, points: None, until: None, due: None }
}

/// Returns a reduction of the fine to this many dollars.
fn reduced(fine: i64) -> Verdict {
    Verdict { fine: Some(dollars(fine)), ..verdict(CaseOutcome::Reduced) }
}

/// Records an outcome as lawyer 1.
fn decide(world: &World, verdict: Verdict) {
    record_by_lawyer(world, LawyerStep::Outcome(verdict), None).unwrap();
}

/// Returns the ticket's fine, points and due date.
fn terms(world: &World) -> (Money, i32, Option<NaiveDate>) {
    let ticket = world.database.tables().tickets[0].clone();
    (ticket.fine(), ticket.filed.points, ticket.filed.due_date)
}

#[rstest]
#[case::lost(CaseOutcome::Guilty)]
#[case::dismissed(CaseOutcome::Dismissed)]
fn correcting_an_outcome_restores_the_fine_points_and_due_date_that_the_outcome_replaced(
    #[case] corrected: CaseOutcome,
) {
    let world = world_with_appearance(1);
    let before = terms(&world);
    let due = Some(date("2026-05-01"));
    decide(&world, Verdict { points: Some(2), due, ..reduced(100) });
    assert_eq!(terms(&world), (dollars(100), 2, due));
    decide(&world, verdict(corrected));
    assert_eq!(terms(&world), before);
}

#[test]
fn a_second_correction_restores_the_tickets_terms_from_before_the_first_outcome() {
    let world = world_with_appearance(1);
    let before = terms(&world);
    for fine in [100, 80] {
        decide(&world, reduced(fine));
        assert_eq!(terms(&world).0, dollars(fine));
    }
    decide(&world, verdict(CaseOutcome::Guilty));
    assert_eq!(terms(&world), before);
}

#[test]
fn correcting_an_outcome_keeps_an_amount_that_staff_changed_after_it() {
    let world = world_with_appearance(1);
    decide(&world, reduced(100));
    change_item(&world.deps, &admin(), TICKET, &ItemEdit::default(), |draft| draft.with("amount", "$120"))
        .unwrap();
    decide(&world, verdict(CaseOutcome::Guilty));
    assert_eq!(terms(&world).0, dollars(120));
}

/// The outcome was recorded by an earlier release, which didn't store the ticket's fine, points and due date
/// that the outcome replaced.
#[test]
fn correcting_an_outcome_stored_by_an_earlier_version_of_lanewise_restores_the_fine_and_points_at_hire() {
    let world = world_with_appearance(1);
    let (fine, points, _) = terms(&world);
    decide(&world, Verdict { points: Some(2), ..reduced(100) });
    world.database.tables().legal_help.cases[0].replaced = Default::default();
    decide(&world, verdict(CaseOutcome::Guilty));
    let restored = terms(&world);
    assert_eq!((restored.0, restored.1), (fine, points));
}

#[test]
fn a_reduction_cannot_raise_the_fine_even_when_it_corrects_an_outcome() {
    let world = world_with_appearance(1);
    for accepted in [150, 100] {
        let higher = record_by_lawyer(&world, LawyerStep::Outcome(reduced(151)), None);
        let Err(Error::Fields(fields)) = higher else { panic!("{higher:?}") };
        assert_eq!(fields[0].0, "fine");
        decide(&world, reduced(accepted));
    }
    decide(&world, Verdict { fine: Some(dollars(200)), ..verdict(CaseOutcome::Guilty) });
    assert_eq!(terms(&world).0, dollars(200), "a conviction may raise the fine");
}
