//! Tests of phone numbers, emails, plates, SSN digits, messages and other texts. Most tests of phone numbers
//! and SSN digits are in `cases/`.

use domain::help::inquiry::{ClientMessageId, HelpRequest, InquiryKind, MessageText};
use domain::requests::identity::{IdentityDigits, RevealReason, RevealReasonError, required_ssn_digits};
use domain::shared::person::email::{Email, EmailError};
use domain::shared::person::phone::{Phone, PhoneError, format_as_typed};
use domain::shared::person::plate::{Plate, PlateError, is_placeholder};
use domain::shared::text::{TextError, line, paragraph};
use domain::shared::us_state::UsState;
use proptest::prelude::*;
use rstest::rstest;

#[rstest]
#[case("", PhoneError::Empty)]
#[case("  ", PhoneError::Empty)]
#[case("555123456", PhoneError::WrongLength)]
#[case("155512345678", PhoneError::WrongLength)]
#[case("+445551234567", PhoneError::NotADigit)]
#[case("0551234567", PhoneError::AreaCode)]
#[case("+1 (055) 123-4567", PhoneError::AreaCode)]
#[case("555123456O", PhoneError::NotADigit)]
#[case("5551234567\0", PhoneError::NotADigit)]
fn an_invalid_phone_number_is_refused(#[case] text: &str, #[case] expected: PhoneError) {
    assert_eq!(Phone::parse(text), Err(expected));
}

#[rstest]
#[case("a@b.co", Ok("a@b.co"))]
#[case("  Ann.Lee+tickets@Mail.Example.com ", Ok("Ann.Lee+tickets@Mail.Example.com"))]
#[case("o'neil@xn--bcher-kva.example", Ok("o'neil@xn--bcher-kva.example"))]
#[case("", Err(EmailError::Empty))]
#[case(" \t ", Err(EmailError::Empty))]
#[case("ann", Err(EmailError::NotAnAddress))]
#[case("@b.co", Err(EmailError::NotAnAddress))]
#[case("ann@", Err(EmailError::NotAnAddress))]
#[case::no_dot("ann@localhost", Err(EmailError::NotAnAddress))]
#[case::empty_label("ann@b..co", Err(EmailError::NotAnAddress))]
#[case::ends_in_a_dot("ann@b.co.", Err(EmailError::NotAnAddress))]
#[case::hyphen_first("ann@-b.co", Err(EmailError::NotAnAddress))]
#[case::hyphen_last("ann@b-.co", Err(EmailError::NotAnAddress))]
#[case::two_ats("ann@b@c.co", Err(EmailError::NotAnAddress))]
#[case::dot_first(".ann@b.co", Err(EmailError::NotAnAddress))]
#[case::two_dots("ann..lee@b.co", Err(EmailError::NotAnAddress))]
#[case::space("ann lee@b.co", Err(EmailError::NotAnAddress))]
#[case::angle("<ann@b.co>", Err(EmailError::NotAnAddress))]
#[case::nul("ann\0@b.co", Err(EmailError::NotAnAddress))]
#[case::line_break("ann@b.co\r\nBcc: c@d.co", Err(EmailError::NotAnAddress))]
#[case::not_ascii("änn@b.co", Err(EmailError::NotAnAddress))]
fn an_email_is_trimmed_and_must_be_a_valid_address(
    #[case] text: &str,
    #[case] expected: Result<&str, EmailError>,
) {
    assert_eq!(Email::parse(text).as_ref().map(Email::as_str), expected.as_ref().copied());
}

#[test]
fn an_emails_parts_have_maximum_lengths() {
    let address = |local: usize, label: usize| {
        let (d, e) = ("d".repeat(63), "e".repeat(label));
        format!("{}@{d}.{d}.{e}.co", "a".repeat(local))
    };
    assert_eq!(Email::parse(&address(64, 58)).map(|email| email.as_str().len()), Ok(254));
    assert_eq!(Email::parse(&address(64, 59)), Err(EmailError::TooLong));
    assert_eq!(Email::parse(&address(65, 1)), Err(EmailError::NotAnAddress));
    assert!(Email::parse(&address(1, 63)).is_ok());
    assert_eq!(Email::parse(&address(1, 64)), Err(EmailError::NotAnAddress));
}

