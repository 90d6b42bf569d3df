//! Settings of the read replica for lists, exports, figures and timelines (docs/product/running.md#replica).

use std::time::Duration;

use crate::config::outside::Get;
use crate::config::read::parse_setting;

/// A read replica and the maximum age of its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplicaConfig {
    /// Connection URL for the database role that serves requests.
    pub url: String,
    /// Maximum replication lag. The server doesn't read from a replica that is further behind.
    pub lag: Duration,
}

impl ReplicaConfig {
    /// Returns how long a user reads from the primary after a change, so that users see their own changes.
    #[must_use]
    pub fn writers_read_primary(&self) -> Duration {
        self.lag + MARGIN
    }
}

const DEFAULT_LAG_SECONDS: u64 = 5;
const MAX_LAG_SECONDS: u64 = 60;
/// Time added to the maximum replication lag, for delays of the network.
const MARGIN: Duration = Duration::from_secs(5);

/// Reads the replica's settings; `None` without a replica.
pub(super) fn read_replica(get: Get<'_>, problems: &mut Vec<String>) -> Option<ReplicaConfig> {
    let what = format!("a number of seconds from 1 to {MAX_LAG_SECONDS}");
    let lag = parse_setting(get, "REPLICA_LAG_SECONDS", &what, problems).unwrap_or(DEFAULT_LAG_SECONDS);
    if !(1..=MAX_LAG_SECONDS).contains(&lag) {
        problems.push(format!("REPLICA_LAG_SECONDS is {lag}: it must be {what}"));
    }
    if get("DATABASE_REPLICA_URL").is_some() && get("DATABASE_URL").is_none() {
        problems
            .push("DATABASE_REPLICA_URL also needs DATABASE_URL, the primary that it replicates".to_owned());
    }
    Some(ReplicaConfig { url: get("DATABASE_REPLICA_URL")?, lag: Duration::from_secs(lag) })
}
