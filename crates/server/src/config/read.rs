//! Functions that parse single settings.

use domain::legal_help::case::deadlines::CasePeriods;

use crate::config::outside::Get;

/// Parses a setting; `None` if it is missing or invalid. For an invalid value, adds a message to `problems`, in
/// which `description` says what the value must be.
pub(super) fn parse_setting<T: std::str::FromStr>(
    get: Get<'_>,
    name: &str,
    description: &str,
    problems: &mut Vec<String>,
) -> Option<T> {
    let text = get(name)?;
    let parsed = text.parse().ok();
    if parsed.is_none() {
        problems.push(format!("{name} is {text:?}: it must be {description}"));
    }
    parsed
}

/// Returns the index of the setting's value in `choices`; `None` if the setting is missing or invalid. For an
/// invalid value, adds a message to `problems`.
pub(super) fn choice_position(
    get: Get<'_>,
    name: &str,
    choices: [&str; 2],
    problems: &mut Vec<String>,
) -> Option<usize> {
    let text = get(name)?;
    let found = choices.iter().position(|choice| *choice == text);
    if found.is_none() {
        problems.push(format!("{name} is {text:?}: it can be {}", choices.join(" or ")));
    }
    found
}

/// Maximum length of a case's deadline, in business days.
const MAX_CASE_DAYS: u8 = 30;

/// Reads the deadlines of cases.
pub(super) fn read_case_periods(get: Get<'_>, problems: &mut Vec<String>) -> CasePeriods {
    let CasePeriods { accept_before, answer, sign } = CasePeriods::default();
    let mut read = |name, default| {
        let days = parse_setting(get, name, "a number from 1 to 30", problems).unwrap_or(default);
        if !(1..=MAX_CASE_DAYS).contains(&days) {
            problems.push(format!("{name} is {days}: it must be a number from 1 to 30"));
        }
        days
    };
    CasePeriods {
        accept_before: read("LAWYER_ACCEPT_DAYS", accept_before),
        answer: read("LAWYER_ANSWER_DAYS", answer),
        sign: read("LAWYER_SIGN_DAYS", sign),
    }
}
