//! Money that a bank returns to us: a refund fails, or the bank reverses its decision about a
//! chargeback. The money pays for its item again if it still covers the fine.

use application::driving_record::filing::remove_item;
use application::payments::mark_paid::mark_paid;
use application::payments::receipts;
use application::payments::refunds::by_staff::{self, RefundOrder};
use application::payments::remittances::billed_again;
use chrono::TimeDelta;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::HireStatus;
use domain::payments::chargeback::ChargebackStatus::{Lost, Won};
use domain::payments::ledger::Account::{Provider, ToReturn, TrafficFines};
use domain::payments::payment::PaymentStatus::{self, RefundDue, Refunded, Settled};
use domain::payments::payment::TransactionStatus;
use domain::payments::receipt::ReceiptStatus;
use domain::payments::refund::RefundReason::{
    self, ByStaff, ItemRemoved, PaidTooLittle, PaidTooMuch, PaidTwice,
};
use domain::payments::refund::RefundStatus as Ours;
use domain::shared::ids::{PaymentId, RefundId, TransactionId};
use domain::shared::payable::Payable;
use ports::payments::gateway::{ProviderChargeback, RefundStatus};
use rstest::rstest;

use crate::support::store::payments::chargebacks::disputed;
use crate::support::*;

/// Returns a world in which the driver paid and staff refunded the whole payment.
fn world_with_refund(payable: Payable) -> World {
    let world = World::new();
    world.pay_and_settle(payable);
    let all = due(payable);
    let order = RefundOrder { amount: all, left: all, note: "A mistake".to_owned(), removes_item: false };
    by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order).unwrap();
    assert_eq!(world.statuses(), [Refunded]);
    world
}

/// Makes the bank return the refund a day later, for example because the card was closed.
fn bank_returns_refund(world: &World) {
    world.provider.set_refund("re_1", RefundStatus::Failed);
    world.advance(TimeDelta::hours(25));
    world.reconcile();
}

/// Returns a world in which the driver paid and a bank took the money.
fn world_with_chargeback(payable: Payable) -> World {
    let world = World::new();
    world.pay_and_settle(payable);
    world.set_chargeback(ProviderChargeback { amount: due(payable), ..disputed(Lost) });
    world.deliver_chargeback_event("evt_lost", "du_1");
    world
}

/// Makes the bank reverse its decision, and return the money of the lost chargeback.
fn bank_reverses_decision(world: &World) {
    let amount = world.chargeback().amount;
    world.set_chargeback(ProviderChargeback { amount, ..disputed(Won) });
    world.deliver_chargeback_event("evt_won", "du_1");
}

/// Returns the reason, the status and the dollars of each refund.
fn refunds(world: &World) -> Vec<(RefundReason, Ours, i64)> {
    let tables = world.database.tables();
    tables.refunds.iter().map(|one| (one.reason, one.status, one.amount.cents() / 100)).collect()
}

fn raise_fine(world: &World) {
    world.set_ticket_amount("200");
}

fn lower_fine(world: &World) {
    world.set_ticket_amount("60");
}

fn remove_ticket(world: &World) {
    drop(remove_item(&world.deps, &admin(), TICKET, "Dismissed").unwrap());
}

fn mark_item_paid(world: &World) {
    mark_paid(&world.deps, &admin(), TICKET).unwrap();
}

#[rstest]
#[case::an_unchanged_fine(|_: &World| (), Settled, true, &[(ByStaff, Ours::Failed, 150)])]
#[case::a_raised_fine(raise_fine, RefundDue, false, &[(ByStaff, Ours::Failed, 150)])]
#[case::a_lowered_fine(lower_fine, Settled, true, &[(ByStaff, Ours::CalledOff, 150), (PaidTooMuch, Ours::Succeeded, 90)])]
#[case::a_removed_item(remove_ticket, RefundDue, false, &[(ByStaff, Ours::Failed, 150)])]
#[case::an_item_marked_paid(mark_item_paid, RefundDue, true, &[(ByStaff, Ours::Failed, 150)])]
fn money_of_a_failed_refund_pays_the_item_again_if_the_money_still_covers_the_fine(
    #[case] change: fn(&World),
    #[case] payment: PaymentStatus,
    #[case] is_paid: bool,
    #[case] expected: &[(RefundReason, Ours, i64)],
) {
    let world = world_with_refund(TICKET);
    change(&world);
    bank_returns_refund(&world);
    assert_eq!((world.statuses(), world.is_paid(TICKET)), (vec![payment], is_paid));
    assert_eq!(refunds(&world), expected);
}

#[rstest]
#[case::an_unchanged_fine(|_: &World| (), Settled, true, &[])]
#[case::a_raised_fine(raise_fine, Refunded, false, &[(PaidTooLittle, Ours::Succeeded, 150)])]
#[case::a_lowered_fine(lower_fine, Settled, true, &[(PaidTooMuch, Ours::Succeeded, 90)])]
#[case::a_removed_item(remove_ticket, Refunded, false, &[(ItemRemoved, Ours::Succeeded, 150)])]
#[case::an_item_marked_paid(mark_item_paid, Refunded, true, &[(PaidTwice, Ours::Succeeded, 150)])]
fn money_won_back_in_a_chargeback_pays_the_item_again_if_the_money_still_covers_the_fine(
    #[case] change: fn(&World),
    #[case] payment: PaymentStatus,
    #[case] is_paid: bool,
    #[case] expected: &[(RefundReason, Ours, i64)],
) {
    let world = world_with_chargeback(TICKET);
    change(&world);
    bank_reverses_decision(&world);
    assert_eq!((world.statuses(), world.is_paid(TICKET)), (vec![payment], is_paid));
    assert_eq!(refunds(&world), expected);
}

