//! The replica that lists, exports, figures and timelines are read from (docs/PRODUCT.md#replica).

use std::time::Duration;

use crate::config::outside::Get;
use crate::config::read::parse;

/// Where it is, and how old what it shows may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplicaAt {
    /// Its address, for the role that serves.
    pub url: String,
    /// At most so old is what it shows.
    pub lag: Duration,
}

impl ReplicaAt {
    /// For so long who wrote reads where they wrote: longer than a replica may be behind.
    #[must_use]
    pub fn writers_read_primary(&self) -> Duration {
        self.lag + MARGIN
    }
}

const LAG_SECONDS: u64 = 5;
const LONGEST_LAG_SECONDS: u64 = 60;
/// What an answer and the next question take on the way.
const MARGIN: Duration = Duration::from_secs(5);

/// Reads the settings.
pub(super) fn replica(get: Get<'_>, wrong: &mut Vec<String>) -> Option<ReplicaAt> {
    let what = format!("a number of seconds from 1 to {LONGEST_LAG_SECONDS}");
    let lag = parse(get, "REPLICA_LAG_SECONDS", &what, wrong).unwrap_or(LAG_SECONDS);
    if !(1..=LONGEST_LAG_SECONDS).contains(&lag) {
        wrong.push(format!("REPLICA_LAG_SECONDS is {lag}: it must be {what}"));
    }
    if get("DATABASE_REPLICA_URL").is_some() && get("DATABASE_URL").is_none() {
        wrong.push("DATABASE_REPLICA_URL needs DATABASE_URL, the primary that it follows".to_owned());
    }
    Some(ReplicaAt { url: get("DATABASE_REPLICA_URL")?, lag: Duration::from_secs(lag) })
}
