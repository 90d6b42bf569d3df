//! Tests of starting a payment: each possible response, and each reason for which a payment is refused.

use std::collections::BTreeMap;
use std::sync::Arc;

use application::Error;
use application::payments::start_payment::{start_payment, start_payment_despite_lawyer};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::offer::{LegalHelp, LegalHelpRule};
use domain::payments::payment::PaymentStatus;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use rstest::rstest;

use crate::support::*;

#[rstest]
#[case(TICKET, 15_000)]
#[case(LAWYER, 7_500)]
#[case(PARKING, 6_500)]
#[case(TOLL, 425)]
fn starting_a_payment_creates_an_intent_for_the_amount_due(#[case] payable: Payable, #[case] cents: i64) {
    let world = World::new();
    let started = world.started(payable);
    assert_eq!(started.amount, Money::from_cents(cents));
    assert_eq!(started.intent_id, "pi_1");
    assert_eq!(started.client_secret, "pi_1_secret");
    let payment = world.payment(1);
    assert_eq!(payment.status, PaymentStatus::Open);
    assert_eq!(payment.provider_intent_id.as_deref(), Some("pi_1"));
    assert_eq!(payment.client_secret.as_deref(), Some("pi_1_secret"));
    assert_eq!(world.intent("pi_1").amount, Money::from_cents(cents));
}

#[test]
fn a_payment_that_staff_start_belongs_to_the_driver() {
    let world = World::new();
    start_payment(&world.deps, &admin(), TICKET, dollars(150)).unwrap();
    assert_eq!(world.payment(1).user_id, DRIVER);
}

/// A refused payment isn't stored, and no request is sent to the provider.
#[rstest]
#[case::no_such_item(DRIVER, NO_SUCH_TICKET, 15_000, "NotFound")]
#[case::another_drivers_item(OTHER, TICKET, 15_000, "NotFound")]
#[case::another_drivers_item_at_a_wrong_amount(OTHER, TICKET, 1, "NotFound")]
#[case::another_amount(DRIVER, TICKET, 14_999, "AmountChanged")]
#[case::the_fine_for_a_lawyer(DRIVER, LAWYER, 15_000, "AmountChanged")]
fn a_payment_for_another_drivers_item_or_at_a_wrong_amount_is_refused(
    #[case] actor_id: UserId,
    #[case] payable: Payable,
    #[case] cents: i64,
    #[case] expected: &str,
) {
    let world = World::new();
    let result = start_payment(&world.deps, &actor(actor_id), payable, Money::from_cents(cents));
    assert_eq!(outcome(&result), expected);
    assert!(world.statuses().is_empty());
    assert!(world.provider.books().calls.is_empty());
}

#[test]
fn the_error_for_a_changed_amount_contains_the_new_amount() {
    let world = World::new();
    world.set_ticket_amount("$180.50");
    let result = world.start(TICKET);
    assert!(matches!(result, Err(Error::AmountChanged(now)) if now == Money::from_cents(18_050)));
}

#[rstest]
#[case("0", "Fields")]
#[case("0.49", "Fields")]
#[case("0.50", "Ok")]
fn an_amount_below_fifty_cents_is_refused(#[case] amount: &str, #[case] expected: &str) {
    let world = World::new();
    world.set_ticket_amount(amount);
    let shown = Money::parse_decimal(amount).unwrap();
    assert_eq!(outcome(&start_payment(&world.deps, &driver(), TICKET, shown)), expected);
}

#[rstest]
#[case(TICKET)]
#[case(LAWYER)]
#[case(PARKING)]
#[case(TOLL)]
fn an_item_or_lawyer_that_is_already_paid_cannot_be_paid_again(#[case] payable: Payable) {
    let world = World::new();
    world.pay_and_settle(payable);
    assert_eq!(outcome(&world.start(payable)), "AlreadyPaid");
    assert_eq!(world.provider.count(Call::Create), 1);
}

#[test]
fn a_lawyer_can_be_hired_again_after_a_cancellation() {
    let world = World::new();
    world.pay_and_settle(LAWYER);
    world.database.tables().set_first_case(CaseStep::Ended);
    assert_eq!(world.started(LAWYER).intent_id, "pi_2");
}

#[test]
fn a_ticket_and_its_lawyer_have_separate_payments() {
    let world = World::new();
    world.started(LAWYER);
    assert_eq!(world.started(TICKET).intent_id, "pi_2");
}

#[test]
fn two_tabs_that_pay_one_item_share_one_intent() {
    let world = World::new();
    let first = world.started(TICKET);
    let second = world.started(TICKET);
    assert_eq!(second, first);
    assert_eq!(world.provider.count(Call::Create), 1);
    assert_eq!(world.statuses(), [PaymentStatus::Open]);
}

#[test]
fn a_payment_for_a_lawyer_is_refused_where_legal_help_is_switched_off() {
    let mut world = World::new();
    let off = |state| Arc::new(LegalHelp::in_development(BTreeMap::from([(state, LegalHelpRule::OFF)])));
    world.deps.legal_help = off(UsState::NewYork);
    for caller in [driver(), admin()] {
        let refused = start_payment(&world.deps, &caller, LAWYER, dollars(75));
        assert_eq!(outcome(&refused), "LegalHelpNotOffered");
    }
    assert!(world.statuses().is_empty());
    assert!(start_payment(&world.deps, &driver(), TICKET, dollars(150)).is_ok(), "the fine can be paid");
    world.deps.legal_help = off(UsState::Texas);
    assert!(start_payment(&world.deps, &driver(), LAWYER, dollars(75)).is_ok(), "another state's switch");
}

#[test]
fn a_ticket_with_an_active_lawyer_is_paid_only_after_a_confirmation() {
    let world = World::new();
    world.pay_and_settle(LAWYER);
    assert_eq!(outcome(&world.start(TICKET)), "LawyerAtWork");
    assert_eq!(outcome(&start_payment(&world.deps, &other_driver(), TICKET, dollars(150))), "NotFound");
    let started = start_payment_despite_lawyer(&world.deps, &driver(), TICKET, dollars(150)).unwrap();
    world.pay(&started.intent_id);
    world.confirm(&driver(), &started.intent_id).unwrap();
    let (hire, entry) = {
        let tables = world.database.tables();
        let entry = tables.audit.iter().find(|entry| entry.action == AuditAction::PaidDespiteLawyer).cloned();
        (tables.hires[0].id, entry.unwrap())
    };
    assert_eq!((entry.subject_kind, entry.subject_id), (AuditSubject::LawyerHire, hire.0));
    assert!(world.transact(|store| Ok(store.hire(hire)?.unwrap().is_ticket_paid)).unwrap());
    assert_eq!(outcome(&world.start(TICKET)), "AlreadyPaid", "a paid ticket needs no confirmation");
}

/// In these cases, the lawyer has no more work to do, so the driver can pay the ticket without confirming anything.
#[rstest]
#[case(CaseStep::Closed)]
#[case(CaseStep::Ended)]
fn a_ticket_whose_lawyer_is_not_active_is_paid_without_a_confirmation(#[case] step: CaseStep) {
    let world = World::new();
    world.pay_and_settle(LAWYER);
    world.database.tables().set_first_case(step);
    assert!(world.start(TICKET).is_ok());
}
