//! What staff file: tickets, parking tickets and tolls.

use chrono::{DateTime, Utc};
use domain::driving_record::new_item::ItemDetails;
use domain::driving_record::ticket::Item;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;

use crate::shared::store_error::StoreResult;

/// An item's removal; its row stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// Who did it.
    pub by: UserId,
    /// Why, in their words.
    pub result: String,
    /// When.
    pub at: DateTime<Utc>,
}

/// The last change of a record that the audit trail knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastChange {
    /// The name of who made it; none when Lanewise itself did.
    pub by: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// Items as staff file them. Removed ones are not there.
pub trait Filing {
    /// Adds an item, unpaid.
    fn insert_item(&mut self, user: UserId, details: &ItemDetails, at: DateTime<Utc>) -> StoreResult<Item>;
    /// An item, its row locked until the transaction ends; never called for a lawyer.
    fn lock_item(&mut self, item: Payable) -> StoreResult<Option<Item>>;
    /// Stores what staff have filed, as the next version. `details` are of the item's kind.
    fn update_item(&mut self, item: Payable, details: &ItemDetails) -> StoreResult<Option<Item>>;
    /// Takes an item out of sight; never called for a lawyer.
    fn remove_item(&mut self, item: Payable, removal: &Removal) -> StoreResult<()>;
    /// Who changed a record last, by the audit trail.
    fn last_change(&mut self, subject_kind: AuditSubject, subject_id: i32)
    -> StoreResult<Option<LastChange>>;
}
