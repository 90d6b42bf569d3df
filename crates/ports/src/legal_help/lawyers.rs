//! Lawyers on record.

use chrono::{DateTime, Utc};
use domain::legal_help::lawyer::{Lawyer, LawyerRecord};
use domain::legal_help::matching::{Candidate, Practice};
use domain::legal_help::monthly_fee::FeeMonth;
use domain::shared::ids::{LawyerId, UserId};
use domain::shared::us_state::UsState;

use crate::shared::store_error::StoreResult;

/// A lawyer with the figures that staff's list of lawyers shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawyerFigures {
    /// The lawyer whose figures these are.
    pub lawyer: Lawyer,
    /// Number of open cases that the lawyer accepted, plus open offers.
    pub open_cases: i64,
    /// Median time from an offer to its acceptance, in minutes; `None` if the lawyer hasn't accepted any offer.
    pub median_minutes_to_accept: Option<i64>,
    /// Number of open cases whose `update_due` has passed.
    pub overdue_updates: i64,
    /// Whether the second factor of the lawyer's account is on.
    pub has_second_factor: bool,
}

/// Data of the registers of lawyers and authorities that the standings of items depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterFacts {
    /// Whether any lawyer is on record, active or not.
    pub has_lawyers: bool,
    /// Which cases active lawyers with an account take: one entry per lawyer and license in the requested states.
    pub practices: Vec<Practice>,
    /// Pairs of a requested name and the main name of its authority. Names of no authority are left out.
    pub authority_names: Vec<(String, String)>,
}

/// Lawyers in the database.
pub trait Lawyers {
    /// Stores an active lawyer without an account. Fails with `Duplicate(LawyerEmail)` or
    /// `Duplicate(BarLicense)` if another lawyer has the email address or a license. If the lawyer pays a
    /// monthly fee, it applies from the month `fee_from` on.
    fn insert_lawyer(
        &mut self,
        record: &LawyerRecord,
        fee_from: Option<FeeMonth>,
        created_at: DateTime<Utc>,
    ) -> StoreResult<Lawyer>;
    /// Returns a lawyer by their id.
    fn lawyer(&mut self, id: LawyerId) -> StoreResult<Option<Lawyer>>;
    /// Locks a lawyer until the transaction ends.
    fn lock_lawyer(&mut self, id: LawyerId) -> StoreResult<Option<Lawyer>>;
    /// Returns the lawyer whose account this is.
    fn lawyer_of_user(&mut self, user: UserId) -> StoreResult<Option<Lawyer>>;
    /// Replaces the lawyer's details, including licenses and practice areas, and increments the
    /// version. Returns `None` if the lawyer doesn't exist. Fails with the same errors as
    /// [`Lawyers::insert_lawyer`]. If the monthly fee changes, the caller must first call
    /// [`Lawyers::set_fee_start`], so that the new fee applies from the next month.
    fn update_lawyer(&mut self, id: LawyerId, record: &LawyerRecord) -> StoreResult<Option<Lawyer>>;
    /// Stores the first month that the monthly fee applies to. The lawyer's version doesn't change.
    fn set_fee_start(&mut self, id: LawyerId, month: FeeMonth) -> StoreResult<()>;
    /// Activates or deactivates a lawyer, and increments the version. Returns `None` if the lawyer doesn't exist.
    fn set_lawyer_active(&mut self, id: LawyerId, is_active: bool) -> StoreResult<Option<Lawyer>>;
    /// Sets or removes a lawyer's account, and increments the version. Returns `None` if the lawyer doesn't exist.
    /// Fails with `Duplicate(Other)` if the account is another lawyer's.
    fn set_lawyer_account(&mut self, id: LawyerId, user: Option<UserId>) -> StoreResult<Option<Lawyer>>;
    /// Stores when a case was last offered to a lawyer. The lawyer's version doesn't change.
    fn record_offer_time(&mut self, id: LawyerId, offered_at: DateTime<Utc>) -> StoreResult<()>;
    /// Stores, replaces or removes a lawyer's photo. The lawyer's version doesn't change.
    fn set_lawyer_photo(
        &mut self,
        id: LawyerId,
        photo: Option<&[u8]>,
        added_at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Returns a lawyer's photo, a JPEG.
    fn lawyer_photo(&mut self, id: LawyerId) -> StoreResult<Option<Vec<u8>>>;
    /// Returns the number of lawyers on record, including inactive ones.
    fn count_lawyers(&mut self) -> StoreResult<i64>;
    /// Whether any lawyer is on record, active or not.
    fn has_lawyers(&mut self) -> StoreResult<bool>;
    /// Returns all lawyers with their figures at this time, ordered by name.
    fn lawyers_with_figures(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<LawyerFigures>>;
    /// Returns active lawyers who have an account and a license in this state: first those who never got an
    /// offer, then those whose last offer is oldest.
    fn candidates(&mut self, state: UsState) -> StoreResult<Vec<Candidate>>;
    /// Reads the lawyers licensed in these states and the authorities with these names, in one statement. The names
    /// must be normalized by [`issuer_key`](domain::shared::citation_number::issuer_key).
    fn register_facts(&mut self, states: &[UsState], issuer_keys: &[String]) -> StoreResult<RegisterFacts>;
}
