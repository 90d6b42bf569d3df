//! Tests of the deadlines of a case. 2026-03-02 is a Monday.

use chrono::{Datelike, Days, NaiveDate, TimeDelta, Weekday};
use domain::legal_help::case::deadlines::{
    AcceptBy, CasePeriods, business_days_after, business_days_before, contact_by, update_due,
};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::shared::business_time::BUSINESS_ZONE;
use proptest::prelude::*;
use rstest::rstest;

use super::build::case;
use crate::build::{date, time};

#[rstest]
#[case("2026-03-02", 1, "2026-03-03")]
#[case("2026-03-06", 1, "2026-03-09")]
#[case("2026-03-07", 1, "2026-03-09")]
#[case("2026-03-08", 1, "2026-03-09")]
#[case("2026-03-02", 5, "2026-03-09")]
#[case("2026-03-02", 10, "2026-03-16")]
#[case("2026-03-02", 0, "2026-03-02")]
fn business_days_skip_weekends(#[case] day: &str, #[case] count: u32, #[case] after: &str) {
    assert_eq!(business_days_after(date(day), count), date(after));
}

#[rstest]
#[case("2026-03-03", 1, "2026-03-02")]
#[case("2026-03-09", 1, "2026-03-06")]
#[case("2026-03-08", 1, "2026-03-06")]
#[case("2026-03-16", 5, "2026-03-09")]
fn business_days_before_a_date_skip_weekends(#[case] day: &str, #[case] count: u32, #[case] before: &str) {
    assert_eq!(business_days_before(date(day), count), date(before));
}

#[rstest]
#[case::five_business_days_before_the_due_date(Some("2026-03-20"), None, "2026-03-13", false)]
#[case::before_the_earlier_of_two_dates(Some("2026-04-20"), Some("2026-03-20"), "2026-03-13", false)]
#[case::a_date_in_the_past_is_ignored(Some("2026-02-20"), Some("2026-03-20"), "2026-03-13", false)]
#[case::only_dates_in_the_past(Some("2026-02-20"), Some("2026-03-01"), "2026-03-16", false)]
#[case::no_date(None, None, "2026-03-16", false)]
#[case::one_day_more_than_five(Some("2026-03-10"), None, "2026-03-03", false)]
#[case::exactly_five(Some("2026-03-09"), None, "2026-03-02", false)]
#[case::four(Some("2026-03-06"), None, "2026-03-05", true)]
#[case::two_days(Some("2026-03-04"), None, "2026-03-03", true)]
#[case::tomorrow(Some("2026-03-03"), None, "2026-03-02", true)]
#[case::today(Some("2026-03-02"), Some("2026-04-20"), "2026-03-02", true)]
fn the_tickets_next_due_or_court_date_determines_the_deadline_to_accept_the_case(
    #[case] due: Option<&str>,
    #[case] court: Option<&str>,
    #[case] day: &str,
    #[case] is_short: bool,
) {
    let found = CasePeriods::default().accept_by(
        time("2026-03-02T15:00:00Z"),
        &[due.map(date), court.map(date)],
        BUSINESS_ZONE,
    );
    assert_eq!(found, AcceptBy { day: date(day), is_short });
}

#[test]
fn a_deadline_to_accept_that_is_set_on_a_weekend_is_not_in_the_past() {
    let found = CasePeriods::default().accept_by(
        time("2026-03-08T15:00:00Z"),
        &[Some(date("2026-03-09"))],
        BUSINESS_ZONE,
    );
    assert_eq!(found, AcceptBy { day: date("2026-03-08"), is_short: true }, "Sunday, due on Monday");
}

#[test]
fn the_deadline_to_accept_a_case_is_the_end_of_the_day_in_the_business_time_zone() {
    let by = AcceptBy { day: date("2026-03-13"), is_short: false };
    assert_eq!(by.deadline(BUSINESS_ZONE), time("2026-03-14T04:00:00Z"));
}

#[rstest]
#[case::a_business_day("2026-03-02T15:00:00Z", "2026-03-03T15:00:00Z")]
#[case::over_a_weekend("2026-03-06T15:00:00Z", "2026-03-09T14:00:00Z")]
#[case::not_after_matching_stops("2026-03-13T15:00:00Z", "2026-03-14T04:00:00Z")]
fn a_lawyer_has_one_business_day_to_answer_an_offer(#[case] offered: &str, #[case] expected: &str) {
    let accept_by = time("2026-03-14T04:00:00Z");
    assert_eq!(CasePeriods::default().answer_by(time(offered), accept_by, BUSINESS_ZONE), time(expected));
}

