//! Tests that the constraints in the API document agree with the parsers. A parser accepts each
//! string that its constraint allows, and refuses each string that the constraint forbids.
//! [`Rule::is_extra`] has the exceptions.

use chrono::NaiveDate;
use domain::accounts::password::{Password, PasswordError};
use domain::accounts::verification::VerificationBasis;
use domain::back_office::note::NoteText;
use domain::driving_record::amount::Amount;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::{Field, ItemDraft};
use domain::help::inquiry::{ClientMessageId, MessageText};
use domain::help::template::TemplateTitle;
use domain::requests::identity::{IdentityDigits, RevealReason};
use domain::security::network::{address_constraint, parse_address};
use domain::shared::citation_number::CitationNumber;
use domain::shared::money::Money;
use domain::shared::person::email::Email;
use domain::shared::person::phone::Phone;
use domain::shared::person::plate::Plate;
use domain::shared::person::plate_state::PlateState;
use domain::shared::person::{DateOfBirth, FullName, LicenseNumber};
use domain::shared::text::constraint::{Constrained, TextConstraint};
use domain::shared::text::{self, is_invisible};
use domain::shared::us_state::UsState;
use domain::staff::preference::{PreferenceName, PreferenceValue};
use fancy_regex::Regex;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::string::string_regex;
use proptest::test_runner::{Config, TestRunner};

/// A constraint and the parser that enforces it.
struct Rule {
    name: String,
    constraint: TextConstraint,
    accepts: Box<dyn Fn(&str) -> bool>,
    /// Converts a string to the form that the constraint describes, such as the trimmed string.
    normalize: fn(&str) -> String,
    /// Whether the parser may accept this string although the constraint forbids it.
    is_extra: fn(&str) -> bool,
}

fn rule(name: &str, constraint: TextConstraint, accepts: impl Fn(&str) -> bool + 'static) -> Rule {
    Rule {
        name: name.to_owned(),
        constraint,
        accepts: Box::new(accepts),
        normalize: |text| text.trim().to_owned(),
        is_extra: |_| false,
    }
}

fn rule_of<T: Constrained>(accepts: impl Fn(&str) -> bool + 'static) -> Rule {
    rule(std::any::type_name::<T>(), T::constraint(), accepts)
}

const fn last_day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2120, 1, 1).unwrap()
}

fn with_single_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a string begins or ends with an invisible character. A constraint with a minimum length forbids such a
/// string, but the parser may accept it.
fn has_invisible_end(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(is_invisible) || text.ends_with(is_invisible)
}

/// Returns a rule for each type that has a constraint, and for constraints without a type.
fn types() -> Vec<Rule> {
    vec![
        rule_of::<Email>(|text| Email::parse(text).is_ok()),
        Rule {
            normalize: str::to_owned,
            // A constraint can't express that a password is easy to guess, so such a password counts as valid here.
            ..rule_of::<Password>(|text| {
                matches!(Password::parse(text, &[]), Ok(_) | Err(PasswordError::Guessable))
            })
        },
        rule_of::<FullName>(|text| FullName::parse(text).is_ok()),
        rule_of::<LicenseNumber>(|text| LicenseNumber::parse(text).is_ok()),
        rule_of::<DateOfBirth>(|text| {
            text::day(text).is_ok_and(|date| DateOfBirth::parse(date, last_day()).is_ok())
        }),
        rule_of::<Plate>(|text| Plate::parse(text).is_ok()),
        rule_of::<PlateState>(|text| PlateState::from_name(text.trim()).is_some()),
        rule_of::<UsState>(|text| UsState::from_name(text.trim()).is_some()),
        rule_of::<Phone>(|text| Phone::parse(text).is_ok()),
        Rule {
            normalize: with_single_spaces,
            ..rule_of::<CitationNumber>(|text| CitationNumber::parse(text).is_ok())
        },
        Rule {
            normalize: str::to_owned,
            ..rule_of::<IdentityDigits>(|text| {
                [None, Some(UsState::Iowa)]
                    .into_iter()
                    .any(|state| IdentityDigits::parse(text, state).is_ok())
            })
        },
        Rule {
            is_extra: has_invisible_end,
            ..rule_of::<RevealReason>(|text| RevealReason::parse(text).is_ok())
        },
        Rule {
            is_extra: has_invisible_end,
            ..rule_of::<VerificationBasis>(|text| VerificationBasis::parse(text).is_ok())
        },
        rule("an address", address_constraint(), |text| parse_address(text).is_some()),
        rule("an amount in digits", Amount::number_constraint(), |text| Amount::parse_number(text).is_some()),
        Rule { normalize: str::to_owned, ..rule_of::<Money>(|text| Money::parse_decimal(text).is_some()) },
        rule_of::<ClientMessageId>(|text| ClientMessageId::parse(text).is_ok()),
        rule_of::<MessageText>(|text| MessageText::parse(text).is_ok()),
        rule_of::<TemplateTitle>(|text| TemplateTitle::parse(text).is_ok()),
        rule_of::<NoteText>(|text| NoteText::parse(text).is_ok()),
        Rule {
            normalize: str::to_owned,
            ..rule_of::<PreferenceName>(|text| PreferenceName::parse(text).is_some())
        },
        rule_of::<PreferenceValue>(|text| PreferenceValue::parse(text).is_ok()),
    ]
}

