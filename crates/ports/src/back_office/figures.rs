//! Figures about the database that the operator monitors.

use chrono::{DateTime, Utc};

use crate::shared::store_error::StoreResult;

/// Numbers of waiting records, by how long they have been waiting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountsByAge {
    /// Records that have been waiting for less than a day.
    pub day: i64,
    /// Records that have been waiting for at least a day and less than a week.
    pub week: i64,
    /// Records that have been waiting for a week or longer.
    pub older: i64,
    /// When the oldest record started to wait; `None` without records.
    pub since: Option<DateTime<Utc>>,
}

/// Figures for monitoring, without personal data. The counts may stop at a maximum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MonitoringFigures {
    /// Refunds that the provider hasn't accepted, or that the drivers' banks returned.
    pub refunds_due: CountsByAge,
    /// Chargebacks that wait for our response.
    pub disputes: CountsByAge,
    /// The earliest deadline for evidence about a chargeback that waits for our response; `None` without one.
    pub next_evidence_due: Option<DateTime<Utc>>,
    /// Number of differences between the books and the provider that staff must correct.
    pub book_faults: i64,
    /// Total of the differences that staff must correct, in cents.
    pub book_fault_cents: i64,
    /// When the books were last matched against the provider; `None` if never.
    pub books_matched_at: Option<DateTime<Utc>>,
    /// When the provider's events were last read; `None` if never.
    pub events_read_at: Option<DateTime<Utc>>,
    /// Start of the time range whose provider events haven't been read yet; `None` if all were read.
    pub events_behind_from: Option<DateTime<Utc>>,
    /// When the newest provider event arrived, by webhook or from the provider's list; `None` if no event arrived yet.
    pub last_event_at: Option<DateTime<Utc>>,
    /// Failed logins in the last five minutes.
    pub failed_logins: i64,
    /// Number of blocked IP addresses.
    pub blocked: i64,
    /// Number of import files that are being checked or stored.
    pub imports: i64,
    /// When the file of the oldest of these imports was uploaded; `None` without imports.
    pub import_since: Option<DateTime<Utc>>,
    /// Size of the database, in bytes.
    pub database_bytes: i64,
}

/// Reads figures for monitoring from the database.
pub trait Monitoring {
    /// Reads all figures from the database.
    fn monitoring_figures(&mut self, now: DateTime<Utc>) -> StoreResult<MonitoringFigures>;
}
