//! Labels of hires: those that staff set, and those that follow from the case.

use application::legal_help::cancel_hire::cancel_hire;
use application::legal_help::cases::steps::LawyerStep;
use application::legal_help::hires::set_status;
use chrono::TimeDelta;
use domain::driving_record::standing::Standing;
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::HireStatus::{self, Cancelled, Completed, Contacted, InProgress, Pending};
use domain::payments::payment::PaymentStatus;
use domain::payments::refund::RefundReason;
use domain::shared::money::Money;
use rstest::rstest;

use super::build::*;
use crate::support::*;

/// Sets the hire's label as staff. `ends_case` says whether the case ends too. Returns the outcome.
fn set_label(world: &World, label: HireStatus, ends_case: Option<bool>) -> String {
    outcome(&set_status(&world.deps, &admin(), CASE, label, None, ends_case))
}

fn standing(world: &World) -> Standing {
    let ticket = world.database.tables().tickets[0].clone();
    let of = |store: &mut dyn ports::store::Store| {
        application::driving_record::standing::add_standing(&world.deps, store, ticket)
    };
    world.transact(of).unwrap().item_standing.standing
}

#[rstest]
#[case(Completed)]
#[case(Cancelled)]
fn a_hires_label_set_by_staff_leaves_a_matched_case_open(#[case] label: HireStatus) {
    let world = world_with_accepted_case(1);
    assert_eq!(set_label(&world, label, None), "Ok");
    let case = case(&world);
    assert_eq!((case.step, case.is_label_by_staff, status(&world)), (CaseStep::Accepted, true, label));
    assert_eq!(standing(&world), Standing::WithLawyer, "the case decides");
    assert_eq!(outcome(&world.start(LAWYER)), "AlreadyPaid");
    assert_eq!(last_event(&world).0, CaseEventKind::LabelSet);
}

#[test]
fn a_hires_label_set_by_staff_does_not_change_with_the_steps_of_the_case() {
    let world = world_with_signed_agreement(1);
    set_label(&world, Pending, None);
    record_by_lawyer(&world, LawyerStep::Appearance, None).unwrap();
    assert_eq!((step(&world), status(&world)), (CaseStep::AppearanceFiled, Pending));
    set_label(&world, Contacted, None);
    assert!(!case(&world).is_label_by_staff, "it is the case's own label again");
}

#[test]
fn a_case_that_ends_sets_the_hires_label_even_if_staff_had_set_another_label() {
    let world = world_with_accepted_case(1);
    set_label(&world, Completed, None);
    cancel_hire(&world.deps, &driver(), CASE).unwrap();
    assert_eq!((status(&world), case(&world).is_label_by_staff), (Cancelled, false));
}

/// Waits until the cancellation window of the hire has ended.
fn pass_cancellation_window(world: &World) {
    world.advance(TimeDelta::days(8));
}

#[rstest]
#[case(Completed)]
#[case(Cancelled)]
fn staff_who_end_an_undecided_case_by_its_label_refund_the_unearned_part_of_the_price(
    #[case] label: HireStatus,
) {
    let world = world_with_appearance(1);
    pass_cancellation_window(&world);
    assert_eq!(set_label(&world, label, Some(true)), "Ok");
    assert_eq!((step(&world), status(&world), standing(&world)), (CaseStep::Ended, Cancelled, Standing::Due));
    assert!(!case(&world).is_label_by_staff);
    assert_eq!(refunded(&world), [(RefundReason::Unearned, Money::from_cents(3_750))]);
}

#[test]
fn staff_need_step_up_authentication_to_set_a_label_only_if_the_label_ends_the_case() {
    let world = world_with_appearance(1);
    let mut staff = admin();
    staff.session.proved_at = None;
    let set = |ends_case| outcome(&set_status(&world.deps, &staff, CASE, Cancelled, None, Some(ends_case)));
    assert_eq!(set(true), "ConfirmItIsYou");
    assert_eq!((status(&world), refunded(&world)), (Contacted, vec![]));
    assert_eq!(set(false), "Ok");
    assert_eq!((step(&world), status(&world)), (CaseStep::AppearanceFiled, Cancelled));
}

