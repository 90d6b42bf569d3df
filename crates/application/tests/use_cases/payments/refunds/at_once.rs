//! Refunds that a settlement creates. Each refund is requested right after the settlement's commit, whether a
//! webhook, the page or reconciliation settled the payment.

use application::jobs::{MONEY_WORKERS, run_due_jobs};
use application::payments::confirm_payment;
use application::payments::mark_paid::mark_paid;
use domain::payments::payment::PaymentStatus::{Refunded, Settled};
use domain::payments::refund::RefundReason::{self, ItemRemoved, PaidTooLittle, PaidTooMuch, PaidTwice};
use domain::payments::refund::RefundStatus as Ours;
use rstest::rstest;

use super::amount_refunded;
use crate::support::*;

fn settle_by_webhook(world: &World) {
    world.deliver_event("evt_1", "pi_1").unwrap();
}

fn settle_by_confirmation(world: &World) {
    drop(confirm_payment::confirm_item_payment(&world.deps, &driver(), Some("pi_1")));
}

fn settle_by_reconciliation(world: &World) {
    world.provider.stop_events();
    world.reconcile();
}

#[rstest]
#[case::paid_twice(PaidTwice, |world: &World| mark_paid(&world.deps, &admin(), TICKET).unwrap(), 150)]
#[case::removed(ItemRemoved, World::remove_ticket, 150)]
#[case::too_little(PaidTooLittle, |world: &World| world.set_ticket_amount("200"), 150)]
#[case::too_much(PaidTooMuch, |world: &World| world.set_ticket_amount("100"), 50)]
fn money_that_pays_for_nothing_is_refunded_immediately_however_the_payment_is_settled(
    #[case] reason: RefundReason,
    #[case] change: fn(&World),
    #[case] refunded: i64,
    #[values(settle_by_webhook, settle_by_confirmation, settle_by_reconciliation)] settle: fn(&World),
) {
    let world = World::new();
    world.pay_without_event(TICKET);
    change(&world);
    settle(&world);
    let tables = world.database.tables();
    let refunds: Vec<_> = tables.refunds.iter().map(|one| (one.reason, one.status)).collect();
    drop(tables);
    assert_eq!(refunds, [(reason, Ours::Succeeded)]);
    assert_eq!(amount_refunded(&world), dollars(refunded));
    assert_eq!(world.statuses(), [if reason == PaidTooMuch { Settled } else { Refunded }]);
}

#[test]
fn a_refund_starts_immediately_if_the_intent_to_be_canceled_was_already_paid() {
    let world = World::new();
    world.pay_without_event(TICKET);
    mark_paid(&world.deps, &admin(), TICKET).unwrap();
    run_due_jobs(&world.deps, MONEY_WORKERS).unwrap();
    assert_eq!((world.statuses(), amount_refunded(&world)), (vec![Refunded], dollars(150)));
}

/// The provider doesn't respond to the request for the refund. The payment stays due for refund, and
/// reconciliation requests the refund again.
#[test]
fn a_refund_whose_first_request_fails_is_retried_by_reconciliation() {
    let world = World::new();
    world.pay_without_event(TICKET);
    mark_paid(&world.deps, &admin(), TICKET).unwrap();
    world.provider.fail_next(Call::Refund, Fault::Down);
    settle_by_webhook(&world);
    assert_eq!(amount_refunded(&world), dollars(0));
    world.reconcile();
    assert_eq!((world.statuses(), amount_refunded(&world)), (vec![Refunded], dollars(150)));
}
