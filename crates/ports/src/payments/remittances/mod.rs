//! Authorities, obligations and remittances in the database (docs/product/money-to-authorities.md#remittances).

pub mod billed_again;
pub mod lawyers;
pub mod merging;
pub mod proofs;

use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::ledger::{EntryKind, LawyerShare, Posting};
use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::payments::remittances::obligation::{MoneyTrail, ObligationProblem, ObligationStatus};
use domain::payments::remittances::payee::{Payee, PayeeId};
use domain::payments::remittances::prepared::PreparedPayment;
use domain::payments::remittances::remittance::{Remittance, TransferRecord};
use domain::shared::ids::{AuthorityId, LawyerId, PaymentId, RemittanceId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;

use crate::payments::books::NewEntry;
use crate::shared::store_error::StoreResult;

/// A new obligation, which is stored when a payment settles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewObligation {
    /// The payment whose money is owed.
    pub payment_id: PaymentId,
    /// Issuer of the item, as the item names it; `None` if unknown.
    pub issuer: Option<String>,
    /// When the card was charged.
    pub charged_at: DateTime<Utc>,
    /// Deadline for sending the money.
    pub send_by: DateTime<Utc>,
    /// Whether the driver counts as already notified that the money is late, so that no notification is sent.
    pub is_late_notified: bool,
}

/// A transaction whose payment has no obligation yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnrecordedTransaction {
    /// The transaction that recorded the payment.
    pub id: TransactionId,
    /// The payment that made the transaction.
    pub payment_id: PaymentId,
    /// The item that the payment paid for.
    pub payable: Payable,
    /// When the card was charged.
    pub charged_at: DateTime<Utc>,
}

/// Key of an obligation. A payment has one obligation to its authority, or one to each lawyer who accepted its case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObligationKey {
    /// The payment whose money is owed.
    pub payment_id: PaymentId,
    /// The lawyer; `None` for an authority.
    pub lawyer_id: Option<LawyerId>,
}

impl From<PaymentId> for ObligationKey {
    fn from(payment_id: PaymentId) -> Self {
        Self { payment_id, lawyer_id: None }
    }
}

/// Money of one payment that is owed to an authority or a lawyer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The payment whose money is owed.
    pub payment_id: PaymentId,
    /// The item that the payment paid for.
    pub payable: Payable,
    /// The driver who paid.
    pub user_id: UserId,
    /// Violation type or toll road; `None` if unknown.
    pub label: Option<String>,
    /// The number that the issuer gave the item, if known.
    pub number: Option<String>,
    /// The payment's confirmation number.
    pub confirmation_number: String,
    /// The authority or lawyer that the money is owed to, once known.
    pub payee: Option<Payee>,
    /// The lawyer's share of the fee; `None` for an authority.
    pub share: Option<LawyerShare>,
    /// Issuer of the item, as the item names it; `None` for a lawyer.
    pub issuer: Option<String>,
    /// Status of the money on its way to the payee.
    pub status: ObligationStatus,
    /// The remittance that contains the money; `None` if no remittance does.
    pub remittance_id: Option<RemittanceId>,
    /// Amount owed. In a prepared remittance, the amount that can be sent; after sending, the amount sent.
    pub amount: Money,
    /// The payment's amounts in a prepared remittance; `None` if the payment is in no remittance or
    /// the remittance was sent.
    pub prepared: Option<PreparedPayment>,
    /// Amount that the payee must return.
    pub to_recover: Money,
    /// Amount that the payee has and may keep: for an item that is still paid, or a fee that may still be earned.
    pub with_payee: Money,
    /// Whether a refund in progress or a chargeback prevents sending the money.
    pub is_held_back: bool,
    /// When the card was charged.
    pub charged_at: DateTime<Utc>,
    /// Deadline for sending the money.
    pub send_by: DateTime<Utc>,
    /// Day on which the payee accepted the money; `None` before that.
    pub accepted_on: Option<NaiveDate>,
    /// Why staff must check the money; `None` if they don't have to.
    pub lateness: Option<ObligationProblem>,
}

