//! Tests of the effect of received money on its item, and of the status that receipts show.

use domain::payments::payment::PaymentStatus;
use domain::payments::receipt::ReceiptStatus;
use domain::payments::refund::RefundReason::{
    ItemRemoved, LawyerHired, NothingOwed, PaidTooLittle, PaidTwice,
};
use domain::payments::settlement::{Settlement, SettlementNeed};
use domain::shared::money::Money;
use rstest::rstest;

fn pays(due: i64, excess: i64) -> Settlement {
    Settlement::Pays { due: Money::from_dollars(due), excess: Money::from_dollars(excess) }
}

#[rstest]
#[case::enough(SettlementNeed::Due(Money::from_dollars(100)), pays(100, 0))]
#[case::too_little(SettlementNeed::Due(Money::from_dollars(150)), Settlement::Returns(PaidTooLittle))]
#[case::too_much(SettlementNeed::Due(Money::from_dollars(60)), pays(60, 40))]
#[case::paid_another_way(SettlementNeed::Paid, Settlement::Returns(PaidTwice))]
#[case::nothing_owed(SettlementNeed::NotOwed, Settlement::Returns(NothingOwed))]
#[case::a_lawyer_was_hired(SettlementNeed::Lawyer, Settlement::Returns(LawyerHired))]
#[case::removed(SettlementNeed::Removed, Settlement::Returns(ItemRemoved))]
fn a_payment_of_100_dollars_pays_its_item_or_is_refunded_depending_on_the_items_state(
    #[case] need: SettlementNeed,
    #[case] expected: Settlement,
) {
    assert_eq!(Settlement::of(need, Money::from_dollars(100)), expected);
}

#[rstest]
#[case(ReceiptStatus::Completed, PaymentStatus::Settled, ReceiptStatus::Completed)]
#[case(ReceiptStatus::Completed, PaymentStatus::RefundDue, ReceiptStatus::RefundPending)]
#[case(ReceiptStatus::PartlyRefunded, PaymentStatus::RefundDue, ReceiptStatus::RefundPending)]
#[case(ReceiptStatus::Refunded, PaymentStatus::RefundDue, ReceiptStatus::Refunded)]
fn the_status_of_a_receipt_also_depends_on_the_status_of_its_payment(
    #[case] by_refunds: ReceiptStatus,
    #[case] payment: PaymentStatus,
    #[case] expected: ReceiptStatus,
) {
    assert_eq!(by_refunds.adjust_for_payment(payment), expected);
}

#[test]
fn only_money_of_a_completed_or_partly_refunded_payment_is_sent_to_the_authority() {
    let sent = ReceiptStatus::ALL.iter().copied().filter(|status| status.is_sent_to_authority());
    assert_eq!(sent.collect::<Vec<_>>(), [ReceiptStatus::Completed, ReceiptStatus::PartlyRefunded]);
}
