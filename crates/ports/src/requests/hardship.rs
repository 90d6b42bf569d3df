//! Requests of drivers who can't pay an item now, in the database.

use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::citation::Citation;
use domain::driving_record::item_file::ItemId;
use domain::requests::hardship::{HardshipAnswer, HardshipRequest, Need, Situation};
use domain::shared::ids::UserId;

use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// A new request to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewHardshipRequest {
    /// The driver who sends the request.
    pub user_id: UserId,
    /// The item that the driver can't pay.
    pub item: ItemId,
    /// Kind of help that the driver asks for, such as more time.
    pub need: Need,
    /// The driver's situation.
    pub situation: Situation,
    /// When the driver sends the request.
    pub asked_at: DateTime<Utc>,
}

/// A request with the fields of its item that lists show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HardshipSummary {
    /// The request.
    pub request: HardshipRequest,
    /// Violation type or toll road.
    pub label: String,
    /// The item's date.
    pub date: NaiveDate,
    /// The item's amount as entered.
    pub amount: String,
    /// The citation number and its issuer.
    pub citation: Citation,
}

/// Requests of drivers who can't pay, in the database.
pub trait HardshipRequests {
    /// Stores a request and returns it. Fails with `Duplicate(OpenHardshipRequest)` if the item already
    /// has an open request.
    fn insert_hardship_request(&mut self, request: &NewHardshipRequest) -> StoreResult<HardshipSummary>;
    /// Returns a request by its id.
    fn hardship_request(&mut self, id: i64) -> StoreResult<Option<HardshipSummary>>;
    /// Locks a request until the transaction ends.
    fn lock_hardship_request(&mut self, id: i64) -> StoreResult<Option<HardshipRequest>>;
    /// Locks an item's open request until the transaction ends. An item has at most one open request.
    fn lock_open_hardship_request(&mut self, item: ItemId) -> StoreResult<Option<HardshipRequest>>;
    /// Moves the requests about an item to another item of the same driver. At most one of the two items may
    /// have an open request.
    fn move_hardship_requests(&mut self, from: ItemId, to: ItemId) -> StoreResult<()>;
    /// Counts the requests that a driver sent after the time `since`.
    fn count_hardship_requests(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<i64>;
    /// Stores staff's answer, and increments the request's version.
    fn answer_hardship_request(
        &mut self,
        request: &HardshipRequest,
        answer: &HardshipAnswer,
    ) -> StoreResult<()>;
    /// Returns a driver's newest requests.
    fn hardship_requests_of(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<HardshipSummary>>;
    /// Returns a page of the open requests, oldest first.
    fn open_hardship_requests(&mut self, page: Page) -> StoreResult<Paged<HardshipSummary>>;
}
