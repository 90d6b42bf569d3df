//! Tests of the refund window (docs/product/legal-help.md#cancelling-a-hire).

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::America::New_York;
use domain::legal_help::refund_window::{cancel_deadline, is_open};
use proptest::prelude::*;
use rstest::rstest;

use crate::build::time;

#[rstest]
#[case::wednesday_evening("2026-01-14T18:00:00-05:00", "2026-01-15T18:00:00-05:00")]
#[case::thursday_evening("2026-01-15T18:00:00-05:00", "2026-01-16T18:00:00-05:00")]
#[case::thursday_last_second("2026-01-15T23:59:59-05:00", "2026-01-16T23:59:59-05:00")]
#[case::friday_midnight("2026-01-16T00:00:00-05:00", "2026-01-17T00:00:00-05:00")]
#[case::friday_second_one("2026-01-16T00:00:01-05:00", "2026-01-19T00:00:01-05:00")]
#[case::friday_evening("2026-01-16T18:00:00-05:00", "2026-01-19T18:00:00-05:00")]
#[case::friday_last_second("2026-01-16T23:59:59-05:00", "2026-01-19T23:59:59-05:00")]
#[case::saturday_midnight("2026-01-17T00:00:00-05:00", "2026-01-20T00:00:00-05:00")]
#[case::saturday_noon("2026-01-17T12:00:00-05:00", "2026-01-20T00:00:00-05:00")]
#[case::sunday_last_second("2026-01-18T23:59:59-05:00", "2026-01-20T00:00:00-05:00")]
#[case::monday_midnight("2026-01-19T00:00:00-05:00", "2026-01-20T00:00:00-05:00")]
#[case::friday_in_new_york_is_saturday_in_utc("2026-01-16T21:00:00-05:00", "2026-01-19T21:00:00-05:00")]
#[case::sunday_in_new_york_is_monday_in_utc("2026-01-18T21:00:00-05:00", "2026-01-20T00:00:00-05:00")]
#[case::spring_forward_at_the_weekend("2026-03-06T18:00:00-05:00", "2026-03-09T18:00:00-04:00")]
#[case::spring_forward_hired_before("2026-03-08T01:30:00-05:00", "2026-03-10T00:00:00-04:00")]
#[case::fall_back_at_the_weekend("2026-10-30T18:00:00-04:00", "2026-11-02T18:00:00-05:00")]
#[case::fall_back_hired_on_sunday("2026-11-01T12:00:00-05:00", "2026-11-03T00:00:00-05:00")]
fn a_hire_can_be_canceled_for_24_weekday_hours(#[case] hired_at: &str, #[case] until: &str) {
    assert_eq!(cancel_deadline(time(hired_at), New_York), time(until));
}

/// If a clock change skips midnight before Saturday, Friday ends at the first existing time of Saturday.
#[rstest]
#[case::midnight_is_skipped("2020-03-27T18:00:00+02:00", "2020-03-30T18:00:00+03:00")]
#[case::midnight_happens_twice("2020-10-23T18:00:00+03:00", "2020-10-26T18:00:00+02:00")]
fn the_cancellation_period_handles_clock_changes_at_midnight(#[case] hired_at: &str, #[case] until: &str) {
    assert_eq!(cancel_deadline(time(hired_at), chrono_tz::Asia::Gaza), time(until));
}

#[test]
fn a_hire_can_be_canceled_until_the_last_second_of_the_period() {
    let (hired_at, until) = (time("2026-01-16T18:00:00-05:00"), time("2026-01-19T18:00:00-05:00"));
    assert!(is_open(hired_at, New_York, hired_at));
    assert!(is_open(hired_at, New_York, until - TimeDelta::seconds(1)));
    assert!(!is_open(hired_at, New_York, until));
}

#[test]
fn a_cancellation_period_at_the_end_of_the_calendar_does_not_overflow() {
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
    fn the_cancellation_period_always_has_24_weekday_hours(minute in 0..(2 * 366 * 24 * 60_i64)) {
        let hired_at = time("2026-01-01T00:00:00Z") + TimeDelta::minutes(minute);
        prop_assert_eq!(weekday_minutes(hired_at, cancel_deadline(hired_at, New_York)), 24 * 60);
    }
}
