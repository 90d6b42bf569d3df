//! Tests of the times at which Lanewise sends messages, in the time zone of the driver's state.

use std::collections::BTreeSet;

use chrono::{Datelike, NaiveDate, TimeDelta, Timelike};
use chrono_tz::Tz;
use domain::notices::clock::{
    LAST_HOUR, clocks_of, day_of, groups_by_clocks, is_send_time, local_time, sending_period,
};
use domain::notices::notice::NoticeKind;
use domain::notices::reminder_dates::{REMINDER_DAYS, reminder_days};
use domain::shared::us_state::UsState;
use proptest::prelude::*;
use rstest::rstest;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// The cases are days of clock changes, in summer and in winter, and states with two time zones or
/// without daylight saving time.
#[rstest]
#[case(UsState::NewYork, "2026-03-08", "2026-03-08T14:00:00Z")]
#[case(UsState::NewYork, "2026-03-07", "2026-03-07T15:00:00Z")]
#[case(UsState::NewYork, "2026-11-01", "2026-11-01T15:00:00Z")]
#[case(UsState::NewYork, "2026-07-04", "2026-07-04T14:00:00Z")]
#[case(UsState::Texas, "2026-07-04", "2026-07-04T16:00:00Z")]
#[case(UsState::Florida, "2026-12-01", "2026-12-01T16:00:00Z")]
#[case(UsState::Arizona, "2026-07-04", "2026-07-04T17:00:00Z")]
#[case(UsState::Arizona, "2026-12-01", "2026-12-01T17:00:00Z")]
#[case(UsState::Hawaii, "2026-07-04", "2026-07-04T20:00:00Z")]
#[case(UsState::Hawaii, "2026-12-01", "2026-12-01T20:00:00Z")]
#[case(UsState::Alaska, "2026-12-01", "2026-12-01T20:00:00Z")]
#[case(UsState::DistrictOfColumbia, "2026-07-04", "2026-07-04T14:00:00Z")]
#[case(UsState::PuertoRico, "2026-07-04", "2026-07-04T14:00:00Z")]
#[case(UsState::PuertoRico, "2026-12-01", "2026-12-01T14:00:00Z")]
#[case(UsState::UsVirginIslands, "2026-12-01", "2026-12-01T14:00:00Z")]
#[case(UsState::Guam, "2026-07-04", "2026-07-04T00:00:00Z")]
#[case(UsState::NorthernMarianaIslands, "2026-12-01", "2026-12-01T00:00:00Z")]
#[case(UsState::AmericanSamoa, "2026-07-04", "2026-07-04T21:00:00Z")]
fn reminders_start_at_ten_in_the_westernmost_time_zone_of_every_state(
    #[case] state: UsState,
    #[case] local_day: &str,
    #[case] expected: &str,
) {
    let (from, _) = sending_period(NoticeKind::Reminder, day(local_day), clocks_of(Some(state)));
    assert_eq!(from.to_rfc3339_opts(chrono::SecondsFormat::Secs, true), expected);
}

#[test]
fn a_local_time_skipped_by_a_clock_change_moves_an_hour_later_and_the_first_of_a_repeated_time_is_used() {
    let zone = Tz::America__New_York;
    assert_eq!(local_time(day("2026-03-08"), 2, zone).to_rfc3339(), "2026-03-08T07:00:00+00:00");
    assert_eq!(local_time(day("2026-11-01"), 1, zone).to_rfc3339(), "2026-11-01T05:00:00+00:00");
}

