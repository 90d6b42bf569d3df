//! Tests of the job that handles cases' deadlines.

use application::driving_record::filing::remove_item;
use application::legal_help::cases::agreement::sign;
use application::legal_help::cases::deadlines::handle_case_deadlines;
use application::legal_help::cases::desk::show_case_deadlines;
use application::legal_help::cases::offers::{accept, decline};
use chrono::TimeDelta;
use domain::legal_help::case::deadlines::CaseDeadlineKind;
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::offer::{LawyerOffer, OfferEnd};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::payments::payment::PaymentStatus;
use domain::payments::refund::RefundReason;
use domain::shared::ids::LawyerId;
use domain::shared::money::Money;
use rstest::rstest;

use super::build::*;
use crate::support::*;

/// Runs the job that handles case deadlines. Returns how many cases the job tried to handle.
fn run_deadline_job(world: &World) -> usize {
    handle_case_deadlines(&world.deps).unwrap()
}

#[test]
fn an_unanswered_offer_expires_and_the_next_lawyer_gets_an_offer() {
    let world = world_with_hire(2);
    world.advance(TimeDelta::hours(24) - TimeDelta::seconds(1));
    assert_eq!((run_deadline_job(&world), offered_to(&world)), (0, Some(1)));
    world.advance(TimeDelta::seconds(1));
    assert_eq!((run_deadline_job(&world), offered_to(&world)), (1, Some(2)));
    assert!(events(&world).contains(&CaseEventKind::LawyerOfferLapsed));
    assert_eq!(case(&world).answer_by, Some(time("2026-03-04T12:00:00Z")));
    assert_eq!(run_deadline_job(&world), 0, "nothing else is due");
}

#[test]
fn the_price_is_refunded_when_every_offer_has_expired() {
    let world = world_with_hire(1);
    world.advance(TimeDelta::hours(24));
    run_deadline_job(&world);
    assert_eq!((step(&world), refunds(&world)), (CaseStep::NoLawyer, vec![RefundReason::NoLawyer]));
    assert_eq!(world.statuses(), [PaymentStatus::Refunded]);
    assert_eq!(run_deadline_job(&world), 0);
}

#[test]
fn matching_stops_at_its_deadline_even_if_a_lawyer_may_have_capacity_later() {
    let world = world_with_lawyers(2);
    world.database.tables().legal_help.lawyers[1].record.capacity = 0;
    world.pay_and_settle(LAWYER);
    decline(&world.deps, &lawyer(1), CASE, "No time.", None).unwrap();
    run_deadline_job(&world);
    assert_eq!((step(&world), refunds(&world)), (CaseStep::Hired, vec![]), "it waits");
    world.advance(time("2026-03-17T04:00:00Z") - noon());
    run_deadline_job(&world);
    assert_eq!((step(&world), refunds(&world)), (CaseStep::NoLawyer, vec![RefundReason::NoLawyer]));
}

#[test]
fn a_waiting_case_is_offered_when_a_lawyer_has_capacity() {
    let world = world_with_lawyers(2);
    world.database.tables().legal_help.lawyers[1].record.capacity = 0;
    world.pay_and_settle(LAWYER);
    decline(&world.deps, &lawyer(1), CASE, "No time.", None).unwrap();
    world.database.tables().legal_help.lawyers[1].record.capacity = 1;
    run_deadline_job(&world);
    assert_eq!(offered_to(&world), Some(2));
}

#[test]
fn many_waiting_cases_do_not_delay_the_expiry_of_an_offer() {
    let world = world_with_lawyers(2);
    world.database.tables().legal_help.lawyers[1].record.capacity = 0;
    world.pay_and_settle(LAWYER);
    let mut tables = world.database.tables();
    let accept_by = tables.legal_help.cases[0].accept_by.unwrap();
    for id in 100..250 {
        let hire = hire(id, DRIVER);
        let waiting = Case {
            handling: Handling::Matched,
            step: CaseStep::Hired,
            court: tables.legal_help.cases[0].court.clone(),
            accept_by: Some(accept_by - TimeDelta::hours(1)),
            ..Case::outside(&hire)
        };
        let asked =
            LawyerOffer { case: hire.id, lawyer_id: LawyerId(1), offered_at: noon(), answer_by: noon() };
        tables.legal_help.offers.push((asked, Some((OfferEnd::Lapsed, None))));
        tables.legal_help.cases.push(waiting);
        tables.hires.push(hire);
    }
    drop(tables);
    world.advance(TimeDelta::hours(24));
    assert_eq!(run_deadline_job(&world), 151);
    assert!(events(&world).contains(&CaseEventKind::LawyerOfferLapsed));
    assert_eq!((step(&world), offered_to(&world)), (CaseStep::Hired, None));
}

fn count_events(world: &World, kind: CaseEventKind) -> usize {
    events(world).into_iter().filter(|event| *event == kind).count()
}

#[test]
fn the_driver_is_reminded_once_to_sign() {
    let world = world_with_accepted_case(1);
    world.advance(TimeDelta::hours(20));
    send_text(&world, &lawyer(1), "We agree.").unwrap();
    world.advance(TimeDelta::hours(28) - TimeDelta::seconds(1));
    assert_eq!(run_deadline_job(&world), 0);
    world.advance(TimeDelta::seconds(1));
    for _ in 0..2 {
        run_deadline_job(&world);
    }
    assert_eq!(
        (count_events(&world, CaseEventKind::SignatureReminded), step(&world)),
        (1, CaseStep::Accepted)
    );
    let desk = world.transact(|store| show_case_deadlines(&world.deps, store, &admin())).unwrap();
    let sign = desk.next.iter().find(|(deadline, _)| deadline.kind == CaseDeadlineKind::Sign);
    assert_eq!(sign.unwrap().0.at, case(&world).accept_by.unwrap(), "the desk is reminded too");
}

