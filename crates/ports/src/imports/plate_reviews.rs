//! Items that earlier releases filed by plate, although the plate wasn't the driver's on the item's day.

use chrono::NaiveDate;
use domain::imports::import::ImportKind;
use domain::shared::ids::UserId;

use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// An item for which staff must decide whether it stays on the driver's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlateReview {
    /// The kind of item.
    pub kind: ImportKind,
    /// Id of the item, within its kind.
    pub item: i32,
    /// The driver whose record has the item.
    pub user: UserId,
    /// The item's violation type or toll road.
    pub label: String,
    /// The day of the violation or toll.
    pub date: NaiveDate,
    /// Amount of the item, as entered.
    pub amount: String,
    /// Whether the item is paid.
    pub is_paid: bool,
}

/// The items for which staff must decide whether they stay on the driver's record. A migration filled
/// the list, and no code adds to it.
pub trait PlateReviews {
    /// Returns the items that staff haven't decided on, except removed ones.
    fn plate_reviews(&mut self, page: Page) -> StoreResult<Paged<PlateReview>>;
    /// Removes an item from the list; `false` if the list doesn't contain it.
    fn close_plate_review(&mut self, kind: ImportKind, item: i32) -> StoreResult<bool>;
}
