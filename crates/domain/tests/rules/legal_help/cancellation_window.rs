//! Tests of the cancellation window of a hire (docs/product/legal-help.md#cancellation-window).

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::America::New_York;
use domain::legal_help::cancellation_window::{CANCELLATION_HOURS, cancel_deadline, is_open};
use proptest::prelude::*;
use rstest::rstest;
use serde::Deserialize;

use crate::build::time;

#[derive(Deserialize)]
struct Words {
    claim: String,
    phrase: String,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    input: DateTime<Utc>,
    expected: DateTime<Utc>,
}

#[derive(Deserialize)]
struct File {
    hours: i64,
    words: Words,
    cases: Vec<Case>,
}

#[test]
fn cancellation_deadlines_and_their_wording_match_the_test_cases_shared_with_the_web_page() {
    let file: File = serde_json::from_str(include_str!("../../../cases/cancellation_window.json")).unwrap();
    assert_eq!(file.hours, CANCELLATION_HOURS);
    assert!(file.words.claim.starts_with(&format!("{CANCELLATION_HOURS}-hour ")), "{}", file.words.claim);
    assert!(file.words.phrase.starts_with(&format!("{CANCELLATION_HOURS} hours ")), "{}", file.words.phrase);
    assert!(!file.cases.is_empty());
    for Case { name, input, expected } in file.cases {
        assert_eq!(cancel_deadline(input, New_York), expected, "{name}");
    }
}

/// A clock change can skip or repeat the midnight between Friday and Saturday. Friday then ends at the
/// first moment of Saturday.
#[rstest]
#[case::midnight_is_skipped("2020-03-27T18:00:00+02:00", "2020-03-30T18:00:00+03:00")]
#[case::midnight_happens_twice("2020-10-23T18:00:00+03:00", "2020-10-26T18:00:00+02:00")]
fn the_cancellation_window_handles_clock_changes_at_midnight(#[case] hired_at: &str, #[case] until: &str) {
    assert_eq!(cancel_deadline(time(hired_at), chrono_tz::Asia::Gaza), time(until));
}

#[test]
fn a_hire_can_be_canceled_until_the_last_second_of_the_window() {
    let (hired_at, until) = (time("2026-01-16T18:00:00-05:00"), time("2026-01-19T18:00:00-05:00"));
    assert!(is_open(hired_at, New_York, hired_at));
    assert!(is_open(hired_at, New_York, until - TimeDelta::seconds(1)));
    assert!(!is_open(hired_at, New_York, until));
}

#[test]
fn the_cancellation_deadline_of_a_hire_at_the_largest_time_does_not_overflow() {
    assert!(
        cancel_deadline(DateTime::<Utc>::MAX_UTC, New_York) >= DateTime::<Utc>::MAX_UTC - TimeDelta::days(1)
    );
}

/// Counts the minutes between two times that are on weekdays in New York.
fn weekday_minutes(from: DateTime<Utc>, until: DateTime<Utc>) -> usize {
    use chrono::{Datelike, Weekday};
    std::iter::successors(Some(from), |at| Some(*at + TimeDelta::minutes(1)))
        .take_while(|at| *at < until)
        .filter(|at| !matches!(at.with_timezone(&New_York).weekday(), Weekday::Sat | Weekday::Sun))
        .count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn the_cancellation_window_always_has_the_same_number_of_weekday_hours(minute in 0..(2 * 366 * 24 * 60_i64)) {
        let hours = usize::try_from(CANCELLATION_HOURS).unwrap();
        let hired_at = time("2026-01-01T00:00:00Z") + TimeDelta::minutes(minute);
        prop_assert_eq!(weekday_minutes(hired_at, cancel_deadline(hired_at, New_York)), 60 * hours);
    }
}
