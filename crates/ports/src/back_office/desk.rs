//! Searches and queues of the staff's desk.

use chrono::{DateTime, Utc};
use domain::back_office::desk::{SearchResultKind, WaitingQueue};
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// A record that the search over all records found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// Kind of the record.
    pub kind: SearchResultKind,
    /// Id of the record.
    pub id: i32,
    /// The driver it belongs to.
    pub user_id: UserId,
    /// Violation type, road, message, or ticket type of a report.
    pub label: String,
    /// Citation number of an item that was found by it.
    pub citation_number: Option<String>,
    /// Confirmation number of a hire or payment.
    pub confirmation_number: Option<String>,
}

/// A record that waits for staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingRecord {
    /// The queue it is in.
    pub queue: WaitingQueue,
    /// Id of the record, or of the driver if the queue's records are drivers.
    pub id: i32,
    /// The driver it belongs to, if known.
    pub user_id: Option<UserId>,
    /// Violation type, message, plate, number, amount, or ticket type of a report.
    pub label: String,
    /// Since when it has been waiting.
    pub since: DateTime<Utc>,
    /// Deadline for staff, if a bank sets one.
    pub due_by: Option<DateTime<Utc>>,
}

/// Searches and queues over all records in the database.
pub trait Desk {
    /// Returns records of any kind with this id.
    fn records_by_id(&mut self, id: i32) -> StoreResult<Vec<SearchResult>>;
    /// Returns items whose citation number, normalized for comparison, starts with this, up to
    /// `most` of each kind.
    fn records_by_citation(&mut self, beginning: &str, most: i64) -> StoreResult<Vec<SearchResult>>;
    /// Returns hires and payments whose confirmation number starts with this, up to `most` of each.
    fn records_by_confirmation(&mut self, beginning: &str, most: i64) -> StoreResult<Vec<SearchResult>>;
    /// Returns unsolved records of all queues, longest waiting first. A refund that the provider hasn't accepted is
    /// included if it was requested before `stuck`.
    fn longest_waiting(
        &mut self,
        now: DateTime<Utc>,
        stuck: DateTime<Utc>,
        most: i64,
    ) -> StoreResult<Vec<WaitingRecord>>;
}
