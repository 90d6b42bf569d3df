//! The outbox: jobs are claimed, retried after failures, and abandoned after too many attempts.

use std::collections::BTreeMap;

use application::Deps;
use application::jobs::run_due_jobs;
use application::shared::outbox::{Outcome, Worker};
use chrono::TimeDelta;
use domain::shared::job::JobKind;
use ports::shared::clock::Clock;
use ports::shared::jobs::{Job, JobEnd, NewJob};

use crate::support::world::World;

fn succeed(_: &Deps, _: &Job) -> Outcome {
    Outcome::Done
}

fn fail_temporarily(_: &Deps, job: &Job) -> Outcome {
    Outcome::Retry(format!("try {}", job.attempt))
}

fn fail_permanently(_: &Deps, _: &Job) -> Outcome {
    Outcome::GiveUp("no such number".to_owned())
}

fn unreachable_worker(_: &Deps, _: &Job) -> Outcome {
    Outcome::Unreachable("no answer".to_owned())
}

/// A worker that takes so long that its claim expires and another process claims the job.
fn outlive_claim(deps: &Deps, _: &Job) -> Outcome {
    let later = deps.clock.now() + TimeDelta::minutes(6);
    let mut claimed = None;
    deps.database
        .connect(&mut |store| claimed = store.claim_job(&[JobKind::SendText], later).unwrap())
        .unwrap();
    assert!(claimed.is_some());
    Outcome::Done
}

/// Enqueues a job. Returns `false` if an unfinished job has the same key.
fn enqueue_job(world: &World, key: Option<&str>) -> bool {
    let job = NewJob {
        kind: JobKind::SendText,
        payload: BTreeMap::from([("id".to_owned(), "7".to_owned())]),
        run_at: world.clock.now(),
        dedupe_key: key.map(str::to_owned),
    };
    world.transact(|store| store.enqueue(&job).map_err(Into::into)).unwrap()
}

fn run_worker(world: &World, worker: Worker) -> usize {
    run_due_jobs(&world.deps, &[(JobKind::SendText, worker)]).unwrap()
}

/// Returns how the first job ended; `None` if it hasn't ended.
fn first_job_end(world: &World) -> Option<JobEnd> {
    world.database.tables().jobs[0].end.clone()
}

#[test]
fn a_job_runs_once_and_its_key_is_unique_until_it_is_done() {
    let world = World::new();
    assert!(enqueue_job(&world, Some("a")));
    assert!(!enqueue_job(&world, Some("a")), "the same job is not enqueued twice");
    assert_eq!(run_worker(&world, succeed), 1);
    assert_eq!(first_job_end(&world), Some(JobEnd::Done));
    assert_eq!(run_worker(&world, succeed), 0);
    assert!(enqueue_job(&world, Some("a")), "once the job is done, its key can be enqueued again");
}

#[test]
fn a_worker_skips_jobs_of_other_kinds() {
    let world = World::new();
    enqueue_job(&world, None);
    assert_eq!(run_due_jobs(&world.deps, &[(JobKind::SendMail, succeed)]).unwrap(), 0);
    assert_eq!(run_due_jobs(&world.deps, &[]).unwrap(), 0);
}

#[test]
fn a_failed_job_is_retried_with_delays_and_abandoned_after_twelve_attempts() {
    let world = World::new();
    enqueue_job(&world, None);
    assert_eq!(run_worker(&world, fail_temporarily), 1);
    assert_eq!(run_worker(&world, fail_temporarily), 0, "no retry before its delay");
    world.advance(TimeDelta::seconds(15));
    assert_eq!(run_worker(&world, fail_temporarily), 1);
    for _ in 3..=12 {
        world.advance(TimeDelta::hours(4));
        assert_eq!(run_worker(&world, fail_temporarily), 1);
    }
    assert_eq!(first_job_end(&world), Some(JobEnd::Failed("try 12".to_owned())));
    world.advance(TimeDelta::days(9));
    assert_eq!(run_worker(&world, fail_temporarily), 0);
}

#[test]
fn a_job_that_can_never_succeed_is_abandoned_after_its_first_attempt() {
    let world = World::new();
    enqueue_job(&world, None);
    assert_eq!(run_worker(&world, fail_permanently), 1);
    assert_eq!(first_job_end(&world), Some(JobEnd::Failed("no such number".to_owned())));
}

#[test]
fn an_expired_claim_can_be_taken_over_and_its_first_worker_cannot_end_the_job() {
    let world = World::new();
    enqueue_job(&world, None);
    assert_eq!(run_worker(&world, outlive_claim), 1);
    assert_eq!(first_job_end(&world), None, "another process has claimed the job");
    assert_eq!(run_worker(&world, succeed), 0, "the job is still claimed");
    world.advance(TimeDelta::minutes(12));
    assert_eq!(run_worker(&world, succeed), 1);
    assert_eq!(first_job_end(&world), Some(JobEnd::Done));
}

#[test]
fn a_job_whose_receiver_is_unreachable_is_retried_for_fourteen_hours() {
    let world = World::new();
    enqueue_job(&world, None);
    for _ in 0..14 {
        assert_eq!(run_worker(&world, unreachable_worker), 1);
        assert!(matches!(first_job_end(&world), Some(JobEnd::RetryUncounted(..))));
        assert_eq!(run_worker(&world, unreachable_worker), 0, "no retry before its delay");
        world.advance(TimeDelta::hours(1));
    }
    assert_eq!(run_worker(&world, unreachable_worker), 1);
    assert_eq!(first_job_end(&world), Some(JobEnd::Failed("no answer".to_owned())));
}

#[test]
fn the_result_of_a_job_is_stored_when_the_database_is_available_again() {
    let world = World::new();
    enqueue_job(&world, None);
    world.database.crash_at_next_commit();
    assert!(run_due_jobs(&world.deps, &[(JobKind::SendText, succeed)]).is_err());
    assert_eq!(first_job_end(&world), None);
    // The job's result is stored without waiting for the claim to expire, and the job isn't run
    // again.
    assert_eq!(run_worker(&world, fail_permanently), 0);
    assert_eq!(first_job_end(&world), Some(JobEnd::Done));
}

#[test]
fn a_failed_attempt_whose_result_was_not_stored_is_retried_after_its_delay() {
    let world = World::new();
    enqueue_job(&world, None);
    world.database.crash_at_next_commit();
    assert!(run_due_jobs(&world.deps, &[(JobKind::SendText, fail_temporarily)]).is_err());
    assert_eq!(run_worker(&world, succeed), 0, "the delay is not over");
    world.clock.advance(TimeDelta::seconds(15));
    assert_eq!(run_worker(&world, succeed), 1);
    assert_eq!(first_job_end(&world), Some(JobEnd::Done));
}
