//! What operators watch of the database.

use chrono::{DateTime, Utc};

use crate::shared::store_error::StoreResult;

/// Things that wait, by how long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByAge {
    /// Less than a day.
    pub day: i64,
    /// Less than a week.
    pub week: i64,
    /// Longer.
    pub older: i64,
    /// Since when the one that waits longest does.
    pub since: Option<DateTime<Utc>>,
}

/// A look at the database. Nothing in it is about one person, and each count is bounded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Refunds that the provider has not taken, or sent back.
    pub refunds_due: ByAge,
    /// Disputes that wait for our answer.
    pub disputes: ByAge,
    /// Until when the next of them must be answered.
    pub next_evidence_due: Option<DateTime<Utc>>,
    /// Differences between the books and the provider that somebody must put right.
    pub book_faults: i64,
    /// What they come to, in cents.
    pub book_fault_cents: i64,
    /// When books and provider were compared last.
    pub books_matched_at: Option<DateTime<Utc>>,
    /// When the provider's events were read last.
    pub events_read_at: Option<DateTime<Utc>>,
    /// From when on events are left to be read.
    pub events_behind_from: Option<DateTime<Utc>>,
    /// When the newest event came, pushed or listed.
    pub last_event_at: Option<DateTime<Utc>>,
    /// Logins that failed in the last five minutes.
    pub failed_logins: i64,
    /// Addresses that are blocked.
    pub blocked: i64,
    /// Files that are being read or stored.
    pub imports: i64,
    /// Since when the oldest of them is.
    pub import_since: Option<DateTime<Utc>>,
    /// The database's size on its disk.
    pub database_bytes: i64,
}

/// Looking.
pub trait Watched {
    /// All of them at once.
    fn figures(&mut self, now: DateTime<Utc>) -> StoreResult<Figures>;
}
