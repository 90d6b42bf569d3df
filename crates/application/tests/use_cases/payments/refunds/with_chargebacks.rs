//! Refunds whose money a bank returns after a lost chargeback took the rest of the payment, or all of it.

use application::payments::refunds::by_staff;
use domain::payments::chargeback::ChargebackStatus::Lost;
use domain::payments::payment::PaymentStatus::ChargedBack;
use domain::payments::refund::RefundStatus as Ours;
use domain::shared::ids::{PaymentId, RefundId};
use ports::payments::events::ProviderObject;
use ports::payments::gateway::{ProviderChargeback, RefundStatus};
use rstest::rstest;

use super::{order, refunds};
use crate::support::store::payments::chargebacks::disputed;
use crate::support::*;

#[rstest]
#[case::the_bank_left_a_part(100, Ours::Failed, &[Ours::CalledOff, Ours::Refused], "Ok", 50)]
#[case::the_bank_left_nothing(150, Ours::CalledOff, &[Ours::CalledOff], "ChangedMeanwhile", 0)]
fn a_refund_that_fails_after_a_lost_chargeback_is_limited_to_the_money_that_is_left(
    #[case] charged_back: i64,
    #[case] expected: Ours,
    #[case] after_retry: &[Ours],
    #[case] by_check: &str,
    #[case] total_refunded: i64,
) {
    let world = World::new();
    world.pay_and_settle(TICKET);
    by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(50, 150)).unwrap();
    world
        .provider
        .books()
        .chargebacks
        .push(ProviderChargeback { amount: dollars(charged_back), ..disputed(Lost) });
    world.deliver_chargeback_event("evt_1", "du_1");
    world.provider.set_refund("re_1", RefundStatus::Failed);
    world.push("evt_2", "refund.updated", ProviderObject::Refund("re_1".to_owned()), None).unwrap();
    assert_eq!((world.statuses(), refunds(&world)), (vec![ChargedBack], vec![expected]));
    // The provider refuses to refund a charge whose money a bank has taken.
    world.provider.fail_next(Call::Refund, Fault::Refused);
    by_staff::retry_refund(&world.deps, &admin(), RefundId(1)).unwrap();
    assert_eq!(refunds(&world), after_retry);
    let newest = RefundId(i32::try_from(after_retry.len()).unwrap());
    let paid = by_staff::mark_paid_otherwise(&world.deps, &admin(), newest, "Check 1001");
    assert_eq!(outcome(&paid), by_check);
    assert_eq!((world.statuses(), world.payment(1).refunded), (vec![ChargedBack], dollars(total_refunded)));
}
