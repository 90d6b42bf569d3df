//! Tests of confirmation and receipt numbers, and of the times and statuses on receipts.

use std::collections::HashSet;

use domain::payments::receipt::{ReceiptStatus, format_local_time, hire_receipt_number, receipt_number};
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::confirmation::{ALPHABET, ConfirmationNumber, PREFIX};
use domain::shared::ids::{HireId, TransactionId};
use domain::shared::money::Money;
use proptest::prelude::*;
use rstest::rstest;

use crate::build::time;

#[test]
fn confirmation_numbers_use_32_characters_without_0_o_1_and_i() {
    assert_eq!(ALPHABET.iter().collect::<HashSet<_>>().len(), 32);
    assert!(ALPHABET.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()));
    assert!(!ALPHABET.iter().any(|byte| b"0O1I".contains(byte)));
}

#[rstest]
#[case([0; 10], "CONF-2222222222")]
#[case([255; 10], "CONF-ZZZZZZZZZZ")]
#[case([0, 1, 7, 8, 9, 31, 32, 33, 63, 64], "CONF-239ABZ23Z2")]
fn a_confirmation_number_is_made_from_random_bytes(#[case] bytes: [u8; 10], #[case] expected: &str) {
    assert_eq!(ConfirmationNumber::from_random(bytes).as_str(), expected);
}

#[rstest]
#[case("CONF-239ABZ23Z2", Some("CONF-239ABZ23Z2"))]
#[case(" conf-239abz23z2 ", Some("CONF-239ABZ23Z2"))]
#[case("239ABZ23Z2", None)]
#[case("CONF-239ABZ23Z", None)]
#[case("CONF-239ABZ23Z22", None)]
#[case::zero("CONF-039ABZ23Z2", None)]
#[case::too_short("CONF-123456", None)]
#[case::not_ascii("CONF-é39ABZ23Z", None)]
#[case("", None)]
fn a_confirmation_number_is_parsed_in_any_case_and_needs_its_prefix_and_allowed_characters(
    #[case] text: &str,
    #[case] expected: Option<&str>,
) {
    assert_eq!(ConfirmationNumber::parse(text).as_ref().map(ConfirmationNumber::as_str), expected);
}

#[test]
fn every_character_of_a_confirmation_number_is_equally_likely() {
    for letter in ALPHABET {
        let from = (0..=255).filter(|byte| {
            ConfirmationNumber::from_random([*byte; 10]).as_str().ends_with(char::from(*letter))
        });
        assert_eq!(from.count(), 8);
    }
}

#[rstest]
#[case(42, "2026-01-31T23:59:59Z", "LW-20260131-000042")]
#[case(1_234_567, "2026-12-01T12:00:00Z", "LW-20261201-1234567")]
#[case::before_midnight_in_the_business_time_zone(7, "2026-02-01T04:59:59Z", "LW-20260131-000007")]
#[case::after_midnight_in_the_business_time_zone(7, "2026-02-01T05:00:00Z", "LW-20260201-000007")]
fn a_receipt_number_contains_the_date_in_the_business_time_zone_and_the_id(
    #[case] id: i32,
    #[case] charged_at: &str,
    #[case] expected: &str,
) {
    assert_eq!(receipt_number(TransactionId(id), time(charged_at), BUSINESS_ZONE), expected);
}

#[test]
fn a_hires_receipt_number_has_its_own_prefix() {
    assert_eq!(
        hire_receipt_number(HireId(42), time("2026-01-31T23:59:59Z"), BUSINESS_ZONE),
        "LH-20260131-000042"
    );
}

#[rstest]
#[case::winter("2026-11-21T20:04:00Z", "November 21, 2026 at 3:04 PM EST")]
#[case::summer("2026-07-04T16:00:00Z", "July 4, 2026 at 12:00 PM EDT")]
#[case::the_day_before_in_utc("2026-01-01T04:59:59Z", "December 31, 2025 at 11:59 PM EST")]
#[case::clocks_going_back("2026-11-01T06:30:00Z", "November 1, 2026 at 1:30 AM EST")]
fn a_receipt_shows_times_in_the_business_time_zone(#[case] shown_time: &str, #[case] expected: &str) {
    assert_eq!(format_local_time(time(shown_time), BUSINESS_ZONE), expected);
}

#[rstest]
#[case(0, 0, ReceiptStatus::Completed)]
#[case(0, 100, ReceiptStatus::RefundPending)]
#[case(20, 80, ReceiptStatus::RefundPending)]
#[case(20, 0, ReceiptStatus::PartlyRefunded)]
#[case(0, 20, ReceiptStatus::PartlyRefunded)]
#[case(100, 0, ReceiptStatus::Refunded)]
fn finished_and_pending_refunds_determine_a_receipts_status(
    #[case] refunded: i64,
    #[case] under_way: i64,
    #[case] expected: ReceiptStatus,
) {
    let dollars = Money::from_dollars;
    assert_eq!(ReceiptStatus::of(dollars(100), dollars(refunded), dollars(under_way)), expected);
}

proptest! {
    #[test]
    fn every_generated_confirmation_number_is_parsed_back_to_the_same_number(bytes in any::<[u8; 10]>()) {
        let number = ConfirmationNumber::from_random(bytes);
        prop_assert!(number.as_str().starts_with(PREFIX) && number.as_str().len() == 15);
        prop_assert_eq!(ConfirmationNumber::parse(number.as_str()), Some(number.clone()));
        prop_assert_eq!(number.to_string(), number.as_str());
    }
}
