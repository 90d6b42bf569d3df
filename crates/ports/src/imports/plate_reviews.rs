//! Items from outside their plate's dates that were on file before plates had dates.

use chrono::NaiveDate;
use domain::imports::import::ImportKind;
use domain::shared::ids::UserId;

use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// An item that staff decide on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlateReview {
    /// The kind of item.
    pub kind: ImportKind,
    /// The item's id.
    pub item: i32,
    /// Its driver.
    pub user: UserId,
    /// Violation or road.
    pub label: String,
    /// The citation's day.
    pub date: NaiveDate,
    /// As entered.
    pub amount: String,
    /// Whether it is paid.
    pub is_paid: bool,
}

/// The list in the database. A migration filled it; nothing is added to it.
pub trait PlateReviews {
    /// Those that staff have not decided on.
    fn plate_reviews(&mut self, page: Page) -> StoreResult<Paged<PlateReview>>;
    /// Takes an item off the list; false when it is not there.
    fn close_plate_review(&mut self, kind: ImportKind, item: i32) -> StoreResult<bool>;
}
