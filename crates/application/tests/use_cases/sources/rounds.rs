//! Tests of the times at which a city is queried for plates, and of how failed queries are handled.

use std::time::Duration;

use chrono::TimeDelta;
use domain::accounts::user::User;
use domain::accounts::verification::VerificationRecord;
use domain::shared::ids::UserId;
use domain::sources::run::{RunFailure, RunReason};
use ports::sources::query::SourceQueryError;
use rstest::rstest;

use super::city::{last_run, parking, run_queries, world};
use crate::support::World;

const ALL: [&str; 3] = ["AAA1", "AAA2", "AAA3"];

/// Advances the clock, and runs the queries that are due. Returns the number of plates queried.
fn advance_and_run(world: &World, duration: TimeDelta) -> usize {
    world.advance(duration);
    run_queries(world)
}

#[test]
fn every_verified_plate_is_queried_once_a_day() {
    let (world, city) = world();
    assert_eq!((run_queries(&world), city.take_queried()), (3, ALL.map(str::to_owned).to_vec()));
    let run = last_run(&world);
    assert_eq!((run.reason, run.counts.plates, run.counts.calls), (RunReason::Daily, 3, 2));
    assert!(run.ended_at.is_some() && run.failure.is_none());
    assert_eq!(advance_and_run(&world, TimeDelta::hours(24) - TimeDelta::seconds(1)), 0);
    assert_eq!(advance_and_run(&world, TimeDelta::seconds(1)), 3);
}

#[test]
fn a_plate_is_queried_soon_after_its_verification_and_not_after_the_verification_is_revoked() {
    let (world, city) = world();
    world.database.tables().users[2].verified.plate = None;
    run_queries(&world);
    city.take_queried();
    world.advance(TimeDelta::hours(1));
    let verified = VerificationRecord { at: world.deps.clock.now(), basis: None };
    world.database.tables().users[2].verified.plate = Some(verified);
    assert_eq!(
        (advance_and_run(&world, TimeDelta::seconds(15)), city.take_queried()),
        (1, vec!["AAA3".to_owned()])
    );
    assert_eq!(last_run(&world).reason, RunReason::Verified);
    assert_eq!(advance_and_run(&world, TimeDelta::seconds(15)), 0, "a new plate is queried once");
    world.database.tables().users[1].verified.plate = None;
    advance_and_run(&world, TimeDelta::hours(24));
    assert_eq!(city.take_queried(), ["AAA1", "AAA3"]);
}

#[test]
fn a_verified_placeholder_plate_is_not_queried() {
    let (world, city) = world();
    world.database.tables().users[1].vehicle_license_plate = Some("NOPLATE".to_owned());
    city.publish("NOPLATE", "S100", "65");
    assert_eq!((run_queries(&world), city.take_queried()), (3, vec!["AAA1".to_owned(), "AAA3".to_owned()]));
    assert_eq!((last_run(&world).failure, parking(&world).len()), (None, 0));
}

#[test]
fn only_one_process_at_a_time_queries_a_source() {
    let (world, _city) = world();
    run_queries(&world);
    world.advance(TimeDelta::hours(24));
    assert_eq!(application::sources::rounds::run_due_rounds(&world.deps, "another").unwrap(), 0);
    application::sources::rounds::end_lease(&world.deps, "one").unwrap();
    assert_eq!(application::sources::rounds::run_due_rounds(&world.deps, "another").unwrap(), 3);
}

type Trouble = fn() -> SourceQueryError;

#[rstest]
#[case::down(|| SourceQueryError::Down("refused".to_owned()), RunFailure::Down)]
#[case::slow(|| SourceQueryError::Slow, RunFailure::Slow)]
#[case::throttled_for_long(|| SourceQueryError::Throttled(Duration::from_secs(4_000)), RunFailure::Throttled)]
#[case::other_columns(|| SourceQueryError::ColumnsChanged("amount_due".to_owned()), RunFailure::ColumnsChanged)]
fn a_failed_run_is_recorded_changes_nothing_and_is_retried_after_15_minutes(
    #[case] trouble: Trouble,
    #[case] expected: RunFailure,
) {
    let (world, city) = world();
    city.publish("AAA3", "S100", "65");
    city.fail_next_query(trouble);
    assert_eq!(run_queries(&world), 0);
    let run = last_run(&world);
    assert_eq!((run.failure, run.counts.plates, parking(&world).len()), (Some(expected), 0, 0));
    assert!(run.ended_at.is_some() && run.error_text.is_some_and(|words| !words.is_empty()));
    assert_eq!(
        advance_and_run(&world, TimeDelta::minutes(15) - TimeDelta::seconds(1)),
        0,
        "the source is not queried before its pause ends"
    );
    assert_eq!((advance_and_run(&world, TimeDelta::seconds(1)), parking(&world).len()), (3, 1));
}

