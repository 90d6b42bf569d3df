//! Tests of the line that the desk shows for an unsolved record.

use domain::back_office::waiting::WaitingFacts;
use domain::payments::refund::RefundStatus;
use domain::shared::money::Money;
use rstest::rstest;

const fn refund(status: RefundStatus, is_requested: bool) -> WaitingFacts {
    WaitingFacts::Refund { amount: Money::from_cents(123_456), status, is_requested }
}

fn chargeback() -> WaitingFacts {
    WaitingFacts::Chargeback(Money::from_dollars(1_250), "product_not_received".to_owned())
}

fn citations(count: i64, number: Option<&str>) -> WaitingFacts {
    WaitingFacts::Citations(count, number.map(str::to_owned))
}

#[rstest]
#[case::one_citation_by_number(citations(1, Some("S3")), "S3")]
#[case::one_citation_without_number(citations(1, None), "1 to review")]
#[case::several_citations(citations(2, Some("S3")), "2 to review")]
#[case::chargeback(chargeback(), "$1,250, product not received")]
#[case::refund_refused_by_the_provider(refund(RefundStatus::Refused, true), "$1,234.56, declined")]
#[case::refund_not_requested(refund(RefundStatus::Refused, false), "$1,234.56, needs a decision")]
#[case::refund_sent_back(refund(RefundStatus::Failed, true), "$1,234.56, returned by the bank")]
#[case::refund_not_taken(refund(RefundStatus::Due, false), "$1,234.56, not completed yet")]
#[case::orphans(WaitingFacts::Orphans(2), "2 to resolve")]
#[case::unread_events(WaitingFacts::UnreadEvents(1), "1 to resolve")]
#[case::late_amount(WaitingFacts::LateAmounts(1), "1 payment late")]
#[case::late_amounts(WaitingFacts::LateAmounts(3), "3 payments late")]
#[case::report(WaitingFacts::Report("Parking ticket".into(), "Ohio".into()), "Parking ticket in Ohio")]
#[case::second_bill(WaitingFacts::SecondBill(Money::from_cents(3_750), "LW-1".into()), "$37.50, LW-1")]
#[case::driver_cannot_come(WaitingFacts::CannotCome("no car".into()), "Can’t come: no car")]
#[case::text_that_may_mean_stop(WaitingFacts::MayMeanStop("no car".into()), "May mean stop: no car")]
#[case::plate(WaitingFacts::Text("ABC-123".into()), "ABC-123")]
fn the_desk_summarizes_each_kind_of_unsolved_record_in_one_line(
    #[case] facts: WaitingFacts,
    #[case] line: &str,
) {
    assert_eq!(facts.label(), line);
}
