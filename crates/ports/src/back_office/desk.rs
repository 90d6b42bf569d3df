//! What the desk of staff asks of all records.

use chrono::{DateTime, Utc};
use domain::back_office::desk::{FoundKind, WaitingQueue};
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// A record that a search over everything found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRecord {
    /// What it is.
    pub kind: FoundKind,
    /// Its id.
    pub id: i32,
    /// Whose.
    pub user_id: UserId,
    /// Violation, road, message, or what is reported.
    pub label: String,
    /// Of a hire or payment.
    pub confirmation_number: Option<String>,
}

/// A record that waits for staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// In which queue.
    pub queue: WaitingQueue,
    /// Its id; the driver's, where a queue is made of drivers.
    pub id: i32,
    /// Whose, if known.
    pub user_id: Option<UserId>,
    /// Violation, message, plate, number, amount, or what is reported.
    pub label: String,
    /// Since when.
    pub since: DateTime<Utc>,
    /// Until when somebody can do something, where a bank says so.
    pub due_by: Option<DateTime<Utc>>,
}

/// All records in the database, for the desk.
pub trait Desk {
    /// Records of any kind with this id.
    fn records_numbered(&mut self, id: i32) -> StoreResult<Vec<FoundRecord>>;
    /// Hires and payments whose confirmation number begins with this, at most so many of each.
    fn records_confirmed(&mut self, beginning: &str, most: i64) -> StoreResult<Vec<FoundRecord>>;
    /// What is not solved in any queue, the longest waiting first. A refund that the provider has not taken is in it when it was asked
    /// for before `stuck`.
    fn longest_waiting(
        &mut self,
        now: DateTime<Utc>,
        stuck: DateTime<Utc>,
        most: i64,
    ) -> StoreResult<Vec<Waiting>>;
}
