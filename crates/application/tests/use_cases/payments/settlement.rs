//! Settlement: each payment is recorded exactly once, or its money is refunded.

use application::payments::mark_paid::mark_paid;
use application::payments::moves::change_payment_status;
use application::payments::settlement::{PaymentOutcome, find_outcome, settle};
use chrono::TimeDelta;
use domain::driving_record::ticket::ChargeStatus;
use domain::legal_help::hire::HireStatus;
use domain::payments::payment::{PaymentEvent, PaymentStatus, PaymentTransaction, TransactionStatus};
use domain::payments::refund::RefundReason::{self, ItemRemoved, NothingOwed, PaidTooLittle, PaidTwice};
use domain::security::audit::AuditAction;
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::gateway::IntentStatus;
use rstest::rstest;

use crate::support::*;

mod dates;

/// Settles payment 1 with the provider's state of `intent_id`.
fn settle_first(world: &World, intent_id: &str) -> application::error::Result<PaymentOutcome> {
    let (known, intent) = (world.payment(1), world.intent(intent_id));
    world.transact(|store| settle(&world.deps, store, &known, &intent))
}

fn transaction(settled: PaymentOutcome) -> PaymentTransaction {
    match settled {
        PaymentOutcome::Transaction(transaction) => transaction,
        other => panic!("{other:?} is no transaction"),
    }
}

#[rstest]
#[case(TICKET, "Speeding")]
#[case(PARKING, "Expired meter")]
#[case(TOLL, "I-95 Express")]
fn settling_records_a_transaction_and_marks_the_item_paid(#[case] payable: Payable, #[case] label: &str) {
    let world = World::new();
    let started = world.pay_without_event(payable);
    world.advance(TimeDelta::minutes(3));
    let record = transaction(settle_first(&world, &started.intent_id).unwrap());
    assert_eq!(record.user_id, DRIVER);
    assert_eq!(record.payment_id, Some(PaymentId(1)));
    assert_eq!(record.payable, payable);
    assert_eq!(record.violation_type.as_deref(), Some(label));
    assert_eq!(record.amount, due(payable));
    assert_eq!((record.processing_fee, record.our_fee), (Money::from_cents(299), Money::from_cents(299)));
    assert_eq!(record.status, TransactionStatus::Completed);
    assert_eq!((record.created_at, record.recorded_at), (noon(), noon() + TimeDelta::minutes(3)));
    assert!(world.is_paid(payable));
    let payment = world.payment(1);
    assert_eq!(record.confirmation_number, payment.confirmation_number);
    assert_eq!(payment.status, PaymentStatus::Settled);
    assert_eq!(payment.amount_received, Some(due(payable)));
    assert_eq!(payment.settled_at, Some(noon() + TimeDelta::minutes(3)));
    assert_eq!(world.audited(), [AuditAction::PaymentSettled]);
}

#[test]
fn a_paid_item_has_its_payment_date() {
    let world = World::new();
    world.pay_and_settle(PARKING);
    let tables = world.database.tables();
    assert_eq!(tables.parking[0].filed.status, ChargeStatus::Paid);
    assert_eq!(tables.parking[0].paid_at, Some(noon()));
}

#[test]
fn settling_a_lawyers_payment_records_a_hire_and_leaves_the_ticket_unpaid() {
    let world = World::new();
    world.pay_and_settle(LAWYER);
    let tables = world.database.tables();
    let hire = &tables.hires[0];
    assert_eq!(hire.user_id, DRIVER);
    assert_eq!(hire.amount, dollars(75));
    assert_eq!(hire.payment_id, Some(PaymentId(1)));
    assert_eq!(hire.violation_type.as_deref(), Some("Speeding"));
    assert_eq!(hire.status, HireStatus::Pending);
    assert_eq!(hire.confirmation_number, tables.payments[0].confirmation_number);
    assert!(!tables.tickets[0].is_paid);
    assert!(tables.transactions.is_empty());
}

