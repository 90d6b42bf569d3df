//! Functions that read one setting.

use crate::config::outside::Get;

/// Parses a setting. An invalid value adds a message to `problems` and is treated as missing.
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

/// Returns the position of the setting's value among the two choices.
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
