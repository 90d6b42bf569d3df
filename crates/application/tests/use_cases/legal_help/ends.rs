//! Cases that end early, their refunds, and cases that are reassigned to another lawyer.

use application::error::Result;
use application::legal_help::cancel_hire::cancel_hire;
use application::legal_help::cases::contact::record_contact;
use application::legal_help::cases::ends::{change_lawyer, end_by_driver, end_by_staff, reassign, withdraw};
use application::legal_help::cases::offers::{accept, decline};
use application::legal_help::cases::steps::{LawyerStep, StepEntry, record_step};
use application::payments::refunds::by_staff::{self, RefundOrder};
use application::payments::start_payment::start_payment_despite_lawyer;
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::HireStatus;
use domain::legal_help::offense::OffenseClass;
use domain::payments::refund::{Refund, RefundReason};
use domain::shared::ids::{LawyerId, PaymentId};
use domain::shared::money::Money;
use ports::payments::gateway::{ProviderRefund, RefundStatus};
use rstest::rstest;

use super::build::*;
use crate::support::*;

const FULL: [RefundReason; 1] = [RefundReason::HireCancelled];

/// Waits until the cancellation period has ended.
fn pass_cancellation_period(world: &World) {
    world.advance(chrono::TimeDelta::days(8));
}

#[rstest]
#[case::offered(|| world_with_hire(1))]
#[case::accepted(|| world_with_accepted_case(1))]
#[case::signed(|| world_with_signed_agreement(1))]
fn a_case_that_its_driver_ends_before_an_appearance_is_refunded_in_full(#[case] create_world: fn() -> World) {
    let world = create_world();
    pass_cancellation_period(&world);
    let case = end_by_driver(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!((case.step, status(&world)), (CaseStep::Ended, HireStatus::Cancelled));
    assert_eq!((refunds(&world), offered_to(&world)), (FULL.to_vec(), None));
    assert_eq!(last_event(&world).0, CaseEventKind::DriverEnded);
    world.started(LAWYER);
}

#[test]
fn a_case_that_its_driver_ends_after_an_appearance_is_refunded_minus_what_the_lawyer_earned() {
    let world = world_with_appearance(1);
    pass_cancellation_period(&world);
    end_by_driver(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(step(&world), CaseStep::Ended);
    assert_eq!(refunded(&world), [(RefundReason::Unearned, Money::from_cents(3_750))]);
    assert!(world.database.tables().hires[0].is_solved);
    cancel_hire(&world.deps, &admin(), CASE).unwrap();
    assert_eq!(refunds(&world), [RefundReason::Unearned, FULL[0]], "staff may refund the rest");
}

/// Refunds a part of the price as staff. `left` is the amount that staff saw as still refundable. Both
/// amounts are in cents.
fn refund_part(world: &World, amount: i64, left: i64) -> Result<Refund> {
    let order = RefundOrder {
        amount: Money::from_cents(amount),
        left: Money::from_cents(left),
        note: "An apology".to_owned(),
        removes_item: false,
    };
    by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order)
}

#[rstest]
#[case::before_a_lawyer_accepts(|| world_with_hire(2))]
#[case::accepted(|| world_with_accepted_case(1))]
#[case::before_the_court(|| world_with_appearance(1))]
fn staff_can_refund_part_of_the_price_only_after_the_case_ended(#[case] create_world: fn() -> World) {
    let world = create_world();
    pass_cancellation_period(&world);
    assert_eq!(outcome(&refund_part(&world, 1_000, 7_500)), "FeeOfOpenCase");
    assert_eq!(refunds(&world), []);
    end_by_staff(&world.deps, &admin(), CASE, "The lawyer is ill.", None).unwrap();
    let left = 7_500 - refunded(&world)[0].1.cents();
    if left > 0 {
        refund_part(&world, 1_000, left).unwrap();
    }
}

#[test]
fn earlier_refunds_reduce_the_refund_at_the_end_of_a_case() {
    let world = world_with_appearance(1);
    pass_cancellation_period(&world);
    let intent = world.payment(1).provider_intent_id.unwrap();
    let made = ProviderRefund {
        id: "re_dashboard".to_owned(),
        intent_id: Some(intent),
        amount: dollars(10),
        status: RefundStatus::Succeeded,
        failure: None,
        label: None,
    };
    world.deliver_refund_event("evt_refund", made).unwrap();
    end_by_staff(&world.deps, &admin(), CASE, "The lawyer is ill.", None).unwrap();
    let expected =
        [(RefundReason::AtProvider, dollars(10)), (RefundReason::Unearned, Money::from_cents(2_750))];
    assert_eq!(refunded(&world), expected);
}

/// Cases of an earlier release have no fee terms.
#[test]
fn in_a_case_without_fee_terms_staff_decide_about_the_refund_after_an_appearance() {
    let world = world_with_appearance(1);
    world.database.tables().legal_help.cases[0].fee = None;
    pass_cancellation_period(&world);
    end_by_driver(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!((step(&world), refunds(&world)), (CaseStep::Ended, vec![]));
    assert!(!world.database.tables().hires[0].is_solved, "it stays in staff's queue");
    cancel_hire(&world.deps, &admin(), CASE).unwrap();
    assert_eq!(refunds(&world), FULL, "staff refund it afterwards");
}

#[test]
fn within_the_cancellation_period_the_full_price_is_refunded_even_after_an_appearance() {
    let world = world_with_appearance(1);
    end_by_driver(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(refunds(&world), FULL);
}

#[rstest]
#[case::its_driver(driver(), "Ok")]
#[case::another_driver(other_driver(), "NotFound")]
#[case::staff(admin(), "Forbidden")]
#[case::its_lawyer(lawyer(1), "Forbidden")]
fn staff_lawyers_and_other_drivers_cannot_end_a_case_as_its_driver(
    #[case] caller: application::access::Actor,
    #[case] expected: &str,
) {
    let world = world_with_accepted_case(1);
    assert_eq!(outcome(&end_by_driver(&world.deps, &caller, CASE, None)), expected);
}

#[test]
fn a_case_cannot_be_ended_after_the_court_decided() {
    let world = world_with_appearance(1);
    let seen = case(&world).version;
    let dismissed =
        Verdict { outcome: CaseOutcome::Dismissed, fine: None, points: None, until: None, due: None };
    record_by_lawyer(&world, LawyerStep::Outcome(dismissed), None).unwrap();
    assert_eq!(outcome(&end_by_driver(&world.deps, &driver(), CASE, None)), "ChangedMeanwhile");
    assert_eq!(outcome(&end_by_driver(&world.deps, &driver(), CASE, Some(seen))), "ChangedMeanwhile");
    assert_eq!(outcome(&end_by_staff(&world.deps, &admin(), CASE, "Over", None)), "ChangedMeanwhile");
    assert_eq!(refunds(&world), []);
}

#[test]
fn staff_can_end_a_case_only_with_a_reason_which_is_stored_in_its_timeline() {
    let world = world_with_accepted_case(1);
    assert_eq!(outcome(&end_by_staff(&world.deps, &admin(), CASE, "", None)), "Fields");
    assert_eq!(outcome(&end_by_staff(&world.deps, &driver(), CASE, "Mine", None)), "Forbidden");
    end_by_staff(&world.deps, &admin(), CASE, "The court lost the file.", None).unwrap();
    let note = Some("The court lost the file.".to_owned());
    assert_eq!(last_event(&world), (CaseEventKind::StaffEnded, note));
    assert_eq!(refunds(&world), FULL);
}

#[test]
fn a_lawyers_withdrawal_before_the_appearance_refunds_the_full_price() {
    let world = world_with_signed_agreement(2);
    pass_cancellation_period(&world);
    assert_eq!(outcome(&withdraw(&world.deps, &lawyer(2), CASE, "Ill", None)), "NotFound");
    assert_eq!(outcome(&withdraw(&world.deps, &lawyer(1), CASE, " ", None)), "Fields");
    let case = withdraw(&world.deps, &lawyer(1), CASE, "I'm ill.", None).unwrap();
    assert_eq!((case.step, case.update_due), (CaseStep::Withdrawn, None));
    assert_eq!(refunds(&world), FULL);
    assert_eq!(outcome(&reassign(&world.deps, &admin(), CASE, "Ill", None)), "HireRefunded");
}

#[test]
fn a_lawyers_withdrawal_after_the_appearance_refunds_what_the_lawyer_has_not_earned() {
    let world = world_with_appearance(2);
    pass_cancellation_period(&world);
    withdraw(&world.deps, &lawyer(1), CASE, "I'm ill.", None).unwrap();
    assert_eq!(refunded(&world), [(RefundReason::Unearned, Money::from_cents(3_750))]);
    assert_eq!(status(&world), HireStatus::Cancelled);
    assert!(world.database.tables().hires[0].is_solved);
    cancel_hire(&world.deps, &admin(), CASE).unwrap();
    assert_eq!(refunds(&world), [RefundReason::Unearned, FULL[0]], "staff may refund the rest");
}

#[test]
fn a_lawyers_withdrawal_within_the_cancellation_period_refunds_the_full_price() {
    let world = world_with_appearance(1);
    withdraw(&world.deps, &lawyer(1), CASE, "I'm ill.", None).unwrap();
    assert_eq!(refunded(&world), [(FULL[0], dollars(75))]);
}

/// Cases of an earlier release have no fee terms.
#[test]
fn after_a_lawyer_withdraws_from_a_case_without_fee_terms_staff_can_find_another_lawyer() {
    let world = world_with_appearance(2);
    world.database.tables().legal_help.cases[0].fee = None;
    pass_cancellation_period(&world);
    withdraw(&world.deps, &lawyer(1), CASE, "I'm ill.", None).unwrap();
    assert_eq!((refunds(&world), status(&world)), (vec![], HireStatus::Cancelled));
    let case = reassign(&world.deps, &admin(), CASE, "The lawyer is ill.", None).unwrap();
    assert_eq!((case.step, case.lawyer_id, offered_to(&world)), (CaseStep::Offered, None, Some(2)));
    assert_eq!(case.accept_by, Some(time("2026-03-25T04:00:00Z")), "with a new deadline");
    assert_eq!(status(&world), HireStatus::Pending);
    let case = accept(&world.deps, &lawyer(2), CASE, None, None).unwrap();
    assert_eq!(case.lawyer_id, Some(LawyerId(2)));
}

#[test]
fn a_reassigned_case_is_not_offered_to_the_former_lawyer_again() {
    let world = world_with_accepted_case(1);
    let case = reassign(&world.deps, &admin(), CASE, "No answer to calls.", None).unwrap();
    assert_eq!((case.step, refunds(&world)), (CaseStep::NoLawyer, vec![RefundReason::NoLawyer]));
}

#[test]
fn a_case_cannot_be_reassigned_if_the_ticket_has_another_hire() {
    let world = world_with_appearance(2);
    world.database.tables().legal_help.cases[0].fee = None;
    pass_cancellation_period(&world);
    withdraw(&world.deps, &lawyer(1), CASE, "I'm ill.", None).unwrap();
    hire_another(&world, LAWYER);
    assert_eq!(outcome(&reassign(&world.deps, &admin(), CASE, "Ill", None)), "HireReplaced");
}

#[rstest]
#[case::waiting_for_a_lawyer(|| world_with_hire(2), "ChangedMeanwhile")]
#[case::handled_by_staff(|| world_with_hire(0), "ChangedMeanwhile")]
#[case::accepted(|| world_with_accepted_case(2), "Ok")]
fn staff_can_reassign_only_a_matched_case_that_has_a_lawyer(
    #[case] create_world: fn() -> World,
    #[case] expected: &str,
) {
    let world = create_world();
    assert_eq!(outcome(&reassign(&world.deps, &admin(), CASE, "Absent", None)), expected);
    for caller in [driver(), lawyer(1)] {
        assert_eq!(outcome(&reassign(&world.deps, &caller, CASE, "Absent", None)), "Forbidden");
    }
}

fn pay_the_ticket(world: &World) {
    let started = start_payment_despite_lawyer(&world.deps, &driver(), TICKET, dollars(150)).unwrap();
    assert!(world.pay(&started.intent_id));
    world.deliver_event("evt_ticket", &started.intent_id).unwrap();
}

#[rstest]
#[case::before_an_appearance(|| world_with_signed_agreement(1), CaseStep::Ended, 1)]
#[case::after_an_appearance(|| world_with_appearance(1), CaseStep::Ended, 1)]
#[case::handled_by_staff(|| world_with_hire(0), CaseStep::Hired, 0)]
fn paying_the_ticket_ends_a_matched_case_with_a_refund_but_not_a_case_that_staff_handle(
    #[case] create_world: fn() -> World,
    #[case] expected_step: CaseStep,
    #[case] refunded: usize,
) {
    let world = create_world();
    pay_the_ticket(&world);
    assert!(world.is_paid(TICKET));
    assert_eq!((step(&world), refunds(&world).len()), (expected_step, refunded));
    world.reconcile();
    assert_eq!(step(&world), expected_step);
}

#[test]
fn paying_the_ticket_after_the_cancellation_period_refunds_what_the_lawyer_has_not_earned() {
    let world = world_with_appearance(1);
    pass_cancellation_period(&world);
    pay_the_ticket(&world);
    assert_eq!(refunded(&world), [(RefundReason::Unearned, Money::from_cents(3_750))]);
}

#[test]
fn the_driver_can_change_lawyers_when_the_lawyers_update_is_overdue() {
    let world = world_with_appearance(2);
    assert_eq!(outcome(&change_lawyer(&world.deps, &driver(), CASE, None)), "ChangedMeanwhile");
    world.advance(chrono::TimeDelta::days(31));
    for (caller, refused) in [(other_driver(), "NotFound"), (admin(), "Forbidden"), (lawyer(1), "Forbidden")]
    {
        assert_eq!(outcome(&change_lawyer(&world.deps, &caller, CASE, None)), refused);
    }
    let case = change_lawyer(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!((case.step, case.lawyer_id, offered_to(&world)), (CaseStep::Offered, None, Some(2)));
    assert!(events(&world).contains(&CaseEventKind::DriverReassigned));
    accept(&world.deps, &lawyer(2), CASE, None, None).unwrap();
    end_by_driver(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(refunds(&world), FULL, "the first lawyer's work costs the driver nothing");
}

#[test]
fn canceling_a_hire_ends_its_case_and_notifies_the_lawyer() {
    let world = world_with_accepted_case(1);
    cancel_hire(&world.deps, &driver(), CASE).unwrap();
    assert_eq!((step(&world), last_event(&world).0), (CaseStep::Ended, CaseEventKind::DriverEnded));
    let jobs = world.database.tables().jobs.clone();
    assert!(jobs.iter().any(|row| row.job.payload.values().any(|value| value == "1 1 ended")), "an email");
}

#[test]
fn canceling_a_hire_as_staff_records_that_staff_ended_its_case() {
    let world = world_with_hire(2);
    decline(&world.deps, &lawyer(1), CASE, "No time.", None).unwrap();
    cancel_hire(&world.deps, &admin(), CASE).unwrap();
    assert_eq!((last_event(&world).0, offered_to(&world)), (CaseEventKind::StaffEnded, None));
}

#[rstest]
#[case::withdrawn(|world: &World| withdraw(&world.deps, &lawyer(1), CASE, "I'm ill.", None))]
#[case::ended_by_the_driver(|world: &World| end_by_driver(&world.deps, &driver(), CASE, None))]
fn the_lawyer_of_a_case_that_ended_cannot_add_to_its_timeline(
    #[case] end: fn(&World) -> Result<domain::legal_help::case::record::Case>,
) {
    let world = world_with_appearance(1);
    end(&world).unwrap();
    let (class, before) = (case(&world).offense_class, events(&world));
    let other = StepEntry {
        note: Some("One more thing.".to_owned()),
        offense_class: Some(OffenseClass::Misdemeanor),
        ..entry(LawyerStep::Update)
    };
    assert_eq!(outcome(&record_step(&world.deps, &lawyer(1), CASE, &other, None)), "ChangedMeanwhile");
    assert_eq!(outcome(&record_contact(&world.deps, &lawyer(1), CASE)), "ChangedMeanwhile");
    assert_eq!((case(&world).offense_class, events(&world)), (class, before));
}

/// The fine was lowered while the driver was paying for the lawyer, so the difference was refunded.
#[test]
fn a_case_whose_overpayment_was_refunded_can_be_reassigned() {
    let world = world_with_lawyers(2);
    let started = world.pay_without_event(LAWYER);
    world.set_ticket_amount("100");
    world.deliver_event("evt_settled", &started.intent_id).unwrap();
    world.reconcile();
    assert_eq!(refunded(&world), [(RefundReason::PaidTooMuch, dollars(25))]);
    let hire = world.transact(|store| Ok(store.hire(CASE)?.unwrap())).unwrap();
    assert_eq!((hire.refund, hire.refund_amount), (None, Money::ZERO));
    accept(&world.deps, &lawyer(1), CASE, None, None).unwrap();
    assert_eq!(reassign(&world.deps, &admin(), CASE, "Ill", None).unwrap().step, CaseStep::Offered);
}
