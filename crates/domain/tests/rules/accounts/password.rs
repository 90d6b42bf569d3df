//! Tests of the password policy (docs/product/accounts.md#passwords).

use domain::accounts::common::is_common;
use domain::accounts::password::{Password, PasswordError};
use rstest::rstest;

const KNOWN: &[&str] = &["Ann Margaret Quvandrelisko", "ann.quvandrelisko@example.com"];

#[rstest]
#[case::the_demo_accounts("demo-Passw0rd-lanewise", Ok(()))]
#[case::words("correct horse battery staple", Ok(()))]
#[case::ten_characters("kT7#qz!mW4", Ok(()))]
#[case::other_script("дуб-море-лампа-семь", Ok(()))]
#[case::nothing("", Err(PasswordError::Empty))]
#[case::nine_characters("kT7#qz!mW", Err(PasswordError::TooShort))]
#[case::nine_characters_of_two_bytes("ñéüñéüñéü", Err(PasswordError::TooShort))]
#[case::common("password123", Err(PasswordError::Guessable))]
#[case::keyboard("qwertyuiop", Err(PasswordError::Guessable))]
#[case::almost_good_enough("greenapple12", Err(PasswordError::Guessable))]
#[case::just_good_enough("basket9tower", Ok(()))]
#[case::repeated("aaaaaaaaaaaaaaa", Err(PasswordError::Guessable))]
#[case::a_date("1990-05-17", Err(PasswordError::Guessable))]
#[case::own_name("quvandrelisko", Err(PasswordError::Guessable))]
#[case::own_email("ann.quvandrelisko@example.com", Err(PasswordError::Guessable))]
#[case::the_product("lanewise2027", Err(PasswordError::Guessable))]
#[case::the_product_in_other_letters("L4new1se.2027", Err(PasswordError::Guessable))]
#[case::nul("correct horse\0battery staple", Err(PasswordError::Unprintable))]
fn a_password_must_be_long_enough_and_hard_to_guess(
    #[case] password: &str,
    #[case] expected: Result<(), PasswordError>,
) {
    assert_eq!(Password::parse(password, KNOWN).map(|_| ()), expected);
}

#[test]
fn a_rare_name_is_accepted_as_the_password_of_a_user_with_another_name() {
    assert!(Password::parse("quvandrelisko", &[]).is_ok());
}

#[test]
fn password_length_is_counted_in_characters() {
    let long: String = "correct horse battery staple, ñandú ".chars().cycle().take(128).collect();
    assert!(long.len() > 128);
    assert!(Password::parse(&long, &[]).is_ok());
    assert_eq!(Password::parse(&format!("{long}x"), &[]), Err(PasswordError::TooLong));
}

#[test]
fn a_password_is_not_trimmed_and_debug_output_hides_it() {
    let password = Password::parse("  Correct horse battery staple ", &[]).unwrap();
    assert_eq!(password.expose(), "  Correct horse battery staple ");
    assert_eq!(format!("{password:?}"), "Password(****)");
}

#[rstest]
#[case::russian_words_on_an_english_keyboard("zlfvvbhe;bnm")]
#[case::in_any_case("ZLFVVBHE;bnm")]
#[case::as_good_as_random("yjdfzyflt;lf")]
fn a_common_password_is_refused_even_if_zxcvbn_accepts_it(#[case] password: &str) {
    assert!(
        zxcvbn::zxcvbn(password, &[]).score() >= zxcvbn::Score::Three,
        "zxcvbn already refuses {password}"
    );
    assert_eq!(Password::parse(password, &[]), Err(PasswordError::Guessable));
}

#[test]
fn the_list_of_common_passwords_matches_fewer_than_10_of_20000_uncommon_passwords() {
    let matching = (0..20_000).filter(|n: &i32| is_common(&format!("{n} purple harbours"))).count();
    assert!(matching < 10, "{matching}");
}
