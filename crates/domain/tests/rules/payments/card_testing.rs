//! Tests of the waits after declined cards (docs/product/payments.md#declined-cards), and of the
//! limits on open payments.

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::card_testing::{DeclineCount, MAX_OPEN, MAX_OPEN_AMOUNT, count_to_cancel, wait_left};
use domain::shared::money::Money;

const NO_DECLINES: DeclineCount = DeclineCount { times: 0, last: None };

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000, 0).unwrap()
}

fn decline_count(times: i64, minutes_ago: i64) -> DeclineCount {
    DeclineCount { times, last: Some(now() - TimeDelta::minutes(minutes_ago)) }
}

#[test]
fn an_account_waits_longer_after_more_declines() {
    for (times, minutes) in [(1, 0), (4, 0), (5, 1), (6, 1), (7, 5), (9, 5), (10, 15), (15, 60), (1_000, 60)]
    {
        let wait = wait_left(decline_count(times, 0), NO_DECLINES, false, now());
        assert_eq!(wait.map_or(0, |wait| wait.num_minutes()), minutes, "{times}");
        assert_eq!(
            wait_left(decline_count(times, minutes), NO_DECLINES, false, now()),
            None,
            "{times}: the wait is over"
        );
    }
}

#[test]
fn an_address_is_throttled_after_20_declines_except_for_drivers_who_have_paid() {
    for (times, minutes) in [(19, 0), (20, 1), (30, 5), (45, 15), (60, 60), (1_000, 60)] {
        let wait = wait_left(NO_DECLINES, decline_count(times, 0), false, now());
        assert_eq!(wait.map_or(0, |wait| wait.num_minutes()), minutes, "{times}");
        assert_eq!(wait_left(NO_DECLINES, decline_count(times, 0), true, now()), None, "{times}");
    }
}

#[test]
fn after_declines_the_longer_wait_of_account_and_address_applies_and_a_clock_set_back_adds_no_time() {
    let both = wait_left(decline_count(5, 0), decline_count(60, 0), false, now());
    assert_eq!(both, Some(TimeDelta::hours(1)));
    assert_eq!(wait_left(decline_count(5, -600), NO_DECLINES, false, now()), Some(TimeDelta::minutes(1)));
}

#[test]
fn a_new_payment_cancels_as_many_open_payments_as_needed_to_stay_within_the_limits() {
    let small = Money::from_cents(15_000);
    let open = |n: usize| vec![small; n];
    for (n, off) in [(0, 0), (MAX_OPEN - 1, 0), (MAX_OPEN, 1), (MAX_OPEN + 3, 4)] {
        assert_eq!(count_to_cancel(&open(n), small), off, "{n}");
    }
    let large = Money::from_cents(99_999_999);
    assert_eq!(count_to_cancel(&[large], small), 1);
    assert_eq!(count_to_cancel(&[small, large], large), 2);
    assert_eq!(count_to_cancel(&[large], MAX_OPEN_AMOUNT), 1, "a new payment always fits");
    assert_eq!(count_to_cancel(&[], large), 0);
}
