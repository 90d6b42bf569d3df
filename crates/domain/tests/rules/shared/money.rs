//! Tests of money, fines and fees.

use domain::driving_record::amount::{Amount, AmountError};
use domain::driving_record::fine::{
    BASES, LAWYER_SHARE_PERCENT, MAX_CHARGE, MIN_CHARGE, NotPayableReason, fine_or_estimate, lawyer_price,
    not_payable,
};
use domain::driving_record::ticket::{FeeType, Fees};
use domain::payments::fees::{RECORDED_OUR_FEE, RECORDED_PROCESSING_FEE};
use domain::shared::money::Money;
use proptest::prelude::*;
use rstest::rstest;

use crate::build::{parking, ticket, toll};

const fn cents(cents: i64) -> Money {
    Money::from_cents(cents)
}

#[rstest]
#[case("150", Some(15000))]
#[case("150.5", Some(15050))]
#[case("150.00", Some(15000))]
#[case("0", Some(0))]
#[case("100000000.00", Some(10000000000))]
#[case::over_the_maximum("100000000.01", None)]
#[case::no_digits("", None)]
#[case::three_decimals("150.000", None)]
#[case::bare_point("150.", None)]
#[case::no_whole_dollars(".50", None)]
#[case::dollar_sign("$150", None)]
#[case::comma("1,250", None)]
#[case::space(" 150", None)]
#[case::minus("-1", None)]
#[case::minus_after_the_point("1.-1", None)]
#[case::plus("+1", None)]
#[case::exponent("1e2", None)]
#[case::other_script("١٥٠", None)]
#[case::other_script_after_the_point("1.٥", None)]
#[case::overflow("99999999999999999999", None)]
fn a_decimal_amount_has_only_digits_and_at_most_two_decimals(
    #[case] text: &str,
    #[case] expected: Option<i64>,
) {
    assert_eq!(Money::parse_decimal(text).map(Money::cents), expected);
}

#[rstest]
#[case(0, "0.00", "$0")]
#[case(5, "0.05", "$0.05")]
#[case(7500, "75.00", "$75")]
#[case(125000, "1250.00", "$1,250")]
#[case(99999999, "999999.99", "$999,999.99")]
#[case(100000000, "1000000.00", "$1,000,000")]
#[case(-123456, "-1234.56", "-$1,234.56")]
#[case(i64::MIN, "-92233720368547758.08", "-$92,233,720,368,547,758.08")]
fn money_is_written_for_storage_and_for_display(
    #[case] amount: i64,
    #[case] stored: &str,
    #[case] displayed: &str,
) {
    assert_eq!(
        (cents(amount).to_string(), cents(amount).for_display()),
        (stored.to_owned(), displayed.to_owned())
    );
}

#[test]
fn adding_or_subtracting_amounts_returns_none_on_overflow() {
    assert_eq!(cents(1).checked_add(cents(2)), Some(cents(3)));
    assert_eq!(cents(1).checked_sub(cents(2)), Some(cents(-1)));
    assert_eq!(cents(i64::MAX).checked_add(cents(1)), None);
    assert_eq!(cents(i64::MIN).checked_sub(cents(1)), None);
    assert_eq!(Money::from_dollars(2), cents(200));
}

#[test]
fn an_items_fine_is_its_amount_or_an_estimate_if_the_amount_is_unknown() {
    assert_eq!(ticket(1).fine(), cents(15000));
    assert_eq!(parking(1).fine(), cents(6500));
    assert_eq!(toll(1).fine(), cents(425));
    let mut unknown = ticket(1);
    (unknown.filed.amount, unknown.filed.points) = ("pending".to_owned(), 2);
    assert_eq!(unknown.fine(), cents(20000));
    let mut unknown = parking(1);
    unknown.filed.amount = "pending".to_owned();
    assert_eq!(unknown.fine(), cents(7500), "a parking ticket's violation type is ignored");
    let mut unknown = toll(1);
    unknown.filed.amount = "pending".to_owned();
    assert_eq!(unknown.fine(), cents(10000));
}

