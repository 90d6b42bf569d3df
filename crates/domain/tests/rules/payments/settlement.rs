//! What received money does for its item.

use domain::payments::payment::PaymentStatus;
use domain::payments::receipt::PaidStatus;
use domain::payments::refund::RefundReason::{ItemRemoved, LawyerHired, PaidTooLittle, PaidTwice};
use domain::payments::settlement::{Need, Settlement};
use domain::shared::money::Money;
use rstest::rstest;

fn pays(due: i64, excess: i64) -> Settlement {
    Settlement::Pays { due: Money::from_dollars(due), excess: Money::from_dollars(excess) }
}

#[rstest]
#[case::enough(Need::Due(Money::from_dollars(100)), pays(100, 0))]
#[case::too_little(Need::Due(Money::from_dollars(150)), Settlement::Returns(PaidTooLittle))]
#[case::too_much(Need::Due(Money::from_dollars(60)), pays(60, 40))]
#[case::paid_another_way(Need::Nothing, Settlement::Returns(PaidTwice))]
#[case::a_lawyer_was_hired(Need::Lawyer, Settlement::Returns(LawyerHired))]
#[case::removed(Need::Removed, Settlement::Returns(ItemRemoved))]
fn a_payment_of_100_dollars_pays_or_is_returned_depending_on_the_need(
    #[case] need: Need,
    #[case] expected: Settlement,
) {
    assert_eq!(Settlement::of(need, Money::from_dollars(100)), expected);
}

#[rstest]
#[case(PaidStatus::Completed, PaymentStatus::Settled, PaidStatus::Completed)]
#[case(PaidStatus::Completed, PaymentStatus::RefundDue, PaidStatus::RefundPending)]
#[case(PaidStatus::PartlyRefunded, PaymentStatus::RefundDue, PaidStatus::RefundPending)]
#[case(PaidStatus::Refunded, PaymentStatus::RefundDue, PaidStatus::Refunded)]
fn money_that_pays_nothing_is_shown_as_a_pending_refund(
    #[case] by_refunds: PaidStatus,
    #[case] payment: PaymentStatus,
    #[case] expected: PaidStatus,
) {
    assert_eq!(by_refunds.unless_it_pays_nothing(payment), expected);
}
