//! Tests of sourced texts and of the document that lists them.

use domain::driving_record::options::catalog;
use domain::driving_record::options::places;
use domain::driving_record::options::rule::{Deadline, OptionKind, Topic};
use domain::driving_record::options::sourced_text::{AsOf, Mark, SourcedText, SourcedTextError};
use rstest::rstest;

const NOVEMBER: AsOf = AsOf { year: 2026, month: 11 };

#[rstest]
#[case::no_text("", "Vehicle Code §40902", NOVEMBER, SourcedTextError::NoText)]
#[case::blank_text(" ", "Vehicle Code §40902", NOVEMBER, SourcedTextError::NoText)]
#[case::no_source("The bail comes back.", "", NOVEMBER, SourcedTextError::NoSource)]
#[case::untrimmed_source("The bail comes back.", " DMV", NOVEMBER, SourcedTextError::NoSource)]
#[case::no_month("The bail comes back.", "DMV", AsOf { year: 2026, month: 0 }, SourcedTextError::NoDate)]
#[case::month_13("The bail comes back.", "DMV", AsOf { year: 2026, month: 13 }, SourcedTextError::NoDate)]
#[case::no_year("The bail comes back.", "DMV", AsOf { year: 0, month: 11 }, SourcedTextError::NoDate)]
fn a_sourced_text_without_text_source_or_month_is_refused(
    #[case] text: &'static str,
    #[case] source: &'static str,
    #[case] as_of: AsOf,
    #[case] error: SourcedTextError,
) {
    for mark in Mark::ALL {
        assert_eq!(SourcedText::new(*mark, text, source, as_of), Err(error));
    }
}

#[test]
fn the_month_in_which_a_source_was_checked_is_shown_by_name() {
    assert_eq!(NOVEMBER.for_display(), "November 2026");
    assert_eq!(AsOf { year: 2027, month: 1 }.for_display(), "January 2027");
}

/// The compiler already refuses a data file with an invalid sourced text. This test also checks the
/// style of the texts.
#[test]
fn every_sourced_text_has_a_source_and_at_most_200_characters() {
    let mut count = 0;
    for place in places::all() {
        for (_, sourced_text) in place.sourced_texts() {
            let (text, source) = (sourced_text.text(), sourced_text.source());
            let checked = SourcedText::new(sourced_text.mark(), text, source, sourced_text.as_of());
            assert_eq!(checked, Ok(sourced_text), "{}: {text}", place.name);
            assert!(text.ends_with('.'), "{}: {text}", place.name);
            assert!(text.chars().count() <= 200, "{}: {text}", place.name);
            assert!(!text.contains(['\'', '|', '\n']) && !source.contains(['\'', '|', '\n']), "{text}");
            count += 1;
        }
    }
    assert!(count > 100, "only {count} sourced texts");
}

#[test]
fn every_kind_of_option_that_depends_on_the_place_has_a_rule_in_at_least_one_place() {
    let kinds = OptionKind::ALL
        .iter()
        .filter(|kind| !matches!(kind, OptionKind::Lawyer | OptionKind::CantPay | OptionKind::Ask));
    for kind in kinds {
        let has_rule = places::all().any(|place| place.options.iter().any(|rule| rule.kind == *kind));
        assert!(has_rule, "{kind}");
    }
}

#[test]
fn an_option_with_a_computed_date_has_a_sourced_text_about_the_deadline() {
    for place in places::all() {
        for rule in place
            .options
            .iter()
            .filter(|rule| matches!(rule.deadline, Deadline::NoticeOr(_) | Deadline::Within(_)))
        {
            let has_source = rule.facts.iter().any(|fact| fact.topic == Topic::Deadline);
            assert!(has_source, "{}: {}", place.name, rule.kind);
        }
    }
}

#[test]
fn no_two_options_of_a_place_have_the_same_kind_and_title() {
    for place in places::all() {
        let mut titles: Vec<_> = place.options.iter().map(|rule| (rule.kind.as_str(), rule.name)).collect();
        titles.sort_unstable();
        let count = titles.len();
        titles.dedup();
        assert_eq!(titles.len(), count, "{}", place.name);
    }
}

#[test]
fn the_generated_document_of_sourced_texts_is_up_to_date() {
    let document = include_str!("../../../../../../docs/product/option-statements.md");
    assert!(document == catalog::document(), "docs/product/option-statements.md is stale: run make gen");
}
