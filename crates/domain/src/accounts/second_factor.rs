//! The second factor of staff and lawyers: time-based codes (TOTP, RFC 6238), and recovery codes
//! for a lost device.

use chrono::{DateTime, TimeDelta, Utc};

/// Length of a time step, in seconds. A device shows a new code in each step.
pub const STEP_SECONDS: i64 = 30;
/// Maximum difference between a device's clock and ours, in steps of [`STEP_SECONDS`], in either direction.
pub const SKEW: i64 = 1;
/// Number of invalid codes after which a login starts over, or step-up authentication ends the session.
pub const MAX_TRIES: i32 = 5;
/// Time in which a user must enter the code after the password.
pub const CODE_ENTRY_TIMEOUT: TimeDelta = TimeDelta::minutes(5);
/// Number of recovery codes in the set that a user receives.
pub const RECOVERY_CODES: usize = 10;

/// Returns the number of the TOTP time step at this time.
pub fn step_at(now: DateTime<Utc>) -> i64 {
    now.timestamp().div_euclid(STEP_SECONDS)
}

/// Returns the steps whose codes are accepted now, oldest first. A code is accepted only once, so all steps
/// are after `last`, the step of the last accepted code. The range allows for a device's inexact clock.
pub fn accepted_steps(now: DateTime<Utc>, last: Option<i64>) -> impl Iterator<Item = i64> {
    let present = step_at(now);
    (present - SKEW..=present + SKEW).filter(move |step| last.is_none_or(|last| *step > last))
}

/// The characters of recovery codes: letters and digits that aren't easily confused.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const HALF: usize = 5;

/// Builds a recovery code from random bytes: ten characters, 50 bits, with a dash in the middle.
pub fn recovery_code(bytes: [u8; 10]) -> String {
    let character = |byte: &u8| ALPHABET.get(usize::from(byte % 32)).copied().map_or('A', char::from);
    let (first, second) = bytes.split_at(HALF);
    let half = |bytes: &[u8]| bytes.iter().map(character).collect::<String>();
    format!("{}-{}", half(first), half(second))
}

/// Normalizes a recovery code as a person types it: letters and digits in upper case. `None` if
/// these aren't ten characters.
pub fn normalize_recovery_code(text: &str) -> Option<String> {
    let characters: String = text
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_uppercase())
        .take(2 * HALF + 1)
        .collect();
    (characters.len() == 2 * HALF).then_some(characters)
}

/// Returns the six digits of a typed TOTP code, ignoring whitespace; `None` if it isn't six digits.
pub fn normalize_code(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    (digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    proptest! {
        #[test]
        fn no_time_step_of_a_second_factor_code_is_accepted_twice(seconds in 0_i64..4_000_000_000, waits in prop::collection::vec(0_i64..70, 1..40)) {
            let (mut now, mut last, mut used) = (seconds, None, std::collections::HashSet::new());
            for wait in waits {
                now += wait;
                if let Some(step) = accepted_steps(at(now), last).next() {
                    prop_assert!(used.insert(step), "step {} was accepted before", step);
                    prop_assert!((step - step_at(at(now))).abs() <= SKEW);
                    last = Some(step);
                }
            }
        }

        #[test]
        fn a_recovery_code_is_recognized_in_any_case_and_spacing_but_not_with_an_extra_character(bytes in any::<[u8; 10]>()) {
            let code = recovery_code(bytes);
            prop_assert_eq!(code.len(), 11);
            let typed = normalize_recovery_code(&format!(" {} ", code.to_lowercase().replace('-', " - ")));
            prop_assert_eq!(typed, Some(code.replace('-', "")));
            prop_assert_eq!(normalize_recovery_code(&format!("{code}A")), None);
        }
    }

    #[test]
    fn a_typed_code_must_have_six_digits() {
        assert_eq!(normalize_code(" 123 456 ").as_deref(), Some("123456"));
        for wrong in ["", "12345", "1234567", "12345a", "１２３４５６"] {
            assert_eq!(normalize_code(wrong), None, "{wrong}");
        }
    }
}
