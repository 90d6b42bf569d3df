//! Refunds and chargebacks of a payment whose case is decided or at work.

use application::legal_help::cases::steps::LawyerStep;
use application::payments::refunds::by_staff::{self, RefundOrder};
use domain::driving_record::standing::Standing;
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::HireStatus;
use domain::payments::chargeback::ChargebackStatus::{Lost, NeedsResponse, Won};
use domain::payments::payment::PaymentStatus;
use domain::shared::ids::PaymentId;
use rstest::rstest;

use super::build::*;
use crate::support::*;

fn decided(result: CaseOutcome) -> World {
    let world = appeared(1);
    let verdict = Verdict { outcome: result, fine: None, points: None, until: None, due: None };
    record_by_lawyer(&world, LawyerStep::Outcome(verdict), None).unwrap();
    world
}

fn refund(world: &World, amount: i64, left: i64) {
    let (amount, left) = (dollars(amount), dollars(left));
    let order = RefundOrder { amount, left, note: "The case was lost.".to_owned(), removes_item: false };
    by_staff::refund(&world.deps, &admin(), PaymentId(1), &order).unwrap();
}

fn standing(world: &World) -> Standing {
    let ticket = world.database.tables().tickets[0].clone();
    let of = |store: &mut dyn ports::store::Store| {
        application::driving_record::standing::of(&world.deps, store, ticket)
    };
    world.transact(of).unwrap().stands.standing
}

#[test]
fn a_full_refund_leaves_a_decided_case_completed() {
    let world = decided(CaseOutcome::Guilty);
    refund(&world, 75, 75);
    assert_eq!(world.statuses(), [PaymentStatus::Refunded]);
    assert_eq!((step(&world), status(&world)), (CaseStep::Decided, HireStatus::Completed));
    assert_eq!(standing(&world), Standing::Due);
}

#[rstest]
#[case::accepted(|| accepted(1))]
#[case::heard(|| appeared(1))]
fn a_full_refund_ends_a_case_without_an_outcome(#[case] start: fn() -> World) {
    let world = start();
    refund(&world, 25, 75);
    assert!(step(&world).is_at_work(), "a part of the price ends nothing");
    refund(&world, 50, 50);
    assert_eq!((step(&world), status(&world)), (CaseStep::Ended, HireStatus::Cancelled));
    assert_eq!(last_event(&world).0, CaseEventKind::PaymentReturned);
    world.started(LAWYER);
}

#[test]
fn a_case_continues_during_a_chargeback_and_ends_when_it_is_lost() {
    let world = appeared(1);
    world.charged_back(NeedsResponse);
    assert_eq!(step(&world), CaseStep::AppearanceFiled);
    world.charged_back(Lost);
    assert_eq!((step(&world), status(&world)), (CaseStep::Ended, HireStatus::Cancelled));
}

#[test]
fn a_case_continues_after_a_chargeback_was_won() {
    let world = appeared(1);
    world.charged_back(NeedsResponse);
    world.charged_back(Won);
    assert_eq!((step(&world), world.statuses()), (CaseStep::AppearanceFiled, vec![PaymentStatus::Settled]));
}

/// The court's decision stays, whatever happens to the lawyer's price.
#[test]
fn a_dismissed_ticket_stays_dismissed_after_a_lost_chargeback() {
    let world = decided(CaseOutcome::Dismissed);
    world.charged_back(NeedsResponse);
    world.charged_back(Lost);
    assert_eq!((step(&world), standing(&world)), (CaseStep::Ended, Standing::Dismissed));
}

#[test]
fn money_for_a_ticket_that_was_dismissed_in_the_meantime_is_refunded() {
    let world = appeared(1);
    let started = application::payments::start_payment::start_payment_despite_lawyer(
        &world.deps,
        &driver(),
        TICKET,
        dollars(150),
    )
    .unwrap();
    let dismissed =
        Verdict { outcome: CaseOutcome::Dismissed, fine: None, points: None, until: None, due: None };
    record_by_lawyer(&world, LawyerStep::Outcome(dismissed), None).unwrap();
    assert!(world.pay(&started.intent_id));
    world.deliver_event("evt_ticket", &started.intent_id).unwrap();
    assert_eq!(world.statuses(), [PaymentStatus::Settled, PaymentStatus::Refunded]);
    assert!(!world.is_paid(TICKET));
}