#[rstest]
#[case(TICKET)]
#[case(LAWYER)]
fn settling_repeatedly_records_the_payment_once(#[case] payable: Payable) {
    let world = World::new();
    let started = world.pay_without_event(payable);
    let first = settle_first(&world, &started.intent_id).unwrap();
    for _ in 0..20 {
        world.advance(TimeDelta::seconds(1));
        assert_eq!(settle_first(&world, &started.intent_id).unwrap(), first);
    }
    let tables = world.database.tables();
    assert_eq!(tables.transactions.len() + tables.hires.len(), 1);
    assert_eq!(tables.audit.len(), 1);
    assert_eq!(tables.payments[0].settled_at, Some(noon()));
}

#[rstest]
#[case(IntentStatus::Open)]
#[case(IntentStatus::Processing)]
#[case(IntentStatus::Cancelled)]
fn only_a_succeeded_intent_settles_its_payment(#[case] status: IntentStatus) {
    let world = World::new();
    let started = world.started(TICKET);
    world.provider.set_status(&started.intent_id, status);
    assert_eq!(outcome(&settle_first(&world, &started.intent_id)), "NotPaid");
    assert_eq!(world.statuses(), [PaymentStatus::Open]);
    assert!(!world.is_paid(TICKET));
}

#[test]
fn settling_an_unknown_payment_returns_not_found() {
    let world = World::new();
    let unknown = payment(9, TICKET);
    let succeeded = intent(&unknown, IntentStatus::Succeeded);
    let result = world.transact(|store| settle(&world.deps, store, &unknown, &succeeded));
    assert_eq!(outcome(&result), "NotFound");
}

/// In each case, something happens between the payment's start and its success, so the payment pays for nothing.
#[rstest]
#[case::paid_by_hand(TICKET, |world: &World| mark_paid(&world.deps, &admin(), TICKET).unwrap(), PaidTwice)]
#[case::removed(TICKET, World::remove_ticket, ItemRemoved)]
#[case::settled_with_the_city(PARKING, World::settle_with_city, NothingOwed)]
#[case::lawyer_hired(LAWYER, |world: &World| world.database.tables().hires.push(hire(1, DRIVER)), PaidTwice)]
#[case::lawyer_for_a_paid_ticket(LAWYER, |world: &World| mark_paid(&world.deps, &admin(), TICKET).unwrap(), PaidTwice)]
#[case::lawyer_for_a_removed_ticket(LAWYER, World::remove_ticket, ItemRemoved)]
#[case::the_fine_was_raised(TICKET, |world: &World| world.set_ticket_amount("1000"), PaidTooLittle)]
#[case::the_lawyers_price_was_raised(LAWYER, |world: &World| world.set_ticket_amount("1000"), PaidTooLittle)]
fn a_payment_that_no_longer_pays_for_anything_is_due_for_refund(
    #[case] payable: Payable,
    #[case] change: fn(&World),
    #[case] reason: RefundReason,
) {
    let world = World::new();
    let started = world.pay_without_event(payable);
    change(&world);
    let hires = world.database.tables().hires.len();
    for _ in 0..3 {
        assert_eq!(settle_first(&world, &started.intent_id).unwrap(), PaymentOutcome::ToRefund(reason));
    }
    assert_eq!(world.statuses(), [PaymentStatus::RefundDue]);
    assert_eq!(world.payment(1).amount_received, Some(due(payable)));
    let refund = world.database.tables().refunds[0].clone();
    assert_eq!((refund.amount, refund.reason), (due(payable), reason));
    let tables = world.database.tables();
    assert!(tables.transactions.is_empty());
    assert_eq!(tables.hires.len(), hires);
    assert!(!tables.audit.iter().any(|entry| entry.action == AuditAction::PaymentSettled));
}