impl Obligation {
    /// Returns the authority that the money is owed to; `None` if it is unknown or if the payee is a lawyer.
    pub fn authority_id(&self) -> Option<AuthorityId> {
        self.payee.as_ref().and_then(|payee| payee.id.authority())
    }

    /// Returns the key that identifies the obligation: its payment, and its lawyer if the payee is a lawyer.
    pub fn key(&self) -> ObligationKey {
        let lawyer_id = self.payee.as_ref().and_then(|payee| payee.id.lawyer());
        ObligationKey { payment_id: self.payment_id, lawyer_id }
    }
}

/// Filters for obligations to authorities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObligationFilter {
    /// Only obligations to this authority; `None` for obligations whose authority is unknown.
    pub to: Option<AuthorityId>,
    /// Only obligations for items of this issuer, as an [`issuer_key`](domain::shared::citation_number::issuer_key);
    /// `None` for any issuer.
    pub issuer_key: Option<String>,
    /// Only obligations whose confirmation number or citation number contains this string.
    pub query: Option<String>,
}

/// Total owed to one authority or lawyer, or to one issuer without a known authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmountOwed {
    /// The authority or lawyer, if known.
    pub payee: Option<PayeeId>,
    /// Name of the payee. If the payee is unknown, the issuer's name from the items; `None` if the
    /// items have no issuer.
    pub name: Option<String>,
    /// Number of payments that can be sent.
    pub payments: i64,
    /// Total of the payments that can be sent.
    pub amount: Money,
    /// Number of further payments that can't be sent because of a refund or a chargeback.
    pub held_back: i64,
    /// When the oldest payment started to be owed.
    pub since: DateTime<Utc>,
    /// How many of the payments that can be sent are past their deadline.
    pub late: i64,
}

/// Result of saving an authority's details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveAuthorityResult {
    /// The authority was saved. Contains its new state.
    Saved(Authority),
    /// Another authority has one of the names. Contains that authority's name.
    NameTaken(String),
    /// Another staff member changed the authority since it was read. Contains its current state.
    Changed(Authority),
    /// The authority does not exist.
    Gone,
}

/// Postings of several payments, summed by entry kind and account.
pub type PostedSumsByPayment = Vec<(PaymentId, Vec<(EntryKind, Posting)>)>;

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
    /// Assigns obligations without an authority to this authority if their issuer is one of its names.
    /// Returns how many were assigned.
    fn assign_obligations_by_issuer(&mut self, id: AuthorityId) -> StoreResult<usize>;
    /// Assigns the obligations of these payments to an authority, except those in a remittance. Returns the
    /// number of assigned obligations.
    fn assign_payments(&mut self, id: AuthorityId, payments: &[PaymentId]) -> StoreResult<usize>;
}

