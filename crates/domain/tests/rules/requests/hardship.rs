//! Tests of the requests of drivers who can't pay an item now.

use chrono::NaiveDate;
use domain::requests::hardship::Need;
use domain::requests::hardship::NeedKind::{self, *};
use domain::shared::money::Money;
use rstest::rstest;

use crate::build::date;

const FINE: Money = Money::from_dollars(150);

fn validate_need(
    kind: NeedKind,
    amount: Option<Money>,
    pay_by: Option<NaiveDate>,
) -> Result<Need, (&'static str, String)> {
    Need::validate(kind, amount, pay_by, Some(FINE), date("2026-11-28"))
}

#[rstest]
#[case::tomorrow("2026-11-29", true)]
#[case::in_two_years("2028-11-27", true)]
#[case::today("2026-11-28", false)]
#[case::after_two_years("2028-11-28", false)]
fn the_requested_day_to_pay_must_be_within_two_years(#[case] day: &str, #[case] is_valid: bool) {
    let checked = validate_need(MoreTime, None, Some(date(day)));
    let expected = Ok(Need::MoreTime(date(day)));
    assert_eq!(checked.map_err(|(field, _)| field), if is_valid { expected } else { Err("payBy") });
}

#[rstest]
#[case::a_cent(1, true)]
#[case::a_cent_less_than_the_fine(14_999, true)]
#[case::nothing(0, false)]
#[case::the_whole_fine(15_000, false)]
fn a_requested_amount_must_be_less_than_the_fine(
    #[case] cents: i64,
    #[case] is_valid: bool,
    #[values(SmallerPayments, LowerAmount)] kind: NeedKind,
) {
    let amount = Money::from_cents(cents);
    let checked = validate_need(kind, Some(amount), None);
    assert_eq!(checked.as_ref().ok().and_then(|need| need.amount()), is_valid.then_some(amount));
    assert_eq!(checked.err().map(|(field, _)| field), (!is_valid).then_some("amount"));
}

#[test]
fn a_requested_amount_is_not_compared_with_an_estimated_fine() {
    let high = Money::from_dollars(300);
    let today = date("2026-11-28");
    assert!(Need::validate(LowerAmount, Some(high), None, None, today).is_ok());
    let too_high = Some(Money::from_dollars(100_001));
    assert!(Need::validate(LowerAmount, too_high, None, None, today).is_err());
}

#[rstest]
#[case::more_time(MoreTime, "payBy")]
#[case::smaller_payments(SmallerPayments, "amount")]
#[case::a_lower_amount(LowerAmount, "amount")]
fn each_kind_of_help_requires_its_amount_or_day(#[case] kind: NeedKind, #[case] field: &str) {
    assert_eq!(validate_need(kind, None, None).unwrap_err().0, field);
}

#[test]
fn each_kind_of_help_ignores_the_values_of_other_kinds() {
    let (amount, day) = (Money::from_dollars(50), date("2027-01-15"));
    let found = NeedKind::ALL.iter().map(|kind| validate_need(*kind, Some(amount), Some(day)).unwrap());
    let found: Vec<_> = found.map(|need| (need.kind(), need.amount(), need.pay_by())).collect();
    let expected = [
        (MoreTime, None, Some(day)),
        (SmallerPayments, Some(amount), None),
        (LowerAmount, Some(amount), None),
    ];
    assert_eq!(found, expected);
    assert!(found.iter().all(|(kind, amount, day)| Need::stored(*kind, *amount, *day).is_some()));
}
