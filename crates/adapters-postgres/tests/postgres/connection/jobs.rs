use domain::shared::retention::RetainedData;
use ports::shared::retention::ExpiredRecords;
use std::collections::BTreeMap;

use chrono::DateTime;
use domain::shared::job::JobKind;
use ports::shared::jobs::{Job, JobBacklog, JobEnd, Jobs, NewJob};

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
fn jobs_with_the_same_key_are_enqueued_once() {
    let mut world = World::new();
    let mut store = world.store();
    assert!(store.enqueue(&new_job(JobKind::SendText, 0, Some("a"))).unwrap());
    assert!(!store.enqueue(&new_job(JobKind::SendText, 9, Some("a"))).unwrap());
    assert!(store.enqueue(&new_job(JobKind::SendText, 0, None)).unwrap());
    assert!(store.enqueue(&new_job(JobKind::SendText, 0, None)).unwrap());
}

/// The test also ends jobs in the way of release 0.1, which doesn't delete the key of an ended job.
#[test]
fn a_key_can_be_enqueued_again_once_its_job_has_ended() {
    let mut world = World::new();
    let key = Some("a");
    for ends in 0..3 {
        assert!(!world.store().is_job_waiting("a").unwrap());
        assert!(world.store().enqueue(&new_job(JobKind::SendText, 0, key)).unwrap());
        assert!(world.store().is_job_waiting("a").unwrap());
        let job = world.store().claim_job(KINDS, at(1)).unwrap().unwrap();
        assert!(!world.store().enqueue(&new_job(JobKind::SendText, 0, key)).unwrap(), "the job is running");
        let end = if ends == 0 { JobEnd::Failed("no".to_owned()) } else { JobEnd::Done };
        assert!(world.store().end_job(&job, &end, at(2)).unwrap());
        assert_eq!(world.db.value("SELECT dedupe_key FROM jobs WHERE dedupe_key IS NOT NULL"), None);
        if ends == 1 {
            world.db.execute("UPDATE jobs SET dedupe_key = 'a' WHERE id = (SELECT max(id) FROM jobs)");
        }
    }
}

#[test]
fn waiting_jobs_are_counted_by_kind() {
    let mut world = World::new();
    assert_eq!(world.store().waiting_jobs().unwrap(), []);
    world.db.execute(
        "INSERT INTO jobs (kind, created_at, done_at) VALUES ('send_text', to_timestamp(5), NULL), \
         ('send_text', to_timestamp(3), NULL), ('send_text', to_timestamp(1), now())",
    );
    let since = DateTime::from_timestamp(3, 0).unwrap();
    let waiting = JobBacklog { kind: JobKind::SendText, count: 2, since };
    assert_eq!(world.store().waiting_jobs().unwrap(), [waiting]);
}

#[test]
fn due_jobs_are_claimed_once_longest_due_first() {
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
fn a_job_locked_by_another_claim_is_skipped_without_waiting() {
    let mut world = World::new();
    world.store().enqueue(&new_job(JobKind::SendText, 0, None)).unwrap();
    let mut other = world.db.server_connection();
    let mut mine = world.db.server_connection();
    diesel::Connection::test_transaction::<_, diesel::result::Error, _>(&mut mine, |mine| {
        let claimed = adapters_postgres::PgStore::new(mine).claim_job(KINDS, at(1)).unwrap();
        assert!(claimed.is_some());
        assert_eq!(adapters_postgres::PgStore::new(&mut other).claim_job(KINDS, at(1)).unwrap(), None);
        Ok(())
    });
}

fn enqueue_and_claim(world: &mut World) -> Job {
    world.store().enqueue(&new_job(JobKind::SendText, 0, None)).unwrap();
    world.store().claim_job(KINDS, at(1)).unwrap().unwrap()
}

#[test]
fn a_done_job_is_never_claimed_again_and_its_payload_is_erased() {
    let mut world = World::new();
    let job = enqueue_and_claim(&mut world);
    assert!(world.store().end_job(&job, &JobEnd::Done, at(2)).unwrap());
    assert_eq!(world.store().claim_job(KINDS, at(9_999_999)).unwrap(), None);
    assert_eq!(world.db.value("SELECT payload::text FROM jobs").as_deref(), Some("{}"));
    assert!(!world.store().end_job(&job, &JobEnd::Done, at(3)).unwrap());
    assert_eq!(world.store().delete_expired(RetainedData::Jobs, at(2), 9).unwrap(), 0);
    assert_eq!(world.store().delete_expired(RetainedData::Jobs, at(3), 9).unwrap(), 1);
}

#[test]
fn a_postponed_job_keeps_its_payload_and_its_error() {
    let mut world = World::new();
    let job = enqueue_and_claim(&mut world);
    let again = JobEnd::Retry(at(100), "no\0 answer".to_owned());
    assert!(world.store().end_job(&job, &again, at(2)).unwrap());
    assert_eq!(world.db.value("SELECT last_error FROM jobs").as_deref(), Some("no\u{fffd} answer"));
    assert_eq!(world.store().claim_job(KINDS, at(99)).unwrap(), None);
    let second = world.store().claim_job(KINDS, at(100)).unwrap().unwrap();
    assert_eq!((second.attempt, &second.payload), (2, &job.payload));
}

/// The job's first claim has expired. After the uncounted attempt, the job has the attempt number of that claim
/// again, but the worker with that claim still can't end the job.
#[test]
fn an_uncounted_attempt_of_a_job_does_not_increase_its_attempt_number() {
    let mut world = World::new();
    let lapsed = enqueue_and_claim(&mut world);
    let job = world.store().claim_job(KINDS, at(301)).unwrap().unwrap();
    let end = JobEnd::RetryUncounted(at(400), "nobody there".to_owned());
    assert!(world.store().end_job(&job, &end, at(302)).unwrap());
    assert!(!world.store().end_job(&lapsed, &JobEnd::Done, at(303)).unwrap());
    assert_eq!(world.store().claim_job(KINDS, at(399)).unwrap(), None);
    let again = world.store().claim_job(KINDS, at(400)).unwrap().unwrap();
    assert_eq!((again.attempt, &again.payload), (2, &job.payload));
    assert!(!world.store().end_job(&lapsed, &JobEnd::Done, at(401)).unwrap());
}

#[test]
fn an_abandoned_job_keeps_its_reason() {
    let mut world = World::new();
    let job = enqueue_and_claim(&mut world);
    assert!(world.store().end_job(&job, &JobEnd::Failed("refused".to_owned()), at(2)).unwrap());
    assert_eq!(world.store().claim_job(KINDS, at(9_999_999)).unwrap(), None);
    assert_eq!(world.db.value("SELECT last_error || payload::text FROM jobs").as_deref(), Some("refused{}"));
}

#[test]
fn an_expired_job_claim_can_be_taken_over_and_its_first_worker_cannot_end_the_job() {
    let mut world = World::new();
    let first = enqueue_and_claim(&mut world);
    assert_eq!(world.store().claim_job(KINDS, at(300)).unwrap(), None);
    let second = world.store().claim_job(KINDS, at(301)).unwrap().unwrap();
    assert_eq!(second.attempt, 2);
    assert!(!world.store().end_job(&first, &JobEnd::Done, at(302)).unwrap());
    assert!(world.store().end_job(&second, &JobEnd::Done, at(302)).unwrap());
}
