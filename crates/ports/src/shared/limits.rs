//! Limits on how many of something may exist at once.

use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// Something that may exist only a limited number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Imports that have not ended.
    OpenImports,
    /// Open invitations of staff.
    Invitations,
    /// Reply templates.
    ReplyTemplates,
    /// Authorities in the register.
    Authorities,
    /// Stored choices of one of the staff.
    Choices(UserId),
    /// Live payments of a driver.
    LivePayments(UserId),
}

/// Limits in the database.
pub trait Limits {
    /// Waits until no other transaction holds this limit. What is counted after that stays true until the transaction ends.
    fn lock_limit(&mut self, limit: Limit) -> StoreResult<()>;
}
