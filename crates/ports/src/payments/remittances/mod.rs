//! Authorities, obligations and remittances in the database (docs/product/money-to-authorities.md#remittances).

pub mod billed_again;
pub mod proofs;

use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::ledger::{EntryKind, Posting};
use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::payments::remittances::obligation::{MoneyTrail, ObligationProblem, ObligationStatus};
use domain::payments::remittances::prepared::PreparedPayment;
use domain::payments::remittances::remittance::{Remittance, TransferRecord};
use domain::shared::ids::{AuthorityId, PaymentId, RemittanceId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;

use crate::payments::books::NewEntry;
use crate::shared::store_error::StoreResult;

/// An obligation to store when a payment settles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewObligation {
    /// The payment whose money is owed.
    pub payment_id: PaymentId,
    /// Issuer of the item, as the item names it.
    pub issuer: Option<String>,
    /// When the card was charged.
    pub charged_at: DateTime<Utc>,
    /// Deadline for sending the money.
    pub send_by: DateTime<Utc>,
    /// Whether to skip notifying the driver if the money is late. True for payments from before remittances existed,
    /// because nothing shows whether their money was sent.
    pub is_told: bool,
}

/// A transaction whose payment has no obligation yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnrecordedTransaction {
    /// The transaction that recorded the payment.
    pub id: TransactionId,
    /// The payment that made the transaction.
    pub payment_id: PaymentId,
    /// The item it paid for.
    pub payable: Payable,
    /// When the card was charged.
    pub charged_at: DateTime<Utc>,
}

/// Money of one payment that is owed to an authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The payment whose money is owed.
    pub payment_id: PaymentId,
    /// The item it paid for.
    pub payable: Payable,
    /// The driver who paid.
    pub user_id: UserId,
    /// Violation type or toll road.
    pub label: Option<String>,
    /// The issuer's number of the item, if known.
    pub number: Option<String>,
    /// The payment's confirmation number.
    pub confirmation_number: String,
    /// The authority it is owed to, once known.
    pub authority_id: Option<AuthorityId>,
    /// Issuer of the item, as the item names it.
    pub issuer: Option<String>,
    /// Status of the money on its way to the authority.
    pub status: ObligationStatus,
    /// The remittance that contains it.
    pub remittance_id: Option<RemittanceId>,
    /// Amount owed; in a prepared remittance the amount that can be sent; after sending the amount sent.
    pub amount: Money,
    /// The payment's amounts in a remittance that is prepared and not sent; otherwise `None`.
    pub prepared: Option<PreparedPayment>,
    /// Amount that the authority must return.
    pub to_recover: Money,
    /// Amount that the authority has for an item that is still paid.
    pub with_authority: Money,
    /// Whether a refund in progress or a bank prevents sending it.
    pub is_held_back: bool,
    /// When the card was charged.
    pub charged_at: DateTime<Utc>,
    /// Deadline for sending the money.
    pub send_by: DateTime<Utc>,
    /// Day on which the authority accepted it.
    pub accepted_on: Option<NaiveDate>,
    /// Why staff must check it; `None` if they needn't.
    pub lateness: Option<ObligationProblem>,
}

/// Filters for obligations that are owed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObligationFilter {
    /// The authority; `None` for obligations whose authority is unknown.
    pub to: Option<AuthorityId>,
    /// Only items of this issuer, normalized for comparison.
    pub issuer_key: Option<String>,
    /// Text that occurs in the confirmation number or the issuer's number.
    pub query: Option<String>,
}

/// Total owed to one authority, or to one issuer without a known authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmountOwed {
    /// The authority, if known.
    pub authority_id: Option<AuthorityId>,
    /// Name of the authority, or the issuer's name from the items, if they have one.
    pub name: Option<String>,
    /// Number of payments that can be sent.
    pub payments: i64,
    /// Total of these payments.
    pub amount: Money,
    /// Number of further payments that a refund or a bank holds back.
    pub held_back: i64,
    /// When the oldest payment was charged.
    pub since: DateTime<Utc>,
    /// Number of payments past their deadline.
    pub late: i64,
}

/// Result of saving an authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveAuthorityResult {
    /// The authority was saved. Contains its new state.
    Saved(Authority),
    /// One of the names belongs to another authority. Contains that authority's name.
    NameTaken(String),
    /// The authority was changed since it was read. Contains its current state.
    Changed(Authority),
    /// The authority does not exist.
    Gone,
}

/// Postings of several payments, summed by entry kind and account.
pub type Positions = Vec<(PaymentId, Vec<(EntryKind, Posting)>)>;

/// The register of authorities in the database.
pub trait Authorities {
    /// Returns the register, ordered by name.
    fn authorities(&mut self) -> StoreResult<Vec<Authority>>;
    /// Adds an authority to the register.
    fn insert_authority(&mut self, details: &AuthorityDetails) -> StoreResult<SaveAuthorityResult>;
    /// Changes an authority if it still has this version.
    fn update_authority(
        &mut self,
        id: AuthorityId,
        version: i32,
        details: &AuthorityDetails,
    ) -> StoreResult<SaveAuthorityResult>;
    /// Assigns to an authority all obligations without an authority whose issuer is one of its names. Returns
    /// how many were assigned.
    fn assign_by_name(&mut self, id: AuthorityId) -> StoreResult<usize>;
    /// Assigns the obligations of these payments to an authority. Returns their number.
    fn assign(&mut self, id: AuthorityId, payments: &[PaymentId]) -> StoreResult<usize>;
}