#[test]
fn emails_are_compared_ignoring_case() {
    assert_eq!(Email::parse("Ann@Example.COM").unwrap().normalized(), "ann@example.com");
}

#[rstest]
#[case(" abc-123 ", Ok("ABC-123"))]
#[case("7 xyz 99", Ok("7 XYZ 99"))]
#[case("ABCDEFGHIJ", Ok("ABCDEFGHIJ"))]
#[case("ABCDEFGHIJK", Err(PlateError::TooLong))]
#[case("   ", Err(PlateError::Empty))]
#[case("- -", Err(PlateError::NotOnAPlate))]
#[case("ABC_123", Err(PlateError::NotOnAPlate))]
#[case("straße", Err(PlateError::NotOnAPlate))]
#[case("ABC\0", Err(PlateError::NotOnAPlate))]
fn a_plate_is_normalized_or_refused(#[case] text: &str, #[case] expected: Result<&str, PlateError>) {
    assert_eq!(Plate::parse(text).as_ref().map(Plate::as_str), expected.as_ref().copied());
}

#[test]
fn debug_output_hides_ssn_digits_and_only_iowa_requires_five_digits() {
    let digits = IdentityDigits::parse("98765", Some(UsState::Iowa)).unwrap();
    assert_eq!((digits.expose(), format!("{digits:?}").as_str()), ("98765", "IdentityDigits(****)"));
    for state in UsState::ALL {
        assert_eq!(required_ssn_digits(Some(state)), if state == UsState::Iowa { 5 } else { 4 });
    }
}

#[rstest]
#[case(" hello ", 5, Ok("hello"))]
#[case("hello!", 5, Err(TextError::TooLong { max: 5 }))]
#[case("ééééé", 5, Ok("ééééé"))]
#[case(" ", 5, Err(TextError::Empty))]
#[case("a\0b", 5, Err(TextError::Unprintable))]
#[case("a\u{7f}b", 5, Err(TextError::Unprintable))]
#[case("a\u{85}b", 5, Err(TextError::Unprintable))]
#[case("a\u{202e}b", 5, Err(TextError::Unprintable))]
#[case("a\u{2029}b", 5, Err(TextError::Unprintable))]
#[case("a\nb", 5, Err(TextError::Unprintable))]
#[case("👨‍👩‍👧", 5, Ok("👨‍👩‍👧"))]
fn a_line_of_text_is_trimmed_limited_and_printable(
    #[case] text: &str,
    #[case] max: usize,
    #[case] expected: Result<&str, TextError>,
) {
    assert_eq!(line(text, max), expected.map(str::to_owned));
}

#[test]
fn a_paragraph_may_contain_line_breaks_and_a_message_is_trimmed_and_limited() {
    assert_eq!(paragraph("a\r\n\tb\n", 9), Ok("a\r\n\tb".to_owned()));
    assert_eq!(paragraph("a\0b", 9), Err(TextError::Unprintable));
    assert_eq!(MessageText::parse("  hi\nthere ").unwrap().as_str(), "hi\nthere");
    assert_eq!(MessageText::parse(" \n "), Err(TextError::Empty));
    assert!(MessageText::parse(&"a".repeat(4000)).is_ok());
    assert_eq!(MessageText::parse(&"a".repeat(4001)), Err(TextError::TooLong { max: 4000 }));
}

