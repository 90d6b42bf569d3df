//! Background jobs: their kinds, and when a failed job is retried.

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::stored_words::stored_words;

/// What a background job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobKind {
    /// Sends a text to a driver.
    SendText,
    /// Sends an email, for example to a driver or to an invited person.
    SendMail,
    /// Cancels a payment intent that the driver should no longer pay.
    CancelIntent,
    /// Reads the rows of an uploaded import file.
    CheckImport,
    /// Stores the items of an import.
    StoreImport,
}

stored_words!(JobKind {
    SendText => "send_text",
    SendMail => "send_mail",
    CancelIntent => "call_off_intent",
    CheckImport => "check_import",
    StoreImport => "store_import",
});

/// How long a worker's claim of a job lasts. If the job is neither finished nor postponed by then, the worker
/// probably crashed, and another worker can claim the job.
pub const CLAIM_LASTS: TimeDelta = TimeDelta::minutes(5);
/// Wait between a job's first and second attempt.
pub const FIRST_WAIT: TimeDelta = TimeDelta::seconds(15);
/// Maximum age of a job that waits for a service that is down. An older job fails permanently.
pub const MAX_OUTAGE: TimeDelta = TimeDelta::hours(14);
const MAX_WAIT: TimeDelta = TimeDelta::hours(4);
const MAX_TRIES: u32 = 12;

/// Returns when a job that failed `tries` times is due again. The wait starts at [`FIRST_WAIT`] and doubles
/// with each attempt, up to `MAX_WAIT`. Returns `None` after `MAX_TRIES` attempts, which take about eight
/// hours. The job has then failed permanently.
pub fn next_attempt_at(tries: u32, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if tries >= MAX_TRIES {
        return None;
    }
    let doublings = tries.saturating_sub(1).min(MAX_TRIES);
    Some(now + (FIRST_WAIT * 2_i32.pow(doublings)).min(MAX_WAIT))
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};
    use rstest::rstest;

    use super::{JobKind, next_attempt_at};

    #[rstest]
    #[case(0, 15)]
    #[case(1, 15)]
    #[case(2, 30)]
    #[case(3, 60)]
    #[case(10, 7_680)]
    #[case(11, 14_400)]
    fn a_jobs_retry_delay_starts_at_15_seconds_and_doubles_up_to_four_hours(
        #[case] tries: u32,
        #[case] seconds: i64,
    ) {
        let now = DateTime::UNIX_EPOCH;
        assert_eq!(next_attempt_at(tries, now), Some(now + TimeDelta::seconds(seconds)));
    }

    #[test]
    fn a_job_is_not_retried_after_twelve_attempts() {
        assert_eq!(next_attempt_at(12, DateTime::UNIX_EPOCH), None);
        assert_eq!(next_attempt_at(u32::MAX, DateTime::UNIX_EPOCH), None);
    }

    #[test]
    fn each_job_kind_is_parsed_from_its_name() {
        for kind in JobKind::ALL {
            assert_eq!(JobKind::parse(kind.as_str()), Some(*kind));
        }
    }
}
