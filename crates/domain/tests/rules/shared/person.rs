//! Tests of the personal details that drivers enter.

use domain::shared::person::{
    DateOfBirth, DateOfBirthError, FullName, FullNameError, LicenseNumber, LicenseNumberError,
};
use rstest::rstest;

use crate::build::date;

#[rstest]
#[case(" Ann Lee ", Ok("Ann Lee"))]
#[case("José Ñandú O'Neil-李", Ok("José Ñandú O'Neil-李"))]
#[case("", Err(FullNameError::Empty))]
#[case::hangul_filler("\u{3164}", Err(FullNameError::Empty))]
#[case::zero_width_space("\u{200b} \u{200b}", Err(FullNameError::Empty))]
#[case::blank_braille("\u{2800}\u{2800}", Err(FullNameError::Empty))]
#[case::tags("\u{e0041}\u{e0042}", Err(FullNameError::Empty))]
#[case::joiners("\u{200d}\u{2060}\u{feff}", Err(FullNameError::Empty))]
#[case::a_joiner_between_letters("Ann\u{200d}Lee", Ok("Ann\u{200d}Lee"))]
#[case::staff_may_use_our_name("Lanewise Support", Ok("Lanewise Support"))]
#[case("Ann\0Lee", Err(FullNameError::Unprintable))]
#[case("Ann\nLee", Err(FullNameError::Unprintable))]
fn a_full_name_needs_visible_characters_and_no_control_characters(
    #[case] text: &str,
    #[case] expected: Result<&str, FullNameError>,
) {
    assert_eq!(FullName::parse(text).as_ref().map(FullName::as_str), expected.as_ref().copied());
}

#[rstest]
#[case::exactly_as_written("Lanewise Support")]
#[case::other_case("LANEWISE")]
#[case::within_a_word("MyLaneWiseTeam")]
#[case::accents("L\u{e1}newis\u{e9}")]
#[case::decomposed("La\u{301}newise")]
#[case::full_width("\u{ff2c}\u{ff41}newise")]
#[case::a_zero_width_space("Lane\u{200b}wise")]
fn a_drivers_name_must_not_contain_lanewise(#[case] name: &str) {
    assert_eq!(FullName::of_driver(name), Err(FullNameError::Ours));
}

#[rstest]
#[case("Lane Wiseman")]
#[case("Elaine Wise")]
#[case("Jos\u{e9} \u{d1}and\u{fa}")]
fn a_drivers_name_may_be_similar_to_lanewise(#[case] name: &str) {
    assert!(FullName::of_driver(name).is_ok());
}

#[rstest]
#[case(" d123-456-78 ", Ok("d123-456-78"))]
#[case("WDLABCD*456D", Ok("WDLABCD*456D"))]
#[case(" ", Err(LicenseNumberError::Empty))]
#[case("***", Err(LicenseNumberError::NotInANumber))]
#[case("D123;DROP", Err(LicenseNumberError::NotInANumber))]
#[case("D123\0", Err(LicenseNumberError::NotInANumber))]
fn a_license_number_is_trimmed_and_has_only_allowed_characters(
    #[case] text: &str,
    #[case] expected: Result<&str, LicenseNumberError>,
) {
    assert_eq!(LicenseNumber::parse(text).as_ref().map(LicenseNumber::as_str), expected.as_ref().copied());
}

#[test]
fn names_and_license_numbers_have_maximum_lengths() {
    assert!(FullName::parse(&"é".repeat(100)).is_ok());
    assert_eq!(FullName::parse(&"é".repeat(101)), Err(FullNameError::TooLong));
    assert!(LicenseNumber::parse(&"9".repeat(32)).is_ok());
    assert_eq!(LicenseNumber::parse(&"9".repeat(33)), Err(LicenseNumberError::TooLong));
}

#[rstest]
#[case("1990-05-17", "2026-01-15", Ok(()))]
#[case::fourteen_today("2012-01-15", "2026-01-15", Ok(()))]
#[case::fourteen_tomorrow("2012-01-16", "2026-01-15", Err(DateOfBirthError::TooYoung))]
#[case::leap_day_not_yet("2012-02-29", "2026-02-28", Err(DateOfBirthError::TooYoung))]
#[case::leap_day("2012-02-29", "2026-03-01", Ok(()))]
#[case::today("2026-01-15", "2026-01-15", Err(DateOfBirthError::TooYoung))]
#[case::tomorrow("2026-01-16", "2026-01-15", Err(DateOfBirthError::InTheFuture))]
#[case::oldest("1900-01-01", "2026-01-15", Ok(()))]
#[case::older("1899-12-31", "2026-01-15", Err(DateOfBirthError::TooLongAgo))]
#[case::far_past("-5000-01-01", "2026-01-15", Err(DateOfBirthError::TooLongAgo))]
fn a_driver_is_at_least_14_and_born_since_1900(
    #[case] born: &str,
    #[case] today: &str,
    #[case] expected: Result<(), DateOfBirthError>,
) {
    let parsed = DateOfBirth::parse(date(born), date(today));
    assert_eq!(parsed.map(DateOfBirth::date), expected.map(|()| date(born)));
}

#[test]
fn missing_fields_have_the_specified_messages() {
    assert_eq!(FullNameError::Empty.to_string(), "Full name is required");
    assert_eq!(LicenseNumberError::Empty.to_string(), "Driver's license number is required");
    assert_eq!(DateOfBirthError::Empty.to_string(), "Date of birth is required");
    assert_eq!(domain::shared::person::email::EmailError::Empty.to_string(), "Email is required");
    assert_eq!(domain::accounts::password::PasswordError::Empty.to_string(), "Password is required");
}
