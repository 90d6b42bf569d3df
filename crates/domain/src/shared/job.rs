//! Background jobs: which kinds there are, and when a failed one is tried again.

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::words::stored_words;

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobKind {
    /// A text message to a driver.
    SendText,
    /// A mail.
    SendMail,
    /// Calling off an intent that nobody should pay any more.
    CallOffIntent,
    /// Reading the lines of a file that was brought for import.
    CheckImport,
    /// Storing what an import makes.
    StoreImport,
}

stored_words!(JobKind {
    SendText => "send_text",
    SendMail => "send_mail",
    CallOffIntent => "call_off_intent",
    CheckImport => "check_import",
    StoreImport => "store_import",
});

/// A job that was claimed and neither finished nor postponed is free again after this: its worker was killed.
pub const CLAIM_LASTS: TimeDelta = TimeDelta::minutes(5);
/// Before the second try.
pub const FIRST_WAIT: TimeDelta = TimeDelta::seconds(15);
/// A job that nobody was there to take is given up when it is so old.
pub const LONGEST_OUTAGE: TimeDelta = TimeDelta::hours(14);
const LONGEST_WAIT: TimeDelta = TimeDelta::hours(4);
const MOST_TRIES: u32 = 12;

/// When a job that has failed `tries` times is due again: after 15 s, then each time twice as long, up to 4 h.
/// None after 12 tries (some 14 hours): it is given up.
pub fn next_try(tries: u32, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if tries >= MOST_TRIES {
        return None;
    }
    let doublings = tries.saturating_sub(1).min(MOST_TRIES);
    Some(now + (FIRST_WAIT * 2_i32.pow(doublings)).min(LONGEST_WAIT))
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};
    use rstest::rstest;

    use super::{JobKind, next_try};

    #[rstest]
    #[case(0, 15)]
    #[case(1, 15)]
    #[case(2, 30)]
    #[case(3, 60)]
    #[case(10, 7_680)]
    #[case(11, 14_400)]
    fn the_wait_doubles_up_to_four_hours(#[case] tries: u32, #[case] seconds: i64) {
        let now = DateTime::UNIX_EPOCH;
        assert_eq!(next_try(tries, now), Some(now + TimeDelta::seconds(seconds)));
    }

    #[test]
    fn twelve_tries_are_enough() {
        assert_eq!(next_try(12, DateTime::UNIX_EPOCH), None);
        assert_eq!(next_try(u32::MAX, DateTime::UNIX_EPOCH), None);
    }

    #[test]
    fn a_kind_is_found_by_its_word() {
        for kind in JobKind::ALL {
            assert_eq!(JobKind::parse(kind.as_str()), Some(*kind));
        }
    }
}