/// Obligations in the database.
pub trait Obligations {
    /// Returns the issuer of an item. If the item has none, returns the police agency of a ticket,
    /// the city that listed a parking ticket, or the road of a toll.
    fn issuer_of(&mut self, payable: Payable) -> StoreResult<Option<String>>;
    /// Stores an item's new issuer with the obligations of the item's payments. Skips obligations that have
    /// an authority or are in a remittance. The issuer's name decides the obligation's authority.
    fn update_obligation_issuer(&mut self, payable: Payable, issuer: &str) -> StoreResult<()>;
    /// Stores a payment's obligation, unless it is already stored. The issuer's name decides the authority.
    fn store_obligation_if_new(&mut self, new: &NewObligation) -> StoreResult<()>;
    /// Returns card transactions with ids above `after` whose money was received and that have no obligation yet,
    /// ordered by id. These transactions are from release 0.1, which stored no obligations.
    fn transactions_without_obligation(
        &mut self,
        after: TransactionId,
        limit: i64,
    ) -> StoreResult<Vec<UnrecordedTransaction>>;
    /// Returns the total owed to each payee, longest owed first. At most 500 are returned.
    fn amounts_owed(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<AmountOwed>>;
    /// Returns obligations to authorities that match the filters, oldest first.
    fn obligations_owed(
        &mut self,
        filter: &ObligationFilter,
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
    /// Returns obligations whose money authorities or lawyers must return, oldest first.
    fn obligations_to_recover(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>>;
    /// Returns obligations to authorities whose item a city's data still lists as open more than 48 hours
    /// after the money was sent, oldest first.
    fn obligations_open_at_source(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>>;
    /// Returns late obligations to authorities, oldest first, if the driver hasn't been notified of the delay.
    /// Leaves out those that a refund or a chargeback holds back.
    fn late_obligations_to_notify(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>>;
    /// Marks a payment's driver as notified of the delay; `false` if another process has already done so.
    fn mark_late_notified(&mut self, payment: PaymentId, notified_at: DateTime<Utc>) -> StoreResult<bool>;
    /// Returns the obligation with this key, with its lateness at `now`.
    fn obligation(&mut self, key: ObligationKey, now: DateTime<Utc>) -> StoreResult<Option<Obligation>>;
    /// Marks an obligation as accepted on this day if its status is `Sent`; otherwise returns `false`.
    fn accept_obligation(&mut self, key: ObligationKey, accepted_on: NaiveDate) -> StoreResult<bool>;
    /// Marks the money of a payment as owed to its authority again after it was sent, with `send_by` as its new
    /// deadline. The obligation leaves its remittance. Does nothing if the money wasn't sent.
    fn reopen_obligation(&mut self, payment: PaymentId, send_by: DateTime<Utc>) -> StoreResult<()>;
    /// Returns payments whose money was sent and whose item a city's data later listed as paid,
    /// with the day of that data.
    fn payments_settled_at_source(&mut self, limit: i64) -> StoreResult<Vec<(PaymentId, NaiveDate)>>;
    /// Returns the progress of these payments' money to authorities, as drivers see it. Payments without an
    /// obligation to an authority are left out.
    fn money_trails(&mut self, payments: &[PaymentId]) -> StoreResult<Vec<(PaymentId, MoneyTrail)>>;
}

/// Remittances in the database.
pub trait Remittances {
    /// Puts all money that can be sent to an authority or a lawyer into a new remittance, up to `limit`
    /// payments; `None` if there is no money to send.
    fn prepare_remittance(
        &mut self,
        payee: PayeeId,
        prepared_by: UserId,
        prepared_at: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Option<Remittance>>;
    /// Locks a remittance until the transaction ends.
    fn lock_remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>>;
    /// Returns a remittance by its id.
    fn remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>>;
    /// Returns remittances with ids below `before`, newest first. If `before` is `None`, starts with the newest.
    fn remittances(&mut self, before: Option<RemittanceId>, limit: i64) -> StoreResult<Vec<Remittance>>;
    /// Deletes a remittance that wasn't sent. The money of its payments is then owed again, and staff can put it into
    /// another remittance.
    fn undo_remittance(&mut self, id: RemittanceId) -> StoreResult<()>;
    /// Stores that staff downloaded the file of a prepared remittance, and each payment's amount in that file
    /// (`file`). For a remittance to a lawyer, also stores the name of the trust account.
    fn record_remittance_download(
        &mut self,
        id: RemittanceId,
        downloaded_at: DateTime<Utc>,
        file: &[(PaymentId, Money)],
    ) -> StoreResult<()>;
    /// Stores that staff sent a remittance, with the day and reference in `sending`. `sent` has the payments whose
    /// money was sent, each with its amount. The remittance's other payments are taken out of it, so their money
    /// is owed and can be put into another remittance.
    fn record_sent(
        &mut self,
        id: RemittanceId,
        sending: &TransferRecord,
        recorded_at: DateTime<Utc>,
        sent: &[(PaymentId, Money)],
    ) -> StoreResult<()>;
    /// Marks a sent remittance as accepted if all its obligations are accepted; otherwise returns `false`.
    fn mark_accepted_if_complete(&mut self, id: RemittanceId, accepted_on: NaiveDate) -> StoreResult<bool>;
    /// Locks the payments of a remittance until the transaction ends, and returns the sums posted for each payment.
    fn lock_payments_with_sums(&mut self, remittance: RemittanceId) -> StoreResult<PostedSumsByPayment>;
    /// Posts ledger entries. Skips each entry whose `source` is already stored, because it was posted before.
    fn post_entries(&mut self, entries: &[NewEntry]) -> StoreResult<()>;
}
