//! Tests of the encoding and the segments of text messages.

use domain::driving_record::citation::Citation;
use domain::notices::sms::{MAX_SEGMENTS, count_segments, fits, to_gsm7};
use domain::notices::wording::{Line, Message};
use proptest::prelude::*;
use rstest::rstest;

#[rstest]
#[case("Don\u{2019}t \u{201c}wait\u{201d} \u{2013} or \u{2014}\u{2026}", "Don't \"wait\" - or -...")]
#[case("9:30\u{a0}AM", "9:30 AM")]
#[case("caf\u{e9} \u{f1}", "caf\u{e9} \u{f1}")]
fn typographic_characters_are_converted_to_gsm7(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(to_gsm7(text), expected);
    assert_eq!(count_segments(&to_gsm7(text)), 1);
}

#[rstest]
#[case(&"a".repeat(160), 1)]
#[case(&"a".repeat(161), 2)]
#[case(&"a".repeat(306), 2)]
#[case(&"a".repeat(307), 3)]
#[case(&"{".repeat(80), 1)]
#[case(&"{".repeat(81), 2)]
#[case(&"\u{2019}".repeat(70), 1)]
#[case(&"\u{2019}".repeat(71), 2)]
#[case(&"\u{1f697}".repeat(36), 2)]
fn the_length_and_encoding_of_a_text_determine_its_segments(#[case] text: &str, #[case] expected: usize) {
    assert_eq!(count_segments(text), expected);
}

fn message(lines: &[&str]) -> Message {
    let line = |text: &&str| Line { text: (*text).to_owned(), citation: Citation::default() };
    let lines = lines.iter().map(line).collect();
    Message { subject: "Court".to_owned(), lines, asks_for_confirmation: true }
}

#[test]
fn a_text_omits_lines_to_stay_within_three_segments() {
    let line = format!("{}.", "word ".repeat(30).trim_end());
    let text = message(&[&line, &line, &line]).text("https://lanewise.example");
    assert_eq!(count_segments(&text), MAX_SEGMENTS);
    assert!(text.contains(" See 1 more at "), "{text}");
    assert!(text.ends_with("/due Reply 1 if you will be there, STOP to end texts."), "{text}");
}

#[test]
fn a_single_line_that_does_not_fit_is_cut_between_words() {
    let text = message(&[&"word ".repeat(200)]).text("https://lanewise.example");
    assert!(text.contains("word ... https://lanewise.example/due Reply"), "{text}");
    assert!(fits(&text));
}

proptest! {
    #[test]
    fn a_reminder_always_fits_and_ends_with_the_stop_instruction(lines in proptest::collection::vec(".{0,400}", 1..6)) {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let text = message(&lines).text("https://lanewise.example");
        prop_assert!(fits(&text));
        prop_assert!(text.ends_with("STOP to end texts."));
    }
}