#[rstest]
#[case(UsState::Florida, Tz::America__New_York)]
#[case(UsState::Texas, Tz::America__Chicago)]
#[case(UsState::Tennessee, Tz::America__New_York)]
#[case(UsState::Kentucky, Tz::America__New_York)]
#[case(UsState::Indiana, Tz::America__Indiana__Indianapolis)]
#[case(UsState::Michigan, Tz::America__Detroit)]
#[case(UsState::Idaho, Tz::America__Boise)]
#[case(UsState::Oregon, Tz::America__Boise)]
#[case(UsState::Nevada, Tz::America__Denver)]
#[case(UsState::Nebraska, Tz::America__Chicago)]
#[case(UsState::Kansas, Tz::America__Chicago)]
#[case(UsState::NorthDakota, Tz::America__Chicago)]
#[case(UsState::SouthDakota, Tz::America__Chicago)]
#[case(UsState::Arizona, Tz::America__Denver)]
#[case(UsState::Alaska, Tz::America__Anchorage)]
fn notices_to_a_state_with_two_time_zones_are_sent_in_the_daytime_of_both_zones(
    #[case] state: UsState,
    #[case] second_zone: Tz,
) {
    for days in 0..365 {
        let local_day = day("2026-01-01") + TimeDelta::days(days);
        for kind in [NoticeKind::CourtDay, NoticeKind::Reminder, NoticeKind::News, NoticeKind::Change] {
            let (from, until) = sending_period(kind, local_day, clocks_of(Some(state)));
            assert!((7..=11).contains(&from.with_timezone(&second_zone).hour()), "{local_day} {kind}");
            assert!(until.with_timezone(&second_zone).hour() <= LAST_HOUR, "{local_day} {kind}");
        }
    }
}

#[test]
fn each_state_and_the_drivers_without_a_state_belong_to_exactly_one_time_zone_group() {
    let by_clocks = groups_by_clocks();
    assert_eq!(by_clocks.iter().map(|group| group.states.len()).sum::<usize>(), UsState::ALL.len());
    assert_eq!(by_clocks.iter().filter(|group| group.has_stateless).count(), 1);
    let names: BTreeSet<_> = by_clocks.iter().map(|group| group.clocks.name()).collect();
    assert_eq!(names.len(), by_clocks.len(), "two groups have the same name");
}

#[rstest]
#[case("2026-07-04T15:59:59Z", false)]
#[case("2026-07-04T16:00:00Z", true)]
#[case("2026-07-04T23:59:59Z", true)]
#[case("2026-07-05T00:00:00Z", false)]
fn a_driver_without_a_state_gets_news_after_9_am_in_california_and_before_8_pm_in_new_york(
    #[case] now: &str,
    #[case] expected: bool,
) {
    let is_time = is_send_time(NoticeKind::News, day("2026-07-04"), now.parse().unwrap(), clocks_of(None));
    assert_eq!(is_time, expected);
}

#[test]
fn reminders_are_sent_14_7_3_and_1_days_before_and_on_the_day_of_court() {
    let today = day("2026-11-23");
    let days = reminder_days(NoticeKind::Reminder, today);
    assert_eq!(days, ["2026-12-07", "2026-11-30", "2026-11-26", "2026-11-24"].map(day));
    assert_eq!(reminder_days(NoticeKind::CourtDay, today), [today]);
}

proptest! {
    #[test]
    fn reminders_and_news_are_sent_neither_at_night_nor_on_the_next_day(
        offset in 0_i64..3_650,
        minute in 0_i64..1_440,
        at in 0..UsState::ALL.len(),
    ) {
        let clocks = clocks_of(Some(UsState::ALL[at]));
        let now = local_time(day("2024-01-01") + TimeDelta::days(offset), 0, clocks.west) + TimeDelta::minutes(minute);
        for kind in [NoticeKind::CourtDay, NoticeKind::Reminder, NoticeKind::News] {
            let today = day_of(now, clocks.west);
            if is_send_time(kind, today, now, clocks) {
                for zone in [clocks.west, clocks.east] {
                    prop_assert!((7..LAST_HOUR).contains(&now.with_timezone(&zone).hour()));
                }
            }
            prop_assert!(!is_send_time(kind, today.pred_opt().unwrap(), now, clocks));
        }
    }

    #[test]
    fn each_date_has_four_reminders(offset in 0_i64..3_650) {
        let date = day("2024-01-01") + TimeDelta::days(offset);
        let reminders = (0..30_i64).filter(|before| {
            reminder_days(NoticeKind::Reminder, date - TimeDelta::days(*before)).contains(&date)
        });
        prop_assert_eq!(reminders.count(), REMINDER_DAYS.len());
        prop_assert!(date.year() >= 2024);
    }
}
