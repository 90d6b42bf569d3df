//! Figures about the database for monitoring.

use chrono::{DateTime, Utc};

use crate::shared::store_error::StoreResult;

/// Numbers of waiting records by age.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountsByAge {
    /// Waiting for less than a day.
    pub day: i64,
    /// Waiting for less than a week.
    pub week: i64,
    /// Waiting for a week or longer.
    pub older: i64,
    /// Since when the oldest has been waiting.
    pub since: Option<DateTime<Utc>>,
}

/// Figures for monitoring. None is about a single person, and each count is bounded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MonitoringFigures {
    /// Refunds that the provider hasn't accepted or that banks returned.
    pub refunds_due: CountsByAge,
    /// Chargebacks that wait for our response.
    pub disputes: CountsByAge,
    /// The next deadline for evidence.
    pub next_evidence_due: Option<DateTime<Utc>>,
    /// Differences between the books and the provider that staff must fix.
    pub book_faults: i64,
    /// Total of these differences, in cents.
    pub book_fault_cents: i64,
    /// When the books were last matched against the provider.
    pub books_matched_at: Option<DateTime<Utc>>,
    /// When the provider's events were last read.
    pub events_read_at: Option<DateTime<Utc>>,
    /// Start of the range of events still to be read.
    pub events_behind_from: Option<DateTime<Utc>>,
    /// When the newest event arrived, pushed or listed.
    pub last_event_at: Option<DateTime<Utc>>,
    /// Failed logins in the last five minutes.
    pub failed_logins: i64,
    /// Number of blocked IP addresses.
    pub blocked: i64,
    /// Number of import files that are being checked or stored.
    pub imports: i64,
    /// Since when the oldest of them has been in progress.
    pub import_since: Option<DateTime<Utc>>,
    /// Size of the database, in bytes.
    pub database_bytes: i64,
}

/// Reading the figures for monitoring.
pub trait Monitoring {
    /// Reads all figures from the database.
    fn figures(&mut self, now: DateTime<Utc>) -> StoreResult<MonitoringFigures>;
}
