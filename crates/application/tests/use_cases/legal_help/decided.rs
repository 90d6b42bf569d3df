//! Hires whose case is decided. Canceling such a hire refunds the price, and the court's decision stays.

use application::access::Actor;
use application::driving_record::standing::add_standing;
use application::legal_help::cancel_hire::cancel_hire;
use application::legal_help::cases::guarantee::refund_own_lost_case;
use application::legal_help::cases::steps::LawyerStep;
use application::legal_help::cases::view::show;
use application::payments::refunds::by_staff::mark_paid_otherwise;
use chrono::TimeDelta;
use domain::driving_record::standing::LawyerUnavailable;
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::fee::FeeTerms;
use domain::legal_help::hire::HireStatus;
use domain::legal_help::offer::{Guarantee, GuaranteePayer};
use domain::payments::chargeback::ChargebackStatus::{Lost, NeedsResponse};
use domain::payments::payment::PaymentStatus;
use domain::payments::refund::{RefundPayer, RefundReason, RefundStatus};
use domain::shared::ids::{PaymentId, RefundId};
use domain::shared::money::Money;
use ports::payments::gateway;
use rstest::rstest;

use super::build::*;
use crate::support::*;

/// Returns a world in which the court decided the case with this outcome.
fn world_with_decided_case(outcome: CaseOutcome) -> World {
    let world = world_with_appearance(1);
    let verdict = Verdict { outcome, fine: None, points: None, until: None, due: None };
    record_by_lawyer(&world, LawyerStep::Outcome(verdict), None).unwrap();
    world
}

/// Changes the terms of the case so that it has no guarantee.
fn without_guarantee(world: &World) {
    let nobody = Guarantee::new(GuaranteePayer::Nobody, GuaranteePayer::Nobody).unwrap();
    let terms = case(world).fee.unwrap();
    world.database.tables().legal_help.cases[0].fee = Some(FeeTerms { guarantee: nobody, ..terms });
}

/// Returns the amount that the driver would get by canceling now; `None` if canceling refunds nothing, or if
/// the guarantee refunds the price.
fn refund_if_canceled_now(world: &World) -> Option<Money> {
    let view = world.transact(|store| show(&world.deps, store, &driver(), CASE)).unwrap();
    view.money.unwrap().at_cancel
}

#[rstest]
#[case::its_driver(driver())]
#[case::staff(admin())]
fn canceling_a_won_case_refunds_the_price_and_keeps_the_decision(#[case] caller: Actor) {
    let world = world_with_decided_case(CaseOutcome::Dismissed);
    assert_eq!(refund_if_canceled_now(&world), Some(dollars(75)));
    let hire = cancel_hire(&world.deps, &caller, CASE).unwrap();
    assert_eq!((hire.status, step(&world)), (HireStatus::Completed, CaseStep::Decided));
    assert_eq!(case(&world).verdict.unwrap().outcome, CaseOutcome::Dismissed);
    assert_eq!(refunded(&world), [(RefundReason::HireCancelled, dollars(75))]);
    assert_eq!((last_event(&world).0, refund_if_canceled_now(&world)), (CaseEventKind::CourtDecided, None));
    assert_eq!(outcome(&cancel_hire(&world.deps, &caller, CASE)), "PriceRefunded");
    assert_eq!(outcome(&world.start(LAWYER)), "AlreadyPaid");
}

#[test]
fn canceling_a_lost_case_refunds_the_price_under_the_guarantee_and_records_who_bears_the_refund() {
    let world = world_with_decided_case(CaseOutcome::Guilty);
    assert_eq!(refund_if_canceled_now(&world), None, "the guarantee refunds it");
    let hire = cancel_hire(&world.deps, &driver(), CASE).unwrap();
    assert_eq!((hire.status, step(&world)), (HireStatus::Completed, CaseStep::Decided));
    assert_eq!(refunded(&world), [(RefundReason::Guarantee, dollars(75))]);
    assert_eq!(world.database.tables().refunds[0].guarantee_payer, Some(RefundPayer::Operator));
    assert_eq!(last_event(&world).0, CaseEventKind::MoneyBack);
}

