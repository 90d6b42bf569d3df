//! Limits on the number of records that may exist at the same time.

use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// A kind of record whose number is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Imports that haven't ended.
    OpenImports,
    /// Open invitations of staff members and lawyers.
    Invitations,
    /// Lawyers on record.
    Lawyers,
    /// Open cases and offers of lawyers.
    LawyerOffers,
    /// Reply templates of all staff.
    ReplyTemplates,
    /// Authorities in the register.
    Authorities,
    /// Items with the same issuer and citation number. Staff can file only one.
    Citations,
    /// Preferences of a staff member.
    Preferences(UserId),
    /// Photos and documents of a driver's item.
    ItemFiles(UserId),
    /// Open payments of a driver.
    LivePayments(UserId),
}

/// Locks of limits in the database.
pub trait Limits {
    /// Waits until no other transaction has locked this limit, and locks it until the transaction
    /// ends. A transaction must lock a limit before it counts the limited records, so that two
    /// transactions can't exceed the limit together.
    fn lock_limit(&mut self, limit: Limit) -> StoreResult<()>;
}
