//! Search and queues of the desk, the back office's start page.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use domain::back_office::desk::{SearchResultKind, WaitingQueue};
use domain::back_office::waiting::WaitingFacts;
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// A record that the search over all records found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// Kind of the record.
    pub kind: SearchResultKind,
    /// Id of the record.
    pub id: i32,
    /// The driver that the record belongs to.
    pub user_id: UserId,
    /// Text that describes the record: violation type of a ticket or hire, road of a toll, message of an inquiry, or
    /// ticket type of a report.
    pub label: String,
    /// Citation number of the item, if the search matched that number. `None` otherwise.
    pub citation_number: Option<String>,
    /// Confirmation number of a hire or payment; `None` for other records.
    pub confirmation_number: Option<String>,
}

/// An unsolved record of a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingRecord {
    /// The queue that contains the record.
    pub queue: WaitingQueue,
    /// Id of the record, or of the driver if the queue's records are drivers.
    pub id: i32,
    /// The driver that the record belongs to, if known.
    pub user_id: Option<UserId>,
    /// The details that the desk shows in one line.
    pub facts: WaitingFacts,
    /// When the record started to wait for staff.
    pub since: DateTime<Utc>,
    /// Deadline of the bank for evidence about a chargeback; `None` for other records.
    pub due_by: Option<DateTime<Utc>>,
}

/// Searches and queues over all records in the database.
pub trait Desk {
    /// Returns records of any kind whose id is in one of these ranges, lowest id first. At most
    /// `limit` records of each kind are returned. The ranges must be in ascending order.
    fn records_by_id(&mut self, ids: &[RangeInclusive<i32>], limit: i64) -> StoreResult<Vec<SearchResult>>;
    /// Returns items whose citation number, normalized for comparison, starts with `beginning`. At
    /// most `limit` items of each kind are returned.
    fn records_by_citation(&mut self, beginning: &str, limit: i64) -> StoreResult<Vec<SearchResult>>;
    /// Returns hires and payments whose confirmation number starts with `beginning`. At most `limit`
    /// of each are returned.
    fn records_by_confirmation(&mut self, beginning: &str, limit: i64) -> StoreResult<Vec<SearchResult>>;
    /// Returns unsolved records of all queues, longest waiting first. Refunds that the provider
    /// hasn't accepted are included if they were requested before `stuck_since`.
    fn longest_waiting(
        &mut self,
        now: DateTime<Utc>,
        stuck_since: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<WaitingRecord>>;
}