/// Returns a rule for each constrained field of an item.
fn item_fields() -> Vec<Rule> {
    let fields = ItemKind::ALL.iter().flat_map(|kind| kind.fields().iter().map(move |field| (*kind, *field)));
    let rules = fields.filter_map(|(kind, field)| {
        let constraint = field.rule.constraint()?;
        let name = format!("{} of a {}", field.name, kind.as_str());
        let rule = rule(&name, constraint, move |text| is_accepted(kind, field, text));
        Some(match field.name {
            "citation_number" => Rule { normalize: with_single_spaces, ..rule },
            // The parser also accepts words in other scripts.
            "amount" => Rule { is_extra: |text| !text.is_ascii(), ..rule },
            // The parser also accepts abbreviations.
            "court_state" => Rule { is_extra: |text| UsState::from_either(text).is_some(), ..rule },
            _ => rule,
        })
    });
    rules.collect()
}

fn is_accepted(kind: ItemKind, field: Field, text: &str) -> bool {
    let draft = ItemDraft::new(kind).with("date", "1900-01-01").with("is_court_required", "true");
    let wrong = draft.with(field.name, text).validate(last_day(), None).err().unwrap_or_default();
    !wrong.iter().any(|(name, _)| *name == field.name)
}

/// Removes the parts of a pattern that proptest's string generator doesn't support: lookaheads and anchors.
fn generated_part(pattern: &str) -> String {
    let mut kept = String::new();
    let mut depth = 0_usize;
    let mut rest = pattern.strip_prefix("^$|").unwrap_or(pattern);
    while let Some(next) = rest.chars().next() {
        if depth == 0 && rest.starts_with("(?!") {
            depth = 1;
            rest = &rest[3..];
            continue;
        }
        match next {
            '(' if depth > 0 => depth += 1,
            ')' if depth > 0 => depth -= 1,
            '^' if depth == 0 && !kept.ends_with('[') => {}
            '$' if depth == 0 && rest.len() == 1 => {}
            _ if depth == 0 => kept.push(next),
            _ => {}
        }
        rest = &rest[next.len_utf8()..];
    }
    kept
}

/// Generates strings that probably meet the constraint.
fn allowed_texts(constraint: &TextConstraint) -> BoxedStrategy<String> {
    match &constraint.pattern {
        Some(pattern) => string_regex(&generated_part(pattern)).unwrap().boxed(),
        None => proptest::sample::select(constraint.words.clone()).boxed(),
    }
}

/// Generates arbitrary strings, and strings that differ in one character from an allowed string.
fn any_texts(constraint: &TextConstraint) -> BoxedStrategy<String> {
    let changed = (allowed_texts(constraint), any::<Index>(), any::<char>(), any::<bool>()).prop_map(
        |(text, place, character, replaces)| {
            let mut characters: Vec<char> = text.chars().collect();
            let place = place.index(characters.len() + 1);
            if replaces && place < characters.len() {
                characters.remove(place);
            }
            characters.insert(place.min(characters.len()), character);
            characters.into_iter().collect::<String>()
        },
    );
    let max = constraint.max_chars.unwrap_or(20).min(1000);
    let long = allowed_texts(constraint).prop_map(move |text| text.repeat(max / text.len().max(1) + 1));
    prop_oneof![
        4 => changed,
        1 => long,
        1 => ".{0,20}",
        1 => "[ -~]{0,20}",
        1 => "[0-9.:,$ -]{0,12}",
        1 => "\\PC{0,12}",
    ]
    .boxed()
}

fn check_rules(rules: Vec<Rule>) {
    for rule in rules {
        let Rule { name, constraint, accepts, normalize, is_extra } = rule;
        let pattern = constraint.pattern.as_deref().map(|pattern| Regex::new(pattern).unwrap());
        let allows = |text: &str| {
            let length = text.chars().count();
            (constraint.words.is_empty() || constraint.words.iter().any(|word| word == text))
                && length >= constraint.min_chars
                && constraint.max_chars.is_none_or(|max| length <= max)
                && pattern.as_ref().is_none_or(|pattern| pattern.is_match(text).unwrap())
        };
        let is_no_day = |text: &str| {
            constraint.pattern.as_ref().is_some_and(|pattern| pattern.contains("(19[0-9]{2}"))
                && !text.is_empty()
                && text.parse::<NaiveDate>().is_err()
        };
        let mut runner = TestRunner::new(Config::with_cases(128));
        let texts = prop_oneof![allowed_texts(&constraint), any_texts(&constraint)];
        let outcome = runner.run(&texts, |text| {
            // Patterns can't check the number of days in a month, or recognize invisible characters above U+FFFF.
            prop_assume!(!is_no_day(&text) && (text.is_empty() || !text.chars().all(is_invisible)));
            if allows(&text) {
                prop_assert!(accepts(&text), "the constraint allows {text:?}, which the parser refuses");
            }
            if !allows(&normalize(&text)) && !is_extra(&text) {
                prop_assert!(!accepts(&text), "the constraint forbids {text:?}, which the parser accepts");
            }
            Ok(())
        });
        assert!(outcome.is_ok(), "{name}: {}", outcome.unwrap_err());
    }
}

#[test]
fn the_constraint_of_each_type_agrees_with_its_parser() {
    check_rules(types());
}

#[test]
fn the_constraint_of_each_field_of_an_item_agrees_with_its_validation() {
    check_rules(item_fields());
}
