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
    /// Text that describes the record: violation type or toll road of an item, payment or hire, start of an
    /// inquiry's message, or ticket type and state of a report.
    pub label: String,
    /// Citation number of the item, if the search matched that number. `None` otherwise.
    pub citation_number: Option<String>,
    /// Confirmation number of a hire or payment; `None` for other records.
    pub confirmation_number: Option<String>,
}

/// An entry of the desk's waiting work: an unsolved record of a queue, or several records that are shown together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingRecord {
    /// The queue that contains the record.
    pub queue: WaitingQueue,
    /// Id of the record, or of its driver, depending on the queue; 0 for an entry about several
    /// records without a driver.
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

/// Searches in the database, and the queues of unsolved records.
pub trait Desk {
    /// Returns records of any kind whose id is in one of these ranges. Of each kind, the records with the
    /// lowest ids are returned, at most `limit`. The ranges must be in ascending order.
    fn records_by_id(&mut self, ids: &[RangeInclusive<i32>], limit: i64) -> StoreResult<Vec<SearchResult>>;
    /// Returns items whose citation number, normalized for comparison, starts with `beginning`. At
    /// most `limit` items of each kind are returned.
    fn records_by_citation(&mut self, beginning: &str, limit: i64) -> StoreResult<Vec<SearchResult>>;
    /// Returns hires and payments whose confirmation number starts with `beginning`. At most `limit`
    /// of each are returned.
    fn records_by_confirmation(&mut self, beginning: &str, limit: i64) -> StoreResult<Vec<SearchResult>>;
    /// Returns up to `limit` entries about unsolved records of all queues, longest waiting first. A chargeback is
    /// included only until its deadline for evidence. A refund that is due is included only if it was created before
    /// `stuck_since` and no bank holds the payment's money.
    fn longest_waiting(
        &mut self,
        now: DateTime<Utc>,
        stuck_since: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<WaitingRecord>>;
}
