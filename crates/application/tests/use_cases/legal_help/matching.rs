//! Matching: a paid hire becomes a case, which is offered to one lawyer after another.

use application::legal_help::cases::deadlines::handle_case_deadlines;
use application::legal_help::cases::offers::{accept, decline, skip};
use application::legal_help::hires::set_status;
use domain::legal_help::case::event::CaseEventKind::{
    ConflictCleared, Hired, LawyerAccepted, LawyerDeclined, LawyerOffered, LawyerSkipped, NoLawyerFound,
};
use domain::legal_help::case::guarantee::{GuaranteeRule, TermsAtHire};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::HireStatus;
use domain::legal_help::offense::OffenseClass;
use domain::payments::payment::PaymentStatus;
use domain::payments::refund::RefundReason;
use domain::security::audit::AuditAction;
use domain::shared::ids::{LawyerId, TicketId};
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use rstest::rstest;

use super::build::*;
use crate::support::*;

#[test]
fn without_lawyers_on_record_a_paid_hire_goes_to_staff() {
    let world = world_with_hire(0);
    let case = case(&world);
    assert_eq!((case.handling, case.step), (Handling::ByStaff, CaseStep::Hired));
    assert_eq!((case.accept_by, case.contact_by), (None, Some(time("2026-03-03T00:00:00Z"))));
    assert_eq!(events(&world), [Hired]);
}

#[rstest]
#[case::inactive(|world: &World| world.database.tables().legal_help.lawyers[0].is_active = false)]
#[case::not_yet_invited(|world: &World| world.database.tables().legal_help.lawyers[0].user_id = None)]
fn legal_help_is_not_sold_while_the_only_lawyers_on_record_cannot_log_in(#[case] change: fn(&World)) {
    let world = world_with_lawyers(1);
    change(&world);
    assert_eq!(outcome(&world.start(LAWYER)), "NoLawyerForCourt");
}

/// The only lawyer was deactivated while the driver was paying.
#[test]
fn a_hire_paid_without_an_active_lawyer_is_refunded() {
    let world = world_with_lawyers(1);
    let started = world.pay_without_event(LAWYER);
    world.database.tables().legal_help.lawyers[0].is_active = false;
    world.deliver_event("evt_late", &started.intent_id).unwrap();
    assert_eq!((case(&world).handling, step(&world)), (Handling::Matched, CaseStep::Hired));
    handle_case_deadlines(&world.deps).unwrap();
    assert_eq!((step(&world), refunds(&world)), (CaseStep::NoLawyer, vec![RefundReason::NoLawyer]));
}

#[test]
fn a_paid_hire_is_immediately_offered_to_the_first_lawyer() {
    let world = world_with_hire(2);
    let case = case(&world);
    assert_eq!(
        (case.handling, case.step, offered_to(&world)),
        (Handling::Matched, CaseStep::Offered, Some(1))
    );
    assert_eq!(case.court.state, Some(UsState::NewYork), "the driver's state, until the court's is known");
    assert_eq!(case.offense_class, OffenseClass::Infraction);
    assert_eq!(case.at_hire, Some(TermsAtHire { rule: GuaranteeRule::First, fine: dollars(150), points: 0 }));
    assert_eq!(case.accept_by, Some(time("2026-03-17T04:00:00Z")), "ten business days without a date ahead");
    assert_eq!(case.answer_by, Some(time("2026-03-03T12:00:00Z")));
    assert_eq!((case.lawyer_id, events(&world)), (None, vec![Hired, LawyerOffered]));
    assert_eq!(status(&world), HireStatus::Pending);
}

