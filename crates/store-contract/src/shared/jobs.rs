use std::collections::BTreeMap;

use domain::shared::job::JobKind;
use ports::shared::jobs::{Job, JobEnd, NewJob};
use ports::store::{Database, Store};

use crate::support::{at, transaction};

const KINDS: &[JobKind] = &[JobKind::SendText];

/// Builds a job that is due at the second `run_at`. `key` prevents duplicates.
pub(super) fn new_job(kind: JobKind, run_at: i64, key: Option<&str>) -> NewJob {
    NewJob {
        kind,
        payload: BTreeMap::from([("id".to_owned(), "7\0".to_owned())]),
        run_at: at(run_at),
        dedupe_key: key.map(str::to_owned),
    }
}

/// Adds a job to send a text, and claims it at second 1.
fn enqueue_and_claim(store: &mut dyn Store) -> Job {
    store.enqueue(&new_job(JobKind::SendText, 0, None)).unwrap();
    store.claim_job(KINDS, at(1)).unwrap().unwrap()
}

pub fn only_one_of_several_jobs_with_the_same_key_is_enqueued(database: &dyn Database) {
    transaction(database, |store| {
        assert!(store.enqueue(&new_job(JobKind::SendText, 0, Some("a"))).unwrap());
        assert!(!store.enqueue(&new_job(JobKind::SendText, 9, Some("a"))).unwrap());
        assert!(store.enqueue(&new_job(JobKind::SendText, 0, None)).unwrap());
        assert!(store.enqueue(&new_job(JobKind::SendText, 0, None)).unwrap());
    });
}

pub fn a_job_with_the_same_key_can_be_enqueued_once_the_first_job_has_ended(database: &dyn Database) {
    transaction(database, |store| {
        for end in [JobEnd::Failed("no".to_owned()), JobEnd::Done] {
            assert!(!store.has_unfinished_job("a").unwrap());
            assert!(store.enqueue(&new_job(JobKind::SendText, 0, Some("a"))).unwrap());
            assert!(store.has_unfinished_job("a").unwrap());
            let job = store.claim_job(KINDS, at(1)).unwrap().unwrap();
            assert!(!store.enqueue(&new_job(JobKind::SendText, 0, Some("a"))).unwrap(), "the job is running");
            assert!(store.end_job(&job, &end, at(2)).unwrap());
        }
        assert!(store.enqueue(&new_job(JobKind::SendText, 0, Some("a"))).unwrap());
    });
}

pub fn unfinished_jobs_are_counted_by_kind(database: &dyn Database) {
    transaction(database, |store| {
        assert_eq!(store.unfinished_jobs_by_kind().unwrap(), []);
        let job = enqueue_and_claim(store);
        store.enqueue(&new_job(JobKind::SendText, 0, None)).unwrap();
        store.enqueue(&new_job(JobKind::SendMail, 0, None)).unwrap();
        let counts = |store: &mut dyn Store| {
            let mut counts: Vec<_> = store
                .unfinished_jobs_by_kind()
                .unwrap()
                .into_iter()
                .map(|backlog| (backlog.kind.as_str(), backlog.count))
                .collect();
            counts.sort_unstable();
            counts
        };
        assert_eq!(counts(store), [("send_mail", 1), ("send_text", 2)], "a running job counts");
        store.end_job(&job, &JobEnd::Done, at(2)).unwrap();
        assert_eq!(counts(store), [("send_mail", 1), ("send_text", 1)]);
    });
}

pub fn due_jobs_are_claimed_once_longest_due_first(database: &dyn Database) {
    transaction(database, |store| {
        store.enqueue(&new_job(JobKind::SendText, 60, None)).unwrap();
        store.enqueue(&new_job(JobKind::SendText, 30, None)).unwrap();
        store.enqueue(&new_job(JobKind::SendMail, 0, None)).unwrap();
        assert_eq!(store.claim_job(KINDS, at(29)).unwrap(), None);
        let first = store.claim_job(KINDS, at(60)).unwrap().unwrap();
        let second = store.claim_job(KINDS, at(60)).unwrap().unwrap();
        assert!(first.id > second.id);
        assert_eq!((first.attempt, first.payload["id"].as_str()), (1, "7\u{fffd}"));
        assert_eq!(store.claim_job(KINDS, at(60)).unwrap(), None);
    });
}

pub fn an_ended_job_is_never_claimed_again(database: &dyn Database) {
    transaction(database, |store| {
        for end in [JobEnd::Done, JobEnd::Failed("refused".to_owned())] {
            let job = enqueue_and_claim(store);
            assert!(store.end_job(&job, &end, at(2)).unwrap());
            assert_eq!(store.claim_job(KINDS, at(9_999_999)).unwrap(), None);
            assert!(!store.end_job(&job, &end, at(3)).unwrap());
        }
    });
}

pub fn a_postponed_job_keeps_its_payload(database: &dyn Database) {
    transaction(database, |store| {
        let job = enqueue_and_claim(store);
        assert!(store.end_job(&job, &JobEnd::Retry(at(100), "no answer".to_owned()), at(2)).unwrap());
        assert_eq!(store.claim_job(KINDS, at(99)).unwrap(), None);
        let second = store.claim_job(KINDS, at(100)).unwrap().unwrap();
        assert_eq!((second.attempt, &second.payload), (2, &job.payload));
    });
}

/// The job's first claim has expired. After the uncounted attempt, the job's attempt number is that
/// of the first claim again. Still, the worker with the first claim can't end the job.
pub fn retrying_a_job_without_counting_the_attempt_keeps_the_attempt_number(database: &dyn Database) {
    transaction(database, |store| {
        let lapsed = enqueue_and_claim(store);
        let job = store.claim_job(KINDS, at(301)).unwrap().unwrap();
        let end = JobEnd::RetryUncounted(at(400), "no connection".to_owned());
        assert!(store.end_job(&job, &end, at(302)).unwrap());
        assert!(!store.end_job(&lapsed, &JobEnd::Done, at(303)).unwrap());
        assert_eq!(store.claim_job(KINDS, at(399)).unwrap(), None);
        let again = store.claim_job(KINDS, at(400)).unwrap().unwrap();
        assert_eq!((again.attempt, &again.payload), (2, &job.payload));
        assert!(!store.end_job(&lapsed, &JobEnd::Done, at(401)).unwrap());
    });
}

pub fn an_expired_claim_can_be_taken_over(database: &dyn Database) {
    transaction(database, |store| {
        let first = enqueue_and_claim(store);
        assert_eq!(store.claim_job(KINDS, at(300)).unwrap(), None);
        let second = store.claim_job(KINDS, at(301)).unwrap().unwrap();
        assert_eq!(second.attempt, 2);
        assert!(!store.end_job(&first, &JobEnd::Done, at(302)).unwrap());
        assert!(store.end_job(&second, &JobEnd::Done, at(302)).unwrap());
    });
}