#[test]
fn a_lawyer_who_has_not_sent_the_agreement_is_reminded_before_the_driver() {
    let world = world_with_accepted_case(1);
    world.advance(TimeDelta::hours(48));
    run_deadline_job(&world);
    assert_eq!(count_events(&world, CaseEventKind::AgreementReminded), 1);
    assert_eq!(count_events(&world, CaseEventKind::SignatureReminded), 0);
    send_text(&world, &lawyer(1), "We agree.").unwrap();
    world.advance(TimeDelta::hours(48));
    run_deadline_job(&world);
    assert_eq!(count_events(&world, CaseEventKind::SignatureReminded), 1);
}

#[rstest]
#[case::unsigned(|| world_with_accepted_case(1), CaseStep::Ended)]
#[case::signed(|| world_with_signed_agreement(1), CaseStep::AgreementSigned)]
fn a_case_ends_with_a_full_refund_at_its_deadline_only_if_the_agreement_is_unsigned(
    #[case] create_world: fn() -> World,
    #[case] expected_step: CaseStep,
) {
    let world = create_world();
    world.advance(case(&world).accept_by.unwrap() - noon());
    run_deadline_job(&world);
    assert_eq!(step(&world), expected_step);
    let refunded =
        if expected_step == CaseStep::Ended { vec![(RefundReason::NotSigned, dollars(75))] } else { vec![] };
    assert_eq!(super::build::refunded(&world), refunded);
    assert_eq!(count_events(&world, CaseEventKind::SignatureMissed), refunded.len());
}

#[rstest]
#[case::waiting_for_a_lawyer(|| world_with_hire(1), RefundReason::HireCancelled, dollars(75))]
#[case::with_an_appearance(|| world_with_appearance(1), RefundReason::Unearned, Money::from_cents(3_750))]
fn removing_a_ticket_ends_its_case_and_refunds_what_the_lawyer_has_not_earned(
    #[case] create_world: fn() -> World,
    #[case] reason: RefundReason,
    #[case] amount: Money,
) {
    let world = create_world();
    if reason == RefundReason::Unearned {
        world.advance(TimeDelta::days(8));
    }
    remove_item(&world.deps, &admin(), TICKET, "Filed by mistake").unwrap();
    run_deadline_job(&world);
    assert_eq!((step(&world), last_event(&world).0), (CaseStep::Ended, CaseEventKind::TicketRemoved));
    assert_eq!(refunded(&world), [(reason, amount)]);
    assert_eq!(run_deadline_job(&world), 0);
}

#[test]
fn a_refund_that_fails_at_the_provider_is_retried() {
    let world = world_with_hire(1);
    world.advance(TimeDelta::hours(24));
    world.provider.fail_next(Call::Refund, Fault::Down);
    run_deadline_job(&world);
    assert_eq!((step(&world), world.statuses()), (CaseStep::NoLawyer, vec![PaymentStatus::Settled]));
    world.reconcile();
    assert_eq!(world.statuses(), [PaymentStatus::Refunded]);
}

#[test]
fn the_deadline_job_does_not_change_cases_that_staff_handle() {
    let world = world_with_hire(0);
    world.advance(TimeDelta::days(60));
    assert_eq!((run_deadline_job(&world), step(&world)), (0, CaseStep::Hired));
}

#[test]
fn the_desk_lists_open_deadlines_of_cases() {
    let world = world_with_hire(1);
    let desk = |caller| world.transact(|store| show_case_deadlines(&world.deps, store, &caller)).unwrap();
    let first = desk(admin());
    assert_eq!((first.desk.late, first.desk.today, first.desk.later), (0, 1, 1));
    let kinds: Vec<_> = first.next.iter().map(|(deadline, driver)| (deadline.kind, driver.id)).collect();
    assert_eq!(kinds, [(CaseDeadlineKind::Contact, DRIVER), (CaseDeadlineKind::Accept, DRIVER)]);
    accept(&world.deps, &lawyer(1), CASE, None, None).unwrap();
    world.advance(TimeDelta::hours(13));
    let second = desk(admin());
    assert_eq!((second.desk.late, second.desk.later), (1, 1), "contact is late, an update is due later");
    for caller in [driver(), lawyer(1)] {
        let refused = world.transact(|store| show_case_deadlines(&world.deps, store, &caller));
        assert_eq!(outcome(&refused), "Forbidden");
    }
}

#[test]
fn an_agreement_cannot_be_signed_after_its_deadline_even_before_the_job_runs() {
    let world = world_with_accepted_case(1);
    send_text(&world, &lawyer(1), "We agree.").unwrap();
    let deadline = case(&world).accept_by.unwrap();
    world.advance(deadline - noon());
    assert_eq!(outcome(&sign(&world.deps, &driver(), CASE, "Dana Driver", false, None)), "SignatureLate");
    run_deadline_job(&world);
    assert_eq!((step(&world), refunds(&world)), (CaseStep::Ended, vec![RefundReason::NotSigned]));
}
