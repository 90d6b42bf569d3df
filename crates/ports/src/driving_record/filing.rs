//! Filing, changing and removing tickets, parking tickets and tolls, and finding them by
//! citation number or issuer.

use chrono::{DateTime, Utc};
use domain::driving_record::added::DriverEntry;
use domain::driving_record::new_item::ItemDetails;
use domain::driving_record::ticket::Item;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{AuthorityId, UserId};
use domain::shared::payable::Payable;

use crate::shared::store_error::StoreResult;

/// Staff's removal of an item. The item's row stays in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The staff member who removed the item.
    pub by: UserId,
    /// The reason for the removal, in the staff member's words.
    pub result: String,
    /// When staff removed the item.
    pub at: DateTime<Utc>,
}

/// The last change to a record, from the audit trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastChange {
    /// Name or email address of the user who changed the record; `None` if Lanewise itself did.
    pub by: Option<String>,
    /// When the record was changed.
    pub at: DateTime<Utc>,
}

/// An item with a citation number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedItem {
    /// The item that has the number.
    pub item: Payable,
    /// The driver of the item.
    pub user: UserId,
    /// The item's citation number, normalized for comparison.
    pub number: String,
    /// The issuer of the citation, as the item names it; `None` if unknown.
    pub issuer: Option<String>,
}

/// Two items with the same citation number.
pub type NumberedPair = (NumberedItem, NumberedItem);

/// Filed items in the database. Searches leave out removed items.
pub trait FiledItems {
    /// Adds an unpaid item. `entry` is `None` unless the driver adds the item.
    fn insert_item(
        &mut self,
        user: UserId,
        details: &ItemDetails,
        entry: Option<DriverEntry>,
        filed_at: DateTime<Utc>,
    ) -> StoreResult<Item>;
    /// Locks an item until the transaction ends and returns it. `item` must not be [`Payable::Lawyer`].
    fn lock_item(&mut self, item: Payable) -> StoreResult<Option<Item>>;
    /// Stores an item's changed fields and increases the item's version. Returns `None` if the item was removed or
    /// doesn't exist. `details` must be of the item's kind.
    fn update_item(&mut self, item: Payable, details: &ItemDetails) -> StoreResult<Option<Item>>;
    /// Removes an item from all lists. Its row stays in the database. `item` must not be [`Payable::Lawyer`].
    fn remove_item(&mut self, item: Payable, removal: &Removal) -> StoreResult<()>;
    /// Returns items of every kind and driver with one of these citation numbers, except those that are being
    /// checked. The numbers must be normalized for comparison.
    fn items_by_number(&mut self, numbers: &[String]) -> StoreResult<Vec<NumberedItem>>;
    /// Returns all issuers of items of every kind, as the items spell them.
    fn item_issuers(&mut self) -> StoreResult<Vec<String>>;
    /// Returns the citation numbers that both an item of one of the `issuers` and an item of one of the
    /// `other_issuers` have. The numbers are normalized for comparison and sorted. Issuers are spelled as the items
    /// spell them. Items that are being checked are left out.
    fn citation_numbers_of_both(
        &mut self,
        issuers: &[String],
        other_issuers: &[String],
        limit: i64,
    ) -> StoreResult<Vec<String>>;
    /// Finds authorities by name. Returns each name that an authority has, together with that authority. The names
    /// must be normalized by [`issuer_key`](domain::shared::citation_number::issuer_key).
    fn authorities_by_name(&mut self, keys: &[String]) -> StoreResult<Vec<(String, AuthorityId)>>;
    /// Returns the last change to a record, from the audit trail.
    fn last_change(&mut self, subject_kind: AuditSubject, subject_id: i32)
    -> StoreResult<Option<LastChange>>;
}