proptest! {
    #[test]
    fn a_displayed_phone_number_is_parsed_back_to_the_same_number(digits in "[2-9][0-9]{9}") {
        let phone = Phone::parse(&digits).unwrap();
        prop_assert_eq!(phone.digits(), &digits);
        prop_assert_eq!(Phone::parse(&phone.formatted()), Ok(phone));
    }

    #[test]
    fn formatting_a_phone_number_while_typing_gives_the_same_result_as_formatting_its_digits(typed in "\\PC{0,20}", next in "\\PC") {
        let shown = format_as_typed(&typed);
        prop_assert_eq!(&format_as_typed(&shown), &shown);
        let filtered: String =
            typed.chars().filter(char::is_ascii_digit).skip_while(|digit| *digit == '1').take(10).collect();
        prop_assert_eq!(format_as_typed(&(shown + &next)), format_as_typed(&(filtered + &next)));
    }

    #[test]
    fn no_accepted_text_has_a_control_character(text in "\\PC{0,6}[\\x00-\\x1f\\x7f-\\u{9f}]\\PC{1,6}") {
        let accepted_texts = [
            line(&text, 99).ok(),
            Plate::parse(&text).ok().map(|plate| plate.as_str().to_owned()),
            Email::parse(&text).ok().map(|email| email.as_str().to_owned()),
        ];
        prop_assert!(accepted_texts.iter().flatten().all(|text| !text.contains(char::is_control)));
    }
}

#[test]
fn a_client_message_id_is_short_printable_text() {
    assert_eq!(ClientMessageId::parse(" a-1 ").unwrap().as_str(), "a-1");
    assert_eq!(ClientMessageId::parse(" "), Err(TextError::Empty));
    assert_eq!(ClientMessageId::parse(&"a".repeat(65)), Err(TextError::TooLong { max: 64 }));
    assert_eq!(ClientMessageId::parse("a\nb"), Err(TextError::Unprintable));
}

#[test]
fn a_help_request_returns_its_kind_message_and_phone() {
    let (message, phone) = (MessageText::parse("Help").unwrap(), Phone::parse("5551234567").unwrap());
    let chat = HelpRequest::Chat { message: message.clone(), phone: None };
    assert_eq!((chat.kind(), chat.message(), chat.phone()), (InquiryKind::Chat, Some(&message), None));
    let callback = HelpRequest::Callback { phone: phone.clone(), message: None };
    assert_eq!(
        (callback.kind(), callback.message(), callback.phone()),
        (InquiryKind::Callback, None, Some(&phone))
    );
}

#[rstest]
#[case("", Some(RevealReasonError::TooShort))]
#[case("   nine chr   ", Some(RevealReasonError::TooShort))]
#[case(" ten chars! ", None)]
#[case(&"x".repeat(300), None)]
#[case(&"x".repeat(301), Some(RevealReasonError::Text(TextError::TooLong { max: 300 })))]
#[case("two\nlines, and long enough", Some(RevealReasonError::Text(TextError::Unprintable)))]
fn a_reveal_reason_is_one_line_with_a_minimum_and_a_maximum_length(
    #[case] text: &str,
    #[case] expected: Option<RevealReasonError>,
) {
    assert_eq!(RevealReason::parse(text).err(), expected);
}

#[test]
fn ssn_digits_in_a_stored_reveal_reason_are_masked() {
    let reason = RevealReason::parse("Is it 1234, or 1234 5?").unwrap();
    assert_eq!(reason.with_masked("1234"), "Is it ****, or **** 5?");
    assert_eq!(reason.with_masked("9999"), "Is it 1234, or 1234 5?");
}

#[rstest]
#[case("NOPLATE")]
#[case("no plate")]
#[case("NO-PLATE")]
#[case("NULL")]
#[case("NONE")]
#[case("UNKNOWN")]
#[case("TEMP")]
#[case("BLANKPLATE")]
#[case("N/A")]
#[case("NA")]
#[case("XXXXXXX")]
#[case("000 000")]
#[case("11")]
fn a_plate_that_means_no_plate_is_a_placeholder(#[case] plate: &str) {
    assert!(is_placeholder(plate));
}

#[rstest]
#[case("ABC1234")]
#[case("7")]
#[case("A")]
#[case("TEMP 1")]
#[case("NOPLATE1")]
#[case("XXXXXXY")]
#[case("")]
fn a_real_plate_is_not_a_placeholder(#[case] plate: &str) {
    assert!(!is_placeholder(plate));
}
