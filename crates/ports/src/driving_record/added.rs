//! Items that drivers added themselves, and staff's check of these items (docs/product/adding-tickets.md).

use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::added::CheckStatus;
use domain::driving_record::citation::Citation;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;

use crate::driving_record::filing::NumberedItem;
use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// An item that its driver added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedItem {
    /// Id of the addition, which isn't the item's id.
    pub id: i64,
    /// The item, which may have been removed after the check.
    pub item: Payable,
    /// The driver who added the item.
    pub user_id: UserId,
    /// When the driver added the item.
    pub added_at: DateTime<Utc>,
    /// The state of staff's check.
    pub status: CheckStatus,
    /// Why staff didn't find the citation, in staff's words; `None` for another result.
    pub reason: Option<String>,
    /// When staff's check ended; `None` while the item is being checked.
    pub checked_at: Option<DateTime<Utc>>,
}

/// An added item with the fields by which people recognize it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedItemSummary {
    /// The addition and its check.
    pub added: AddedItem,
    /// Violation type or toll road.
    pub label: String,
    /// Day of the violation or trip.
    pub date: NaiveDate,
    /// Amount as entered.
    pub amount: String,
    /// Number and issuer, as far as they are known.
    pub citation: Citation,
    /// The item's version. Staff's decision must name this version; otherwise, the decision
    /// is refused as outdated.
    pub version: i32,
}

/// An item that may be the same as an item that a driver added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimilarItem {
    /// The item that may be the same as the added item.
    pub item: Payable,
    /// The driver who owes this item.
    pub user_id: UserId,
    /// Whether a driver added this item too and staff haven't checked it yet. Staff can't merge such an item
    /// with the added item.
    pub is_being_checked: bool,
    /// Violation type or toll road.
    pub label: String,
    /// Day of the violation or trip.
    pub date: NaiveDate,
    /// Amount as entered.
    pub amount: String,
    /// Number and issuer, as far as they are known.
    pub citation: Citation,
}

/// A search for items that may be the same as an item that a driver added.
#[derive(Clone, Copy, Debug)]
pub struct SimilarItemQuery<'a> {
    /// Citation numbers, [normalized for comparison](domain::shared::citation_number::normalize_citation_number).
    pub numbers: &'a [String],
    /// The driver who added the item. Items of this driver, or of a driver whose vehicle has the same plate, are also
    /// found by the date [`SimilarItemQuery::date`] alone.
    pub user: UserId,
    /// Day of the violation or trip.
    pub date: NaiveDate,
    /// Maximum number of items of each kind to return.
    pub limit: i64,
}

/// Numbers of items that a driver has added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddedCounts {
    /// Items that staff haven't checked yet.
    pub being_checked: i64,
    /// Items that the driver added at or after the time passed to [`AddedItems::count_added_items`].
    pub recent: i64,
}

/// The database's records of which items drivers added, and of staff's checks of these items. The items themselves
/// are stored like all other items.
pub trait AddedItems {
    /// Stores that a driver added this item.
    fn insert_added_item(
        &mut self,
        user: UserId,
        item: Payable,
        added_at: DateTime<Utc>,
    ) -> StoreResult<AddedItem>;
    /// Returns the added item whose addition has this id.
    fn added_item(&mut self, id: i64) -> StoreResult<Option<AddedItemSummary>>;
    /// Locks the check of this item until the transaction ends and returns it; `None` if no driver added the item.
    fn lock_added_item_of(&mut self, item: Payable) -> StoreResult<Option<AddedItem>>;
    /// Marks an item as confirmed by staff, and increases its version. The driver then sees the item even
    /// before staff have prepared the driver's record.
    fn mark_item_confirmed(&mut self, item: Payable) -> StoreResult<()>;
    /// Stores how the check of an added item ended, and staff's reason if there is one.
    fn end_item_check(
        &mut self,
        added: &AddedItem,
        status: CheckStatus,
        reason: Option<&str>,
        checked_at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Returns the items that a driver added, newest first: those being checked, and those whose check ended at or
    /// after the time `since`. At most 200 are returned.
    fn added_items_of(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<Vec<AddedItemSummary>>;
    /// Counts a driver's items that are being checked, and the items that the driver added at or
    /// after the time `since`.
    fn count_added_items(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<AddedCounts>;
    /// Returns the items that staff must check, oldest first.
    fn items_to_check(&mut self, page: Page) -> StoreResult<Paged<AddedItemSummary>>;
    /// Returns a driver's items that are being checked and have one of these citation numbers, which must
    /// be normalized for comparison.
    fn added_items_by_number(&mut self, user: UserId, numbers: &[String]) -> StoreResult<Vec<NumberedItem>>;
    /// Returns the items, of every driver and kind, that may be the same as an added item. The result includes the
    /// added item itself, and items that are being checked.
    fn similar_items(&mut self, query: &SimilarItemQuery<'_>) -> StoreResult<Vec<SimilarItem>>;
}
