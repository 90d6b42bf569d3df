use std::collections::BTreeMap;

use domain::shared::job::JobKind;
use ports::shared::jobs::{Job, JobEnd, Jobs, NewJob};

use crate::support::{World, at};

const KINDS: &[JobKind] = &[JobKind::SendText];

fn new_job(kind: JobKind, run_at: i64, key: Option<&str>) -> NewJob {
    NewJob {
        kind,
        payload: BTreeMap::from([("id".to_owned(), "7\0".to_owned())]),
        run_at: at(run_at),
        dedupe_key: key.map(str::to_owned),
    }
}

#[test]
fn the_same_work_is_written_down_once() {
    let mut world = World::new();
    let mut store = world.store();
    assert!(store.enqueue(&new_job(JobKind::SendText, 0, Some("a"))).unwrap());
    assert!(!store.enqueue(&new_job(JobKind::SendText, 9, Some("a"))).unwrap());
    assert!(store.enqueue(&new_job(JobKind::SendText, 0, None)).unwrap());
    assert!(store.enqueue(&new_job(JobKind::SendText, 0, None)).unwrap());
}

#[test]
fn jobs_are_claimed_when_due_the_longest_due_first_each_by_one() {
    let mut world = World::new();
    let mut store = world.store();
    store.enqueue(&new_job(JobKind::SendText, 60, None)).unwrap();
    store.enqueue(&new_job(JobKind::SendText, 30, None)).unwrap();
    store.enqueue(&new_job(JobKind::SendMail, 0, None)).unwrap();
    assert_eq!(store.claim_job(KINDS, at(29)).unwrap(), None);
    let first = store.claim_job(KINDS, at(60)).unwrap().unwrap();
    let second = store.claim_job(KINDS, at(60)).unwrap().unwrap();
    assert!(first.id > second.id);
    assert_eq!((first.attempt, first.payload["id"].as_str()), (1, "7\u{fffd}"));
    assert_eq!(store.claim_job(KINDS, at(60)).unwrap(), None);
}

#[test]
fn a_job_locked_by_another_claim_is_skipped_not_waited_for() {
    let mut world = World::new();
    world.store().enqueue(&new_job(JobKind::SendText, 0, None)).unwrap();
    let mut other = world.db.connection();
    let mut mine = world.db.connection();
    diesel::Connection::test_transaction::<_, diesel::result::Error, _>(&mut mine, |mine| {
        let claimed = adapters_postgres::PgStore::new(mine).claim_job(KINDS, at(1)).unwrap();
        assert!(claimed.is_some());
        assert_eq!(adapters_postgres::PgStore::new(&mut other).claim_job(KINDS, at(1)).unwrap(), None);
        Ok(())
    });
}

fn claimed(world: &mut World) -> Job {
    world.store().enqueue(&new_job(JobKind::SendText, 0, None)).unwrap();
    world.store().claim_job(KINDS, at(1)).unwrap().unwrap()
}

#[test]
fn a_done_job_never_comes_back_and_its_payload_is_erased() {
    let mut world = World::new();
    let job = claimed(&mut world);
    assert!(world.store().end_job(&job, &JobEnd::Done, at(2)).unwrap());
    assert_eq!(world.store().claim_job(KINDS, at(9_999_999)).unwrap(), None);
    assert_eq!(world.db.value("SELECT payload::text FROM jobs").as_deref(), Some("{}"));
    assert!(!world.store().end_job(&job, &JobEnd::Done, at(3)).unwrap());
    assert_eq!(world.store().delete_ended_jobs(at(2)).unwrap(), 0);
    assert_eq!(world.store().delete_ended_jobs(at(3)).unwrap(), 1);
}

#[test]
fn a_postponed_job_keeps_its_payload_and_says_why() {
    let mut world = World::new();
    let job = claimed(&mut world);
    let again = JobEnd::Again(at(100), "no\0 answer".to_owned());
    assert!(world.store().end_job(&job, &again, at(2)).unwrap());
    assert_eq!(world.db.value("SELECT last_error FROM jobs").as_deref(), Some("no\u{fffd} answer"));
    assert_eq!(world.store().claim_job(KINDS, at(99)).unwrap(), None);
    let second = world.store().claim_job(KINDS, at(100)).unwrap().unwrap();
    assert_eq!((second.attempt, &second.payload), (2, &job.payload));
}

#[test]
fn a_job_given_up_keeps_its_reason() {
    let mut world = World::new();
    let job = claimed(&mut world);
    assert!(world.store().end_job(&job, &JobEnd::GivenUp("refused".to_owned()), at(2)).unwrap());
    assert_eq!(world.store().claim_job(KINDS, at(9_999_999)).unwrap(), None);
    assert_eq!(world.db.value("SELECT last_error || payload::text FROM jobs").as_deref(), Some("refused{}"));
}

#[test]
fn a_lapsed_claim_is_taken_over_and_its_first_holder_ends_nothing() {
    let mut world = World::new();
    let first = claimed(&mut world);
    assert_eq!(world.store().claim_job(KINDS, at(300)).unwrap(), None);
    let second = world.store().claim_job(KINDS, at(301)).unwrap().unwrap();
    assert_eq!(second.attempt, 2);
    assert!(!world.store().end_job(&first, &JobEnd::Done, at(302)).unwrap());
    assert!(world.store().end_job(&second, &JobEnd::Done, at(302)).unwrap());
}