fn invalid() -> SourceQueryError {
    SourceQueryError::InvalidData("it isn't a list of rows")
}

#[test]
fn plates_with_an_invalid_response_are_skipped_and_queried_again_after_15_minutes() {
    let (world, city) = world();
    city.publish("AAA1", "S100", "65");
    city.publish("AAA3", "S200", "65");
    city.fail_next_query(invalid);
    assert_eq!((run_queries(&world), parking(&world).len()), (1, 1));
    let run = last_run(&world);
    assert_eq!((run.failure, run.counts.plates), (Some(RunFailure::InvalidData), 1));
    assert!(run.ended_at.is_some() && run.error_text.is_some());
    city.take_queried();
    assert_eq!((advance_and_run(&world, TimeDelta::minutes(15)), parking(&world).len()), (2, 2));
    assert_eq!(
        (city.take_queried(), last_run(&world).failure),
        (ALL[..2].iter().map(|plate| (*plate).to_owned()).collect(), None)
    );
}

#[test]
fn a_run_whose_first_two_responses_are_invalid_ends() {
    let (world, city) = world();
    let mut tables = world.database.tables();
    let other =
        User { id: UserId(5), vehicle_license_plate: Some("aaa-5".to_owned()), ..tables.users[2].clone() };
    let more = User { id: UserId(4), vehicle_license_plate: Some("aaa-4".to_owned()), ..other.clone() };
    tables.users.extend([more, other]);
    drop(tables);
    city.fail_next_query(invalid);
    city.fail_next_query(invalid);
    assert_eq!((run_queries(&world), last_run(&world).failure), (0, Some(RunFailure::InvalidData)));
    assert_eq!(city.take_queried(), ["AAA1", "AAA2", "AAA3", "AAA4"]);
}

#[test]
fn a_daily_run_that_failed_halfway_resumes_with_the_remaining_plates() {
    let (world, city) = world();
    run_queries(&world);
    // The run fails. The test then marks two plates as queried, as if the run had failed at the third plate.
    world.advance(TimeDelta::hours(24));
    city.publish("AAA1", "S100", "65");
    city.take_queried();
    city.troubles.lock().unwrap().push(|| SourceQueryError::Slow);
    run_queries(&world);
    assert_eq!(last_run(&world).failure, Some(RunFailure::Slow));
    city.take_queried();
    let users = [1, 2].map(domain::shared::ids::UserId);
    world.transact(|store| Ok(store.mark_queried("nyc", &users, world.deps.clock.now())?)).unwrap();
    assert_eq!(
        (advance_and_run(&world, TimeDelta::minutes(15)), city.take_queried()),
        (1, vec!["AAA3".to_owned()])
    );
    let runs = world.database.tables().sources.runs.clone();
    assert_eq!(runs[1].round_at, runs[2].round_at);
}

#[test]
fn a_run_pauses_as_long_as_the_throttling_source_requires() {
    let (world, city) = world();
    city.fail_next_query(|| SourceQueryError::Throttled(Duration::from_secs(600)));
    assert_eq!(run_queries(&world), 0);
    let run = last_run(&world);
    assert_eq!(
        (run.ended_at, run.waits_until),
        (None, Some(world.deps.clock.now() + TimeDelta::minutes(10)))
    );
    assert_eq!(advance_and_run(&world, TimeDelta::minutes(9)), 0);
    assert_eq!((advance_and_run(&world, TimeDelta::minutes(1)), last_run(&world).waits_until), (3, None));
}

#[test]
fn unreadable_rows_are_reported_and_too_many_of_them_fail_the_run() {
    let (world, city) = world();
    city.publish("AAA1", "S100", "65");
    city.publish("AAA1", "S101", "what?");
    run_queries(&world);
    let run = last_run(&world);
    assert_eq!((run.counts.filed, run.counts.unreadable, run.counts.rows), (1, 1, 2));
    assert_eq!(run.error_text.as_deref(), Some("A row can’t be read (owed): The amount owed can’t be read."));
    city.publish("AAA1", "S102", "why?");
    advance_and_run(&world, TimeDelta::hours(24));
    assert_eq!(last_run(&world).failure, Some(RunFailure::InvalidData));
}

#[test]
fn a_run_whose_commit_failed_is_retried_after_15_minutes() {
    let (world, city) = world();
    city.publish("AAA1", "S100", "65");
    world.database.crash_at_next_commit();
    run_queries(&world);
    assert_eq!((last_run(&world).failure, parking(&world).len()), (Some(RunFailure::InternalError), 0));
    advance_and_run(&world, TimeDelta::minutes(15));
    assert_eq!(parking(&world).len(), 1);
}
