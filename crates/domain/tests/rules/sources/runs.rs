//! Tests of the times at which a source is queried.

use chrono::{DateTime, TimeDelta, Utc};
use domain::sources::run::{FailedRun, NextRun, RunHistory, RunReason, due_round, may_start};
use rstest::rstest;

use crate::build::time;

const HOUR: TimeDelta = TimeDelta::hours(1);

fn now() -> DateTime<Utc> {
    time("2026-11-15T08:00:00Z")
}

#[rstest]
#[case::never(None, None, Some(TimeDelta::zero()))]
#[case::yesterday(Some(HOUR * 24), None, Some(TimeDelta::zero()))]
#[case::a_second_too_early(Some(HOUR * 24 - TimeDelta::seconds(1)), None, None)]
#[case::the_daily_round_failed(Some(HOUR * 25), Some((HOUR, Some(HOUR))), Some(HOUR))]
#[case::a_round_started_by_staff_failed(Some(HOUR * 3), Some((HOUR, Some(HOUR * 2))), Some(HOUR * 2))]
#[case::the_daily_round_failed_a_day_ago(Some(HOUR * 49), Some((HOUR, Some(HOUR * 24))), Some(TimeDelta::zero()))]
#[case::a_run_over_new_plates_failed(Some(HOUR * 3), Some((HOUR, None)), None)]
fn a_round_is_due_once_a_day_and_a_recently_failed_round_is_continued(
    #[case] round: Option<TimeDelta>,
    #[case] failed: Option<(TimeDelta, Option<TimeDelta>)>,
    #[case] due: Option<TimeDelta>,
) {
    let past = RunHistory {
        round_at: round.map(|ago| now() - ago),
        failed: failed.map(|(ago, round)| FailedRun {
            failed_at: now() - ago,
            round_started_at: round.map(|ago| now() - ago),
        }),
    };
    let expected = due.map(|ago| NextRun { reason: RunReason::Daily, round_at: now() - ago });
    assert_eq!(due_round(&past, now()), expected);
}

#[rstest]
#[case::nothing_failed(None, true)]
#[case::just_failed(Some(TimeDelta::minutes(15) - TimeDelta::seconds(1)), false)]
#[case::some_time_ago(Some(TimeDelta::minutes(15)), true)]
fn a_source_that_failed_is_not_queried_for_15_minutes(#[case] ago: Option<TimeDelta>, #[case] may: bool) {
    let past = RunHistory {
        failed: ago.map(|ago| FailedRun { failed_at: now() - ago, round_started_at: None }),
        ..RunHistory::default()
    };
    assert_eq!(may_start(&past, now()), may);
}