#[test]
fn a_lawyer_who_accepts_a_case_is_assigned_and_declares_no_conflict_of_interest() {
    let world = world_with_hire(2);
    let case = accept(&world.deps, &lawyer(1), CASE, None, Some(OffenseClass::Misdemeanor)).unwrap();
    assert_eq!((case.step, case.lawyer_id), (CaseStep::Accepted, Some(LawyerId(1))));
    assert_eq!(case.offense_class, OffenseClass::Misdemeanor);
    assert_eq!((case.answer_by, case.sign_by), (None, Some(time("2026-03-04T12:00:00Z"))));
    assert_eq!(case.update_due, Some(time("2026-04-02T04:00:00Z")));
    assert_eq!(events(&world), [Hired, LawyerOffered, ConflictCleared, LawyerAccepted]);
    assert_eq!((status(&world), offered_to(&world)), (HireStatus::InProgress, None));
}

#[test]
fn after_a_lawyer_declines_the_next_lawyer_gets_the_offer() {
    let world = world_with_hire(2);
    let case = decline(&world.deps, &lawyer(1), CASE, "I know the officer.", None).unwrap();
    assert_eq!((case.step, offered_to(&world)), (CaseStep::Offered, Some(2)));
    assert_eq!(events(&world), [Hired, LawyerOffered, LawyerDeclined, LawyerOffered]);
    assert_eq!((status(&world), refunds(&world)), (HireStatus::Pending, vec![]));
    accept(&world.deps, &lawyer(2), CASE, None, None).unwrap();
    assert_eq!(step(&world), CaseStep::Accepted);
}

#[test]
fn after_all_lawyers_declined_the_price_is_refunded_and_a_lawyer_can_be_hired_again() {
    let world = world_with_hire(2);
    decline(&world.deps, &lawyer(1), CASE, "No time.", None).unwrap();
    decline(&world.deps, &lawyer(2), CASE, "No time.", None).unwrap();
    assert_eq!((step(&world), status(&world)), (CaseStep::NoLawyer, HireStatus::Cancelled));
    assert_eq!(last_event(&world).0, NoLawyerFound);
    assert_eq!(
        (refunds(&world), world.statuses()),
        (vec![RefundReason::NoLawyer], vec![PaymentStatus::Refunded])
    );
    assert!(world.database.tables().hires[0].is_solved);
    world.started(LAWYER);
}

#[test]
fn a_case_is_offered_to_no_lawyer_while_every_matching_lawyer_is_at_capacity() {
    let world = world_with_lawyers(2);
    world.database.tables().legal_help.lawyers[1].record.capacity = 0;
    world.pay_and_settle(LAWYER);
    decline(&world.deps, &lawyer(1), CASE, "No time.", None).unwrap();
    assert_eq!((step(&world), offered_to(&world), refunds(&world)), (CaseStep::Hired, None, vec![]));
}

#[test]
fn staff_can_skip_a_lawyer_with_a_reason_until_a_lawyer_accepts() {
    let world = world_with_hire(2);
    skip(&world.deps, &admin(), CASE, "On vacation", None).unwrap();
    assert_eq!(offered_to(&world), Some(2));
    assert!(events(&world).contains(&LawyerSkipped));
    assert!(world.audited().contains(&AuditAction::CaseChanged));
    assert_eq!(outcome(&skip(&world.deps, &admin(), CASE, " ", None)), "Fields");
    assert_eq!(outcome(&skip(&world.deps, &driver(), CASE, "No", None)), "Forbidden");
    assert_eq!(outcome(&skip(&world.deps, &lawyer(2), CASE, "No", None)), "Forbidden");
    accept(&world.deps, &lawyer(2), CASE, None, None).unwrap();
    assert_eq!(outcome(&skip(&world.deps, &admin(), CASE, "No", None)), "ChangedMeanwhile");
}

#[test]
fn staff_need_step_up_authentication_to_skip_the_last_lawyer_because_the_price_is_refunded() {
    let world = world_with_hire(2);
    let mut staff = admin();
    staff.session.proved_at = None;
    skip(&world.deps, &staff, CASE, "On vacation", None).unwrap();
    assert_eq!(outcome(&skip(&world.deps, &staff, CASE, "On vacation", None)), "ConfirmItIsYou");
    assert_eq!((step(&world), offered_to(&world), refunds(&world)), (CaseStep::Offered, Some(2), vec![]));
    skip(&world.deps, &admin(), CASE, "On vacation", None).unwrap();
    assert_eq!(refunds(&world), [RefundReason::NoLawyer]);
}