#[test]
fn the_operator_can_change_the_periods_of_case_deadlines() {
    let periods = CasePeriods { accept_before: 3, answer: 2, sign: 1 };
    let (now, due) = (time("2026-03-02T15:00:00Z"), date("2026-03-20"));
    assert_eq!(periods.accept_by(now, &[Some(due)], BUSINESS_ZONE).day, date("2026-03-17"));
    assert_eq!(
        periods.answer_by(now, time("2026-03-18T04:00:00Z"), BUSINESS_ZONE),
        time("2026-03-04T15:00:00Z")
    );
    assert_eq!(periods.sign_by(now, BUSINESS_ZONE), time("2026-03-03T15:00:00Z"));
}

#[rstest]
#[case::thirty_days("2026-03-02T15:00:00Z", None, "2026-04-02T04:00:00Z")]
#[case::two_business_days_after_court("2026-03-02T15:00:00Z", Some("2026-03-12"), "2026-03-17T04:00:00Z")]
#[case::a_later_court_date("2026-03-02T15:00:00Z", Some("2026-06-01"), "2026-04-02T04:00:00Z")]
#[case::on_the_day_of_court("2026-03-12T15:00:00Z", Some("2026-03-12"), "2026-03-17T04:00:00Z")]
#[case::updated_since_court("2026-03-13T15:00:00Z", Some("2026-03-12"), "2026-04-13T04:00:00Z")]
fn the_lawyers_update_is_due_after_30_days_or_two_business_days_after_an_earlier_court_date(
    #[case] last_update: &str,
    #[case] court: Option<&str>,
    #[case] due: &str,
) {
    assert_eq!(update_due(time(last_update), court.map(date), BUSINESS_ZONE), time(due));
}

#[test]
fn the_driver_is_contacted_within_12_hours_and_reminded_to_sign_after_two_business_days() {
    assert_eq!(contact_by(time("2026-03-07T23:00:00Z")), time("2026-03-08T11:00:00Z"), "weekends count");
    assert_eq!(
        CasePeriods::default().sign_by(time("2026-03-06T15:00:00Z"), BUSINESS_ZONE),
        time("2026-03-10T14:00:00Z")
    );
}

fn is_weekend(day: NaiveDate) -> bool {
    matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
}

proptest! {
    /// Generates times and dates. The deadline is in the future, and before the next due or court
    /// date unless that date is today. Unless `is_short`, a next date on a weekday is at least
    /// five business days after the deadline.
    #[test]
    fn the_deadline_to_accept_a_case_lies_between_now_and_the_next_due_or_court_date(
        minutes in 0..525_600_i64,
        due_in in proptest::option::of(-10..200_i64),
        court_in in proptest::option::of(-10..200_i64),
    ) {
        let now = time("2026-01-01T00:00:00Z") + TimeDelta::minutes(minutes);
        let today = now.with_timezone(&BUSINESS_ZONE).date_naive();
        let dates = [due_in, court_in].map(|days| days.map(|days| today + TimeDelta::days(days)));
        let by = CasePeriods::default().accept_by(now, &dates, BUSINESS_ZONE);
        prop_assert!(by.deadline(BUSINESS_ZONE) > now);
        prop_assert!(!is_weekend(by.day) || by.is_short);
        if let Some(next) = dates.into_iter().flatten().filter(|date| *date >= today).min() {
            prop_assert!(by.day < next || next == today);
            prop_assert!(by.is_short || business_days_after(by.day, 5) <= next || is_weekend(next));
        } else {
            prop_assert_eq!(by.is_short, false);
        }
    }

    #[test]
    fn business_days_forward_and_back_return_to_the_same_day(days in 0..1000_u64, count in 1..40_u32) {
        let day = date("2026-01-01") + Days::new(days);
        prop_assume!(!is_weekend(day));
        prop_assert_eq!(business_days_before(business_days_after(day, count), count), day);
    }
}

#[rstest]
#[case::the_reminder_is_earlier(Some("2026-03-03T05:00:00Z"))]
#[case::the_reminder_is_later(Some("2026-03-05T05:00:00Z"))]
#[case::the_reminder_was_sent(None)]
fn a_driver_must_sign_by_the_deadline_to_accept_the_case_whenever_the_reminder_is_sent(
    #[case] reminder: Option<&str>,
) {
    let accept_by = Some(time("2026-03-04T05:00:00Z"));
    let case = case(Handling::Matched, CaseStep::Accepted);
    let case = Case { accept_by, sign_by: reminder.map(time), ..case };
    assert_eq!(case.next(true).by, accept_by);
}
