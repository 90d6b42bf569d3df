//! Merging two authorities of the register (docs/product/money-to-authorities.md#merging).

use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::shared::ids::AuthorityId;

use crate::shared::store_error::StoreResult;

/// Numbers of records that refer to an authority. These records move to the other authority in a merge.
/// Removed items aren't counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergeCounts {
    /// Number of traffic tickets that the authority issued.
    pub tickets: i64,
    /// Number of parking tickets that the authority issued.
    pub parking: i64,
    /// Number of tolls that the authority issued.
    pub tolls: i64,
    /// Number of traffic tickets that the authority hears as a court.
    pub heard: i64,
    /// Number of lawyers who take cases of the authority as a court.
    pub lawyers: i64,
    /// Number of payments owed to the authority that aren't in a remittance.
    pub owed: i64,
    /// Number of remittances that are prepared and not sent.
    pub prepared: i64,
    /// Number of remittances that were sent or accepted.
    pub sent: i64,
}

/// Moves all records that refer to one authority to another.
pub trait AuthorityMerges {
    /// Locks the register and these authorities until the transaction ends, and returns them
    /// ordered by id. Other transactions that lock the register wait. To prevent deadlocks, no item
    /// may be locked before this call.
    fn lock_authorities(&mut self, ids: [AuthorityId; 2]) -> StoreResult<Vec<Authority>>;
    /// Counts the records that refer to an authority. `issuers` are the spellings of the authority's names on items.
    fn count_records_of_authority(&mut self, id: AuthorityId, issuers: &[String])
    -> StoreResult<MergeCounts>;
    /// Moves all names of the authority `from` to the authority `to`, and stores the new details and version
    /// of `to`. The caller must have locked both.
    fn move_authority_names(
        &mut self,
        from: AuthorityId,
        to: AuthorityId,
        details: &AuthorityDetails,
    ) -> StoreResult<Authority>;
    /// Moves everything that refers to the authority `from` as a court to the authority `to`: all tickets,
    /// including paid and removed ones, cases, and practice areas of lawyers. An area that the lawyer already
    /// has is deleted. Increments the versions of the tickets and lawyers.
    fn move_court_references(&mut self, from: AuthorityId, to: AuthorityId) -> StoreResult<()>;
    /// Moves the remittances and obligations of the authority `from` to the authority `to`, then deletes `from`.
    /// Remittances that were sent keep the name of `from`. Must be called after the items are locked, because settling
    /// a payment locks its item first.
    fn move_authority_money(&mut self, from: &Authority, to: AuthorityId) -> StoreResult<()>;
}
