use std::collections::BTreeMap;

use chrono::DateTime;
use domain::shared::job::JobKind;
use domain::shared::retention::RetainedData;
use ports::shared::jobs::{Job, JobBacklog, JobEnd, Jobs, NewJob};
use ports::shared::retention::ExpiredRecords;

use crate::support::{World, at};

const KINDS: &[JobKind] = &[JobKind::SendText];

/// Builds a job that is due `run_at` seconds after the start of the test's clock ([`at`]). No other
/// unfinished job may have the same `key`.
fn new_job(kind: JobKind, run_at: i64, key: Option<&str>) -> NewJob {
    NewJob {
        kind,
        payload: BTreeMap::from([("id".to_owned(), "7\0".to_owned())]),
        run_at: at(run_at),
        dedupe_key: key.map(str::to_owned),
    }
}

/// Release 0.1 keeps the key of an ended job, so the test also ends a job in that way.
#[test]
fn a_job_with_the_same_key_can_be_enqueued_once_the_first_job_has_ended() {
    let mut world = World::new();
    let key = Some("a");
    for ends in 0..3 {
        assert!(!world.store().has_unfinished_job("a").unwrap());
        assert!(world.store().enqueue(&new_job(JobKind::SendText, 0, key)).unwrap());
        assert!(world.store().has_unfinished_job("a").unwrap());
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
    assert_eq!(world.store().unfinished_jobs_by_kind().unwrap(), []);
    world.db.execute(
        "INSERT INTO jobs (kind, created_at, done_at) VALUES ('send_text', to_timestamp(5), NULL), \
         ('send_text', to_timestamp(3), NULL), ('send_text', to_timestamp(1), now())",
    );
    let since = DateTime::from_timestamp(3, 0).unwrap();
    let waiting = JobBacklog { kind: JobKind::SendText, count: 2, since };
    assert_eq!(world.store().unfinished_jobs_by_kind().unwrap(), [waiting]);
}

#[test]
fn claiming_a_job_skips_locked_jobs_without_waiting() {
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

#[test]
fn an_abandoned_job_keeps_its_last_error_and_is_not_claimed_again() {
    let mut world = World::new();
    let job = enqueue_and_claim(&mut world);
    assert!(world.store().end_job(&job, &JobEnd::Failed("refused".to_owned()), at(2)).unwrap());
    assert_eq!(world.store().claim_job(KINDS, at(9_999_999)).unwrap(), None);
    assert_eq!(world.db.value("SELECT last_error || payload::text FROM jobs").as_deref(), Some("refused{}"));
}