#[rstest]
#[case::a_lawyers_case(1, None)]
#[case::a_lawyers_case_that_staff_end(1, Some(true))]
#[case::a_case_that_staff_handle_and_keep_as_it_is(0, Some(false))]
fn staff_cannot_change_the_label_cancelled_of_a_case_that_ended_early(
    #[case] lawyers: i32,
    #[case] ends_case: Option<bool>,
) {
    let world = world_with_hire(lawyers);
    world.database.tables().set_first_case(CaseStep::Ended);
    let before = (events(&world), world.audited());
    for label in [Pending, InProgress, Contacted, Completed] {
        assert_eq!(set_label(&world, label, ends_case), "CaseEnded");
    }
    assert_eq!((step(&world), status(&world)), (CaseStep::Ended, Cancelled));
    assert_eq!((events(&world), world.audited()), before);
    assert_eq!(set_label(&world, Cancelled, ends_case), "Ok");
}

#[rstest]
#[case::before_acceptance(|| { let world = world_with_hire(1); pass_cancellation_window(&world); world })]
#[case::within_the_cancellation_window(|| world_with_appearance(1))]
fn ending_a_case_by_its_label_before_acceptance_or_in_the_cancellation_window_refunds_the_full_price(
    #[case] create_world: fn() -> World,
) {
    let world = create_world();
    assert_eq!(set_label(&world, Completed, Some(true)), "Ok");
    assert_eq!(refunded(&world), [(RefundReason::HireCancelled, dollars(75))]);
    assert_eq!((step(&world), world.statuses()), (CaseStep::Ended, vec![PaymentStatus::Refunded]));
    assert!(world.database.tables().hires[0].is_solved);
}

#[test]
fn a_case_ended_by_its_label_stays_in_the_queue_if_staff_must_decide_about_the_money() {
    let world = world_with_appearance(1);
    world.database.tables().legal_help.cases[0].fee = None;
    pass_cancellation_window(&world);
    assert_eq!(set_label(&world, Cancelled, Some(true)), "Ok");
    assert_eq!((step(&world), refunds(&world)), (CaseStep::Ended, vec![]));
    assert!(!world.database.tables().hires[0].is_solved);
}

#[rstest]
#[case(Completed, CaseStep::Closed)]
#[case(Cancelled, CaseStep::Decided)]
fn the_label_completed_closes_a_decided_case_but_the_label_cancelled_does_not(
    #[case] label: HireStatus,
    #[case] expected_step: CaseStep,
) {
    let world = world_with_appearance(1);
    let guilty = Verdict { outcome: CaseOutcome::Guilty, fine: None, points: None, until: None, due: None };
    record_by_lawyer(&world, LawyerStep::Outcome(guilty), None).unwrap();
    set_label(&world, Pending, None);
    assert_eq!(set_label(&world, label, Some(true)), "Ok");
    assert_eq!((step(&world), status(&world)), (expected_step, label));
    assert_eq!(refunds(&world), []);
}

#[test]
fn setting_a_hires_label_sets_the_step_of_a_case_that_staff_handle() {
    let world = world_with_hire(0);
    assert_eq!(set_label(&world, Contacted, None), "Ok");
    assert_eq!((step(&world), case(&world).contacted_at), (CaseStep::Hired, Some(noon())));
    assert_eq!(set_label(&world, Completed, None), "Ok");
    assert_eq!((step(&world), standing(&world)), (CaseStep::Closed, Standing::Due));
    assert_eq!(set_label(&world, InProgress, None), "Ok");
    assert_eq!(
        (step(&world), status(&world), standing(&world)),
        (CaseStep::Hired, InProgress, Standing::WithLawyer)
    );
    assert_eq!(set_label(&world, Cancelled, None), "Ok");
    assert_eq!(step(&world), CaseStep::Ended);
    assert_eq!(set_label(&world, Pending, None), "Ok");
    assert_eq!((step(&world), status(&world)), (CaseStep::Hired, Pending));
}

#[test]
fn an_open_case_counts_as_an_open_hire_whatever_its_label() {
    let world = world_with_accepted_case(1);
    set_label(&world, Completed, None);
    let open_hires = world.transact(|store| Ok(store.open_hires(DRIVER)?)).unwrap();
    assert_eq!(open_hires.len(), 1);
    set_label(&world, Cancelled, Some(true));
    assert!(world.transact(|store| Ok(store.open_hires(DRIVER)?)).unwrap().is_empty());
}