/// Two browser tabs skip the same lawyer. Only the first call has an effect.
#[test]
fn skipping_a_lawyer_twice_with_the_same_case_version_does_not_skip_the_next_lawyer() {
    let world = world_with_hire(3);
    let seen = case(&world).version;
    skip(&world.deps, &admin(), CASE, "On vacation", Some(seen)).unwrap();
    assert_eq!(outcome(&skip(&world.deps, &admin(), CASE, "On vacation", Some(seen))), "ChangedMeanwhile");
    assert_eq!(offered_to(&world), Some(2));
}

#[rstest]
#[case::never_asked(3, "NotFound")]
#[case::declined(1, "MatchingStopped")]
#[case::has_the_offer(2, "Ok")]
fn only_the_lawyer_with_the_offer_can_accept(#[case] lawyer_id: i32, #[case] expected: &str) {
    let world = world_with_hire(3);
    decline(&world.deps, &lawyer(1), CASE, "No time.", None).unwrap();
    assert_eq!(outcome(&accept(&world.deps, &lawyer(lawyer_id), CASE, None, None)), expected);
}

#[rstest]
#[case::too_late(|world: &World| world.advance(chrono::TimeDelta::hours(24)))]
#[case::the_driver_canceled(|world: &World| {
    application::legal_help::cancel_hire::cancel_hire(&world.deps, &driver(), CASE).unwrap();
})]
#[case::staff_ended_it(|world: &World| {
    set_status(&world.deps, &admin(), CASE, HireStatus::Cancelled, None, Some(true)).unwrap();
})]
fn a_lawyer_can_neither_accept_nor_decline_an_offer_after_matching_stopped(#[case] stop: fn(&World)) {
    let world = world_with_hire(1);
    stop(&world);
    assert_eq!(outcome(&accept(&world.deps, &lawyer(1), CASE, None, None)), "MatchingStopped");
    assert_eq!(outcome(&decline(&world.deps, &lawyer(1), CASE, "No", None)), "MatchingStopped");
    assert_eq!(case(&world).lawyer_id, None);
}

#[rstest]
#[case::a_driver(driver())]
#[case::staff(admin())]
fn only_lawyers_can_accept_or_decline_an_offer(#[case] caller: application::access::Actor) {
    let world = world_with_hire(1);
    assert_eq!(outcome(&accept(&world.deps, &caller, CASE, None, None)), "Forbidden");
    assert_eq!(outcome(&decline(&world.deps, &caller, CASE, "No", None)), "Forbidden");
}

#[test]
fn a_deactivated_lawyer_can_no_longer_accept() {
    let world = world_with_hire(1);
    world.database.tables().legal_help.lawyers[0].is_active = false;
    assert_eq!(outcome(&accept(&world.deps, &lawyer(1), CASE, None, None)), "Forbidden");
}

#[test]
fn a_lawyer_who_no_longer_takes_cases_in_the_court_cannot_accept() {
    let world = world_with_hire(1);
    world.database.tables().legal_help.lawyers[0].record.licenses[0].state = UsState::Ohio;
    assert_eq!(outcome(&accept(&world.deps, &lawyer(1), CASE, None, None)), "MatchingStopped");
    decline(&world.deps, &lawyer(1), CASE, "No license there", None).unwrap();
}

#[test]
fn a_lawyer_at_capacity_gets_no_second_case() {
    let world = world_with_lawyers(2);
    world.database.tables().legal_help.lawyers[0].record.capacity = 1;
    world.database.tables().tickets.push(ticket(2));
    world.pay_and_settle(LAWYER);
    hire_another(&world, Payable::Lawyer(TicketId(2)));
    let offers = world.database.tables().legal_help.offers.clone();
    let lawyers: Vec<i32> = offers.iter().map(|(offer, _)| offer.lawyer_id.0).collect();
    assert_eq!(lawyers, [1, 2]);
}