#[test]
fn canceling_a_lost_case_without_a_guarantee_refunds_the_price_within_the_cancellation_period() {
    let world = world_with_decided_case(CaseOutcome::Guilty);
    without_guarantee(&world);
    assert_eq!(refund_if_canceled_now(&world), Some(dollars(75)));
    cancel_hire(&world.deps, &driver(), CASE).unwrap();
    assert_eq!((refunds(&world), step(&world)), (vec![RefundReason::HireCancelled], CaseStep::Decided));
    let world = world_with_decided_case(CaseOutcome::Guilty);
    without_guarantee(&world);
    world.advance(TimeDelta::days(8));
    assert_eq!(refund_if_canceled_now(&world), None);
    assert_eq!(outcome(&cancel_hire(&world.deps, &driver(), CASE)), "CancellationWindowClosed");
}

#[rstest]
#[case::its_driver(driver())]
#[case::staff(admin())]
fn a_lost_case_whose_price_was_refunded_cannot_be_canceled(#[case] caller: Actor) {
    let world = world_with_decided_case(CaseOutcome::Guilty);
    refund_own_lost_case(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(outcome(&cancel_hire(&world.deps, &caller, CASE)), "PriceRefunded");
    assert_eq!((step(&world), status(&world)), (CaseStep::Decided, HireStatus::Completed));
    assert_eq!((refunds(&world), refund_if_canceled_now(&world)), (vec![RefundReason::Guarantee], None));
}

#[test]
fn no_lawyer_can_be_hired_after_the_court_decided_even_if_the_case_ended_later() {
    let world = world_with_decided_case(CaseOutcome::Guilty);
    let unavailable = |world: &World| {
        let ticket = world.database.tables().tickets[0].clone();
        let item_standing =
            world.transact(|store| add_standing(&world.deps, store, ticket)).unwrap().item_standing;
        (item_standing.may_hire_lawyer, item_standing.lawyer_unavailable)
    };
    assert_eq!(unavailable(&world), (false, Some(LawyerUnavailable::CaseDecided)));
    world.deliver_chargeback(NeedsResponse);
    world.deliver_chargeback(Lost);
    assert_eq!(step(&world), CaseStep::Ended);
    assert_eq!(unavailable(&world), (false, Some(LawyerUnavailable::CaseDecided)));
    assert_eq!(outcome(&world.start(LAWYER)), "CaseDecided");
}

/// The court changed the fine, or the driver paid it, before the bank returned the guarantee's refund.
#[rstest]
#[case::an_unchanged_fine(|_: &World| ())]
#[case::a_lowered_fine(|world: &World| world.set_ticket_amount("100"))]
#[case::a_raised_fine(|world: &World| world.set_ticket_amount("200"))]
#[case::a_paid_fine(|world: &World| drop(world.pay_without_event(TICKET)))]
fn a_refund_that_a_bank_returns_does_not_change_a_decided_case(#[case] change: fn(&World)) {
    let world = world_with_decided_case(CaseOutcome::Guilty);
    refund_own_lost_case(&world.deps, &driver(), CASE, None).unwrap();
    change(&world);
    world.provider.set_refund("re_1", gateway::RefundStatus::Failed);
    world.advance(TimeDelta::hours(25));
    world.reconcile();
    let refunds = |world: &World| {
        let tables = world.database.tables();
        tables.refunds.iter().map(|one| (one.reason, one.status, one.amount)).collect::<Vec<_>>()
    };
    assert_eq!(refunds(&world), [(RefundReason::Guarantee, RefundStatus::Failed, dollars(75))]);
    assert_eq!((step(&world), status(&world)), (CaseStep::Decided, HireStatus::Completed));
    assert_eq!(last_event(&world).0, CaseEventKind::MoneyBack);
    assert_eq!(world.payment(1).status, PaymentStatus::RefundDue);
    mark_paid_otherwise(&world.deps, &admin(), RefundId(1), "Check 1001").unwrap();
    let payment = world.payment(1);
    assert_eq!((payment.id, payment.status), (PaymentId(1), PaymentStatus::Refunded));
    assert_eq!((step(&world), payment.refunded), (CaseStep::Decided, dollars(75)));
}