#[test]
fn base_fines_match_the_specification() {
    let bases: Vec<_> = BASES.iter().map(|(name, base)| (*name, base.cents())).collect();
    assert_eq!(
        bases,
        [
            ("Speeding", 15000),
            ("Red light violation", 20000),
            ("Parking violation", 7500),
            ("Stop sign violation", 12500),
            ("Reckless driving", 30000),
        ]
    );
}

#[test]
fn fees_match_the_specification() {
    assert_eq!((RECORDED_PROCESSING_FEE, RECORDED_OUR_FEE), (cents(299), cents(299)));
    let own = [Fees::default_for_ticket(), Fees::default_for_parking(), Fees::default_for_toll()];
    assert_eq!(own.map(|fees| fees.our_fee), [cents(299), cents(199), cents(150)]);
    assert!(own.iter().all(|fees| fees.fee_type == FeeType::Flat && fees.processing_fee == Money::ZERO));
}

#[rstest]
#[case(0, Some(NotPayableReason::TooSmall))]
#[case(49, Some(NotPayableReason::TooSmall))]
#[case(50, None)]
#[case(99_999_999, None)]
#[case(100_000_000, Some(NotPayableReason::TooLarge))]
fn card_payments_must_be_at_least_50_cents_and_less_than_a_million_dollars(
    #[case] due: i64,
    #[case] expected: Option<NotPayableReason>,
) {
    assert_eq!(not_payable(cents(due)), expected);
}

#[test]
fn messages_about_unpayable_amounts_name_the_limits() {
    assert!(NotPayableReason::TooSmall.sentence().contains(&MIN_CHARGE.for_display()));
    assert!(NotPayableReason::TooLarge.sentence().contains(&MAX_CHARGE.for_display()));
}

proptest! {
    #[test]
    fn a_formatted_amount_is_parsed_back_to_the_same_amount(amount in 0..=Money::MAX_READ.cents()) {
        let money = cents(amount);
        prop_assert_eq!(Money::parse_decimal(&money.to_string()), Some(money));
        prop_assert_eq!(Amount::parse_number(&money.to_string()), Some(money));
        prop_assert_eq!(Amount::parse_number(&money.for_display()), Some(money));
    }

    #[test]
    fn any_string_is_parsed_without_a_panic_and_within_the_limits(text in "[-+$,. 0-9eE\\PC]{0,24}") {
        for money in [Amount::parse_number(&text), Money::parse_decimal(&text)].into_iter().flatten() {
            prop_assert!((Money::ZERO..=Money::MAX_READ).contains(&money));
        }
        if let Some(strict) = Money::parse_decimal(&text) {
            prop_assert_eq!(Amount::parse_number(&text), Some(strict));
        }
    }

    /// A parser that ignored the comma would read a hundred times the amount.
    #[test]
    fn a_decimal_comma_is_never_an_amount(dollars in 0..10_000_000_u32, cents in 0..100_u32) {
        prop_assert_eq!(Amount::parse(&format!("{dollars},{cents:02}")), Err(AmountError::Comma));
        prop_assert_eq!(Amount::parse(&format!("${dollars},{cents:02}")), Err(AmountError::Comma));
    }

    #[test]
    fn more_than_two_decimals_are_never_an_amount(dollars in 0..10_000_000_u32, decimals in "[0-9]{3,9}") {
        prop_assert_eq!(Amount::parse(&format!("{dollars}.{decimals}")), Err(AmountError::Decimals));
    }

    #[test]
    fn a_string_with_a_digit_is_never_parsed_as_words(text in "\\PC{0,24}") {
        if Amount::parse(&text) == Ok(Amount::Words) {
            prop_assert!(!text.chars().any(char::is_numeric));
        }
    }

    #[test]
    fn the_lawyers_price_is_rounded_by_at_most_half_a_cent(amount in any::<i32>()) {
        let (whole, share) = (i64::from(amount), lawyer_price(cents(i64::from(amount))).cents());
        prop_assert!((share * 100 - whole * LAWYER_SHARE_PERCENT).abs() <= 50);
    }

    #[test]
    fn every_point_adds_25_dollars_to_the_base_fine(points in 0..i32::MAX, violation in ".{0,20}") {
        prop_assert_eq!(fine_or_estimate("", &violation, points + 1).cents() - fine_or_estimate("", &violation, points).cents(), 2500);
    }
}