/// Obligations in the database.
pub trait Obligations {
    /// Returns the issuer of an item. If the item names none, it is a ticket's police agency, the city that
    /// listed a parking ticket, or a toll's road.
    fn issuer_of(&mut self, payable: Payable) -> StoreResult<Option<String>>;
    /// Sets an item's new issuer on its payments' obligations that have no authority and aren't in a remittance.
    fn note_issuer(&mut self, payable: Payable, issuer: &str) -> StoreResult<()>;
    /// Stores a payment's obligation once. Its authority is found by the issuer.
    fn note_obligation(&mut self, new: &NewObligation) -> StoreResult<()>;
    /// Returns card transactions after the given one that have no obligation yet, ordered by id. They come
    /// from release 0.1, which stored no obligations.
    fn transactions_without_obligation(
        &mut self,
        after: TransactionId,
        limit: i64,
    ) -> StoreResult<Vec<UnrecordedTransaction>>;
    /// Returns the totals owed by authority, longest owed first.
    fn owed(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<AmountOwed>>;
    /// Returns obligations that match the filters, oldest first.
    fn obligations_owed(
        &mut self,
        which: &ObligationFilter,
        now: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<Obligation>>;
    /// Returns the obligations in a remittance, oldest first.
    fn obligations_in(
        &mut self,
        remittance: RemittanceId,
        now: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<Obligation>>;
    /// Returns obligations whose money authorities must return, oldest first.
    fn obligations_to_recover(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>>;
    /// Returns obligations that were sent but that a city's data still lists as open, oldest first.
    fn obligations_open_at_source(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>>;
    /// Returns late obligations whose drivers haven't been notified that the money isn't sent yet, oldest first.
    fn late_obligations_to_notify(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>>;
    /// Marks a payment's driver as notified; `false` if another process already did.
    fn mark_late_notified(&mut self, payment: PaymentId, at: DateTime<Utc>) -> StoreResult<bool>;
    /// Returns the obligation of one payment.
    fn obligation(&mut self, payment: PaymentId, now: DateTime<Utc>) -> StoreResult<Option<Obligation>>;
    /// Changes an obligation's status if its table of moves allows it. An obligation that is owed again leaves its
    /// remittance. Returns `false` if the status wasn't changed.
    fn move_obligation(
        &mut self,
        payment: PaymentId,
        to: ObligationStatus,
        accepted_on: Option<NaiveDate>,
    ) -> StoreResult<bool>;
    /// Marks a payment that was sent as owed again. Does nothing if it wasn't sent.
    fn reopen_obligation(&mut self, payment: PaymentId) -> StoreResult<()>;
    /// Returns payments that were sent and that a city's data has since listed as paid, with the day of that data.
    fn settled_at_source(&mut self, limit: i64) -> StoreResult<Vec<(PaymentId, NaiveDate)>>;
    /// Returns where the money of these payments is, as drivers see it. Payments without an obligation are left out.
    fn trails(&mut self, payments: &[PaymentId]) -> StoreResult<Vec<(PaymentId, MoneyTrail)>>;
}

/// Remittances in the database.
pub trait Remittances {
    /// Puts everything that can be sent to an authority into a remittance, up to `limit` payments; `None`
    /// if there is nothing.
    fn prepare(
        &mut self,
        to: AuthorityId,
        by: UserId,
        at: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Option<Remittance>>;
    /// Locks a remittance until the transaction ends.
    fn lock_remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>>;
    /// Returns a remittance by its id.
    fn remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>>;
    /// Returns remittances before the given one, newest first.
    fn remittances(&mut self, before: Option<RemittanceId>, limit: i64) -> StoreResult<Vec<Remittance>>;
    /// Undoes a remittance that wasn't sent.
    fn undo_remittance(&mut self, id: RemittanceId) -> StoreResult<()>;
    /// Records that the file of a prepared remittance was downloaded, with each payment's amount in it.
    fn note_download(
        &mut self,
        id: RemittanceId,
        at: DateTime<Utc>,
        file: &[(PaymentId, Money)],
    ) -> StoreResult<()>;
    /// Records that a remittance was sent with these payments and amounts. Its other payments are owed again.
    fn note_sent(
        &mut self,
        id: RemittanceId,
        sending: &TransferRecord,
        at: DateTime<Utc>,
        sent: &[(PaymentId, Money)],
    ) -> StoreResult<()>;
    /// Marks a sent remittance as accepted if all its obligations are accepted; `false` if some are not.
    fn mark_accepted_if_complete(&mut self, id: RemittanceId, on: NaiveDate) -> StoreResult<bool>;
    /// Locks the payments of a remittance until the transaction ends, and returns their postings.
    fn lock_positions(&mut self, remittance: RemittanceId) -> StoreResult<Positions>;
    /// Posts entries. Entries whose source exists already are skipped.
    fn post_entries(&mut self, entries: &[NewEntry]) -> StoreResult<()>;
}