#[test]
fn a_canceled_hire_does_not_block_a_new_hire() {
    let world = World::new();
    let mut called_off = hire(1, DRIVER);
    called_off.status = HireStatus::Cancelled;
    world.database.tables().hires.push(called_off);
    world.pay_and_settle(LAWYER);
    assert_eq!(world.statuses(), [PaymentStatus::Settled]);
}

/// The fine was reduced while the driver was paying.
#[rstest]
#[case(TICKET, 150)]
#[case(LAWYER, 75)]
fn an_overpayment_settles_and_the_difference_is_refunded(#[case] payable: Payable, #[case] received: i64) {
    let world = World::new();
    let started = world.pay_without_event(payable);
    world.set_ticket_amount("$120");
    settle_first(&world, &started.intent_id).unwrap();
    let tables = world.database.tables();
    let actions: Vec<AuditAction> = tables.audit.iter().map(|entry| entry.action).collect();
    assert_eq!(actions, [AuditAction::PaymentSettled, AuditAction::AmountDiffers]);
    assert_eq!(tables.audit[1].after, [("amountReceived", format!("{received}.00"))]);
    assert_eq!(tables.audit[1].actor, None);
    let recorded = tables.transactions.iter().map(|record| record.amount);
    let hired = tables.hires.iter().map(|hire| hire.amount);
    assert_eq!(recorded.chain(hired).collect::<Vec<_>>(), [dollars(received)]);
    drop(tables);
    world.reconcile();
    let difference = if payable == TICKET { dollars(30) } else { dollars(15) };
    assert_eq!((world.statuses(), world.payment(1).refunded), (vec![PaymentStatus::Settled], difference));
}

#[rstest]
#[case(PaymentStatus::Creating)]
#[case(PaymentStatus::TimedOut)]
#[case(PaymentStatus::Open)]
#[case(PaymentStatus::Cancelled)]
fn a_succeeded_intent_settles_a_payment_in_any_unsettled_status(#[case] status: PaymentStatus) {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    {
        let mut tables = world.database.tables();
        tables.payments[0].status = status;
        tables.payments[0].provider_intent_id = None;
    }
    settle_first(&world, &started.intent_id).unwrap();
    assert_eq!(world.statuses(), [PaymentStatus::Settled]);
    assert_eq!(world.payment(1).provider_intent_id, Some(started.intent_id));
}

#[rstest]
#[case(PaymentStatus::Refunded)]
#[case(PaymentStatus::RefundDue)]
fn settling_a_payment_that_is_being_refunded_returns_its_record_and_keeps_its_status(
    #[case] status: PaymentStatus,
) {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    world.database.tables().payments[0].status = status;
    transaction(settle_first(&world, &started.intent_id).unwrap());
    assert_eq!(world.statuses(), [status]);
}

#[test]
fn a_settled_payment_without_its_record_is_reported_as_a_defect() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.database.tables().transactions.clear();
    let payment = world.payment(1);
    assert_eq!(outcome(&world.transact(|store| find_outcome(store, &payment))), "Defect");
}

#[test]
fn an_illegal_status_change_is_a_defect_and_changes_nothing() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    let mut payment = world.payment(1);
    let result = world.transact(|store| {
        store.lock_payable_item(TICKET)?;
        store.lock_payment(payment.id)?;
        change_payment_status(
            &world.deps,
            store,
            &mut payment,
            PaymentEvent::IntentCreated,
            PaymentStatus::Open,
        )
    });
    assert_eq!(outcome(&result), "Defect");
    assert_eq!(world.statuses(), [PaymentStatus::Settled]);
}

#[test]
fn a_settlement_whose_commit_fails_changes_nothing_and_can_be_retried() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    world.database.crash_at_next_commit();
    assert_eq!(outcome(&settle_first(&world, &started.intent_id)), "StoreDown");
    assert!(!world.is_paid(TICKET));
    assert!(world.database.tables().transactions.is_empty());
    settle_first(&world, &started.intent_id).unwrap();
    assert!(world.is_paid(TICKET));
    assert_eq!(world.database.tables().transactions.len(), 1);
}
