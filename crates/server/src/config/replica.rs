//! Settings of the read replica for lists, exports, figures and timelines (docs/product/running.md#replica).

use std::time::Duration;

use crate::config::read::Reader;
use crate::config::settings;

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

const MAX_LAG_SECONDS: u64 = 60;
/// Time added to the maximum replication lag, for delays of the network.
const MARGIN: Duration = Duration::from_secs(5);

/// Reads the replica's settings; `None` without a replica.
pub(super) fn read_replica(reader: &mut Reader<'_>) -> Option<ReplicaConfig> {
    let what = format!("a number of seconds from 1 to {MAX_LAG_SECONDS}");
    let lag = reader.parse_number(settings::REPLICA_LAG_SECONDS, &(1..=MAX_LAG_SECONDS), &what);
    let url = reader.find_value(settings::DATABASE_REPLICA_URL)?;
    reader.require(
        reader.find_value(settings::DATABASE_URL).is_some(),
        "DATABASE_REPLICA_URL also needs DATABASE_URL, the primary that it replicates",
    );
    Some(ReplicaConfig { url, lag: Duration::from_secs(lag) })
}
