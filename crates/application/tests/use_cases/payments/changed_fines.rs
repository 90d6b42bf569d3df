//! Changes of a fine, and removal of an item, while its driver is paying. The intent is canceled. If the money
//! arrives anyway, it pays the item or is refunded.

use application::driving_record::filing::{ItemEdit, change_item, remove_item};
use application::jobs::{MONEY_WORKERS, run_due_jobs};
use application::payments::mark_paid::mark_paid;
use domain::payments::payment::PaymentStatus::{Cancelled, Open, Refunded, Settled};
use domain::payments::refund::RefundReason;
use domain::security::audit::AuditAction;
use domain::shared::payable::Payable;
use ports::payments::gateway::IntentStatus;
use rstest::rstest;

use crate::support::*;

fn edit() -> ItemEdit {
    ItemEdit { version: Some(1), ..ItemEdit::default() }
}

fn set_amount(world: &World, amount: &str) {
    let version = world.database.tables().tickets[0].version;
    change_item(&world.deps, &admin(), TICKET, &ItemEdit { version: Some(version), ..edit() }, |draft| {
        draft.with("amount", amount)
    })
    .unwrap();
}

fn reopen(world: &World, payable: Payable, version: i32) -> application::error::Result<()> {
    let due = ItemEdit { version: Some(version), user_id: None, is_paid: Some(false) };
    change_item(&world.deps, &admin(), payable, &due, |draft| draft).map(drop)
}

fn run_money_jobs(world: &World) {
    run_due_jobs(&world.deps, MONEY_WORKERS).unwrap();
}

#[rstest]
#[case::another_amount(TICKET, |world: &World| set_amount(world, "1000"))]
#[case::another_amount_for_the_lawyer(LAWYER, |world: &World| set_amount(world, "1000"))]
#[case::marked_paid_by_hand(TICKET, |world: &World| mark_paid(&world.deps, &admin(), TICKET).unwrap())]
#[case::lawyers_ticket_marked_paid_by_hand(LAWYER, |world: &World| mark_paid(&world.deps, &admin(), TICKET).unwrap())]
#[case::removed(TICKET, |world: &World| drop(remove_item(&world.deps, &admin(), TICKET, "Dismissed").unwrap()))]
#[case::removed_parking(PARKING, |world: &World| drop(remove_item(&world.deps, &admin(), PARKING, "Dismissed").unwrap()))]
#[case::removed_toll(TOLL, |world: &World| drop(remove_item(&world.deps, &admin(), TOLL, "Dismissed").unwrap()))]
fn an_items_open_intent_is_canceled_if_its_fine_changes_or_it_is_marked_paid_or_removed(
    #[case] payable: Payable,
    #[case] change: fn(&World),
) {
    let world = World::new();
    let started = world.started(payable);
    change(&world);
    assert_eq!(
        world.intent(&started.intent_id).status,
        IntentStatus::Open,
        "the provider is asked after the commit"
    );
    run_money_jobs(&world);
    assert_eq!(world.intent(&started.intent_id).status, IntentStatus::Cancelled);
    assert_eq!(world.statuses(), [Cancelled]);
}

#[test]
fn a_change_that_keeps_the_amount_does_not_cancel_the_payment() {
    let world = World::new();
    world.started(TICKET);
    change_item(&world.deps, &admin(), TICKET, &edit(), |draft| draft.with("location", "Elsewhere")).unwrap();
    run_money_jobs(&world);
    assert_eq!(world.statuses(), [Open]);
}

/// The card was charged before the intent could be canceled.
#[rstest]
#[case::raised("1000", Refunded, RefundReason::PaidTooLittle, 150)]
#[case::lowered("100", Settled, RefundReason::PaidTooMuch, 50)]
fn a_payment_made_before_the_fine_changed_is_refunded_in_full_or_in_part(
    #[case] amount: &str,
    #[case] expected: domain::payments::payment::PaymentStatus,
    #[case] reason: RefundReason,
    #[case] refunded_dollars: i64,
) {
    let world = World::new();
    world.pay_without_event(TICKET);
    set_amount(&world, amount);
    run_money_jobs(&world);
    assert_eq!(world.statuses(), [expected]);
    let refund = world.database.tables().refunds[0].clone();
    assert_eq!((refund.reason, refund.amount), (reason, dollars(refunded_dollars)));
    assert!(world.audited().contains(&AuditAction::AmountDiffers));
    world.reconcile();
    assert_eq!(world.payment(1).refunded, dollars(refunded_dollars));
    assert_eq!(world.is_paid(TICKET), expected == Settled);
}

#[test]
fn canceling_an_intent_is_retried_when_the_provider_is_down() {
    let world = World::new();
    world.started(TICKET);
    set_amount(&world, "1000");
    world.provider.fail_next(Call::Cancel, Fault::Down);
    run_money_jobs(&world);
    assert_eq!(world.statuses(), [Open]);
    world.advance(chrono::TimeDelta::minutes(1));
    run_money_jobs(&world);
    assert_eq!(world.statuses(), [Cancelled]);
}

/// The response of the call that creates the intent was lost. Reconciliation finds the intent after
/// its amount has changed.
#[test]
fn a_lost_intent_at_an_old_amount_is_canceled_when_found() {
    let world = World::new();
    world.start_with_timeout(TICKET, Fault::Lost);
    set_amount(&world, "1000");
    run_money_jobs(&world);
    world.reconcile();
    world.reconcile();
    assert_eq!(world.provider.books().intents[0].status, IntentStatus::Cancelled);
    assert_eq!(world.statuses(), [Cancelled]);
}

#[test]
fn staff_can_reopen_an_item_that_was_marked_paid_by_hand() {
    let world = World::new();
    mark_paid(&world.deps, &admin(), PARKING).unwrap();
    let version = world.database.tables().parking[0].version;
    reopen(&world, PARKING, version).unwrap();
    assert!(!world.is_paid(PARKING));
    assert_eq!(world.audited(), [AuditAction::MarkedPaidByHand, AuditAction::ItemReopened]);
    let version = world.database.tables().parking[0].version;
    assert_eq!(outcome(&reopen(&world, PARKING, version)), "Ok", "an item that is already due stays due");
    assert_eq!(outcome(&reopen(&world, PARKING, 99)), "ChangedMeanwhile");
}

#[test]
fn an_item_paid_by_card_cannot_be_reopened_by_an_edit() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    let version = world.database.tables().tickets[0].version;
    assert_eq!(outcome(&reopen(&world, TICKET, version)), "PaidByCard");
    assert_eq!((world.statuses(), world.is_paid(TICKET)), (vec![Settled], true));
}

#[test]
fn staff_can_reopen_an_item_that_was_refunded_and_then_marked_paid_by_hand() {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    let refund = ports::payments::gateway::ProviderRefund {
        id: "re_1".to_owned(),
        intent_id: Some(started.intent_id),
        status: ports::payments::gateway::RefundStatus::Succeeded,
        amount: dollars(150),
        label: None,
        failure: None,
    };
    world.deliver_refund_event("evt_1", refund).unwrap();
    mark_paid(&world.deps, &admin(), TICKET).unwrap();
    let version = world.database.tables().tickets[0].version;
    reopen(&world, TICKET, version).unwrap();
    assert_eq!((world.statuses(), world.is_paid(TICKET)), (vec![Refunded], false));
}
