use chrono::DateTime;
use domain::accounts::verification::{Claim, Verification, VerificationBasis, VerificationRecord};
use domain::shared::person::plate::plain_number;
use rstest::rstest;

#[rstest]
#[case("abc 12-3", "ABC123")]
#[case("ABC123", "ABC123")]
#[case(" a-b ", "AB")]
fn plates_and_licenses_are_compared_without_separators_and_case(#[case] text: &str, #[case] plain: &str) {
    assert_eq!(plain_number(text), plain);
}

#[rstest]
#[case("  ", false)]
#[case("ok", false)]
#[case("Photo of the license", true)]
#[case("two\nlines", false)]
fn the_basis_of_a_verification_is_one_line_with_a_minimum_and_a_maximum_length(
    #[case] text: &str,
    #[case] is_good: bool,
) {
    assert_eq!(VerificationBasis::parse(text).is_ok(), is_good);
    assert!(VerificationBasis::parse(&"x".repeat(VerificationBasis::MAX_CHARS + 1)).is_err());
}

#[test]
fn verifying_the_plate_verifies_neither_the_license_nor_the_email() {
    let mut verification = Verification::default();
    let verified =
        VerificationRecord { at: DateTime::UNIX_EPOCH, basis: Some("Registration document".to_owned()) };
    verification.set(Claim::Plate, Some(verified.clone()));
    assert_eq!(verification.of(Claim::Plate), Some(&verified));
    assert_eq!((verification.of(Claim::License), verification.of(Claim::Email)), (None, None));
}