/// Staff refunded $20 of $150, and then the rest. The bank returns only the $20.
#[test]
fn money_of_a_failed_partial_refund_does_not_pay_the_item() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    for (amount, remaining) in [(20, 150), (130, 130)] {
        let (amount, remaining) = (dollars(amount), dollars(remaining));
        let order =
            RefundOrder { amount, left: remaining, note: "A mistake".to_owned(), removes_item: false };
        by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order).unwrap();
    }
    bank_returns_refund(&world);
    assert_eq!((world.statuses(), world.is_paid(TICKET)), (vec![RefundDue], false));
    assert_eq!(refunds(&world), [(ByStaff, Ours::Failed, 20), (ByStaff, Ours::Succeeded, 130)]);
    let books = &world.database.tables().books;
    assert_eq!([Provider, TrafficFines, ToReturn].map(|of| books.balance(of)), [2_000, 0, -2_000]);
}

#[rstest]
#[case::by_a_returned_refund(world_with_refund(PARKING), bank_returns_refund, RefundDue)]
#[case::by_a_chargeback_won_after_a_loss(world_with_chargeback(PARKING), bank_reverses_decision, Refunded)]
fn money_of_a_failed_refund_or_won_chargeback_does_not_pay_an_item_settled_with_the_city(
    #[case] world: World,
    #[case] return_money: fn(&World),
    #[case] expected: PaymentStatus,
) {
    world.settle_with_city();
    return_money(&world);
    assert_eq!((world.statuses(), world.is_paid(PARKING)), (vec![expected], false));
}

/// Staff changed the status of the canceled hire, which moves no money. The returned money pays for the hire,
/// if it is enough.
#[rstest]
#[case::the_hire_stays_canceled(|_: &World| (), HireStatus::Cancelled, RefundDue)]
#[case::the_same_price(reopen_hire, HireStatus::Contacted, Settled)]
#[case::a_higher_price(|world: &World| { reopen_hire(world); raise_fine(world) }, HireStatus::Cancelled, RefundDue)]
#[case::a_lower_price(|world: &World| { reopen_hire(world); lower_fine(world) }, HireStatus::Contacted, Settled)]
fn money_of_a_failed_refund_pays_a_reopened_hire_if_the_money_covers_the_price(
    #[case] change: fn(&World),
    #[case] hire: HireStatus,
    #[case] payment: PaymentStatus,
) {
    let world = world_with_refund(LAWYER);
    change(&world);
    bank_returns_refund(&world);
    let status = world.database.tables().hires[0].status;
    assert_eq!((status, world.statuses()), (hire, vec![payment]));
}

/// Sets the case's step to an open one, as reopening the hire does.
fn reopen_hire(world: &World) {
    world.database.tables().set_first_case(CaseStep::CourtDateSet);
}

#[rstest]
#[case::the_same_price(reopen_hire, &[])]
#[case::a_higher_price(|world: &World| { reopen_hire(world); raise_fine(world) }, &[(PaidTooLittle, Ours::Succeeded, 75)])]
#[case::a_lower_price(|world: &World| { reopen_hire(world); lower_fine(world) }, &[(PaidTooMuch, Ours::Succeeded, 45)])]
fn money_won_back_in_a_chargeback_pays_a_reopened_hire_if_the_money_covers_the_price(
    #[case] change: fn(&World),
    #[case] expected: &[(RefundReason, Ours, i64)],
) {
    let world = world_with_chargeback(LAWYER);
    change(&world);
    bank_reverses_decision(&world);
    assert_eq!(refunds(&world), expected);
}

/// Staff refunded the whole payment, and then a lost chargeback took the same amount. When the
/// refund fails, no money is left to pay for the item.
#[test]
fn a_refund_that_fails_after_the_payment_was_charged_back_does_not_pay_the_item() {
    let world = world_with_refund(TICKET);
    world.set_chargeback(disputed(Lost));
    world.deliver_chargeback_event("evt_lost", "du_1");
    bank_returns_refund(&world);
    assert_eq!((world.statuses(), world.is_paid(TICKET)), (vec![PaymentStatus::ChargedBack], false));
    assert_eq!(refunds(&world), [(ByStaff, Ours::CalledOff, 150)]);
}

/// The receipt shows that the money is being refunded, and the driver can't get a letter for the court.
#[rstest]
#[case::removed(remove_ticket)]
#[case::paid_another_way(mark_item_paid)]
#[case::raised(raise_fine)]
fn a_failed_refund_whose_money_pays_for_nothing_is_shown_as_a_pending_refund(#[case] change: fn(&World)) {
    let world = world_with_refund(TICKET);
    change(&world);
    bank_returns_refund(&world);
    assert_eq!(world.database.tables().transactions[0].status, TransactionStatus::RefundPending);
    let receipt =
        world.transact(|store| receipts::receipt_of_transaction(store, &driver(), TransactionId(1))).unwrap();
    assert_eq!((receipt.status, receipt.trail), (ReceiptStatus::RefundPending, None));
    let letter = world
        .transact(|store| billed_again::letter_to_court(&world.deps, store, &driver(), TransactionId(1)));
    assert_eq!(outcome(&letter), "NothingToProve");
    by_staff::mark_paid_otherwise(&world.deps, &admin(), RefundId(1), "Check 1001").unwrap();
    assert_eq!(world.database.tables().transactions[0].status, TransactionStatus::Refunded);
}
