//! Authorities, what is owed to them, and what was sent, in the database (docs/PRODUCT.md#remittances).

pub mod billed_again;
pub mod proofs;

use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::ledger::{EntryKind, Posting};
use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::payments::remittances::obligation::{Lateness, ObligationStatus, Trail};
use domain::payments::remittances::prepared::PreparedPayment;
use domain::payments::remittances::remittance::{Remittance, Sending};
use domain::shared::ids::{AuthorityId, PaymentId, RemittanceId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;

use crate::payments::books::NewEntry;
use crate::shared::store_error::StoreResult;

/// What a payment's money owes, as it is noted when the payment settles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewObligation {
    /// The payment.
    pub payment_id: PaymentId,
    /// Who issued the item, as it says itself.
    pub issuer: Option<String>,
    /// The card was charged.
    pub charged_at: DateTime<Utc>,
    /// Until when it is to be sent.
    pub send_by: DateTime<Utc>,
    /// Its driver need not be told that it is late: nobody knows what was sent before there were remittances.
    pub is_told: bool,
}

/// A transaction whose payment owes nothing yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotNoted {
    /// The transaction.
    pub id: TransactionId,
    /// Its payment.
    pub payment_id: PaymentId,
    /// What it paid for.
    pub payable: Payable,
    /// The card was charged.
    pub charged_at: DateTime<Utc>,
}

/// What one payment's money owes to an authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The payment.
    pub payment_id: PaymentId,
    /// What it paid for.
    pub payable: Payable,
    /// Who paid.
    pub user_id: UserId,
    /// Violation or road.
    pub label: Option<String>,
    /// The issuer's number of the item, where it is known.
    pub number: Option<String>,
    /// The payment's number.
    pub confirmation_number: String,
    /// To whom, once that is known.
    pub authority_id: Option<AuthorityId>,
    /// Who issued the item, as it says itself.
    pub issuer: Option<String>,
    /// How far it is.
    pub status: ObligationStatus,
    /// Its remittance.
    pub remittance_id: Option<RemittanceId>,
    /// Amount owed now; in a prepared remittance the amount that can be sent; then the amount sent.
    pub amount: Money,
    /// Its amounts in a prepared remittance.
    pub prepared: Option<PreparedPayment>,
    /// What is to come back from the authority.
    pub to_recover: Money,
    /// What the authority has for what is still paid.
    pub with_authority: Money,
    /// A refund under way or a bank keeps it from being sent.
    pub is_held_back: bool,
    /// The card was charged.
    pub charged_at: DateTime<Utc>,
    /// Until when it is to be sent.
    pub send_by: DateTime<Utc>,
    /// Accepted on.
    pub accepted_on: Option<NaiveDate>,
    /// What is wrong with it, if anything is.
    pub lateness: Option<Lateness>,
}

/// Which of what is owed is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhichOwed {
    /// To whom; none: what nobody knows the authority of.
    pub to: Option<AuthorityId>,
    /// Issued under this name alone, as names are compared.
    pub issuer_key: Option<String>,
    /// With these characters in the confirmation number or the issuer's own.
    pub query: Option<String>,
}

/// What is owed to one authority, or to nobody known under one issuer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwedTo {
    /// The authority, if it is known.
    pub authority_id: Option<AuthorityId>,
    /// Its name; without an authority what the items say, if anything.
    pub name: Option<String>,
    /// How many payments can be sent.
    pub payments: i64,
    /// What they come to.
    pub amount: Money,
    /// How many more wait for a refund or a bank.
    pub held_back: i64,
    /// Since when the oldest is owed.
    pub since: DateTime<Utc>,
    /// How many were to be sent by now.
    pub late: i64,
}

/// How saving an authority went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is saved.
    Saved(Authority),
    /// One of its names is another's: the other's name.
    NameTaken(String),
    /// Somebody has changed it meanwhile: as it is now.
    Changed(Authority),
    /// There is no such authority.
    Gone,
}

/// What was posted about several payments: sums by kind and account.
pub type Positions = Vec<(PaymentId, Vec<(EntryKind, Posting)>)>;

/// The register of authorities, in the database.
pub trait Authorities {
    /// The register, by name.
    fn authorities(&mut self) -> StoreResult<Vec<Authority>>;
    /// Adds an authority.
    fn insert_authority(&mut self, details: &AuthorityDetails) -> StoreResult<Saved>;
    /// Changes an authority that stands at this version.
    fn update_authority(
        &mut self,
        id: AuthorityId,
        version: i32,
        details: &AuthorityDetails,
    ) -> StoreResult<Saved>;
    /// Gives an authority what is owed and issued under one of its names, and has no authority yet: how many.
    fn assign_by_name(&mut self, id: AuthorityId) -> StoreResult<usize>;
    /// Gives an authority what is owed by these payments: how many were.
    fn assign(&mut self, id: AuthorityId, payments: &[PaymentId]) -> StoreResult<usize>;
}

/// What is owed to authorities, in the database.
pub trait Obligations {
    /// Who issued an item, as it says itself: of a ticket the officer's agency, of a parking ticket the city whose data brought it.
    fn issuer_of(&mut self, payable: Payable) -> StoreResult<Option<String>>;
    /// Notes what a payment owes, once; its authority is found by the issuer.
    fn note_obligation(&mut self, new: &NewObligation) -> StoreResult<()>;
    /// Transactions after one whose payments came in by card and owe nothing yet, in the order of their ids: release 0.1 noted none.
    fn transactions_not_noted(&mut self, after: TransactionId, limit: i64) -> StoreResult<Vec<NotNoted>>;
    /// What is owed, by whom it is owed to: the longest owed first.
    fn owed(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<OwedTo>>;
    /// What is owed to an authority, or to nobody known: the oldest first.
    fn obligations_owed(
        &mut self,
        which: &WhichOwed,
        now: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<Obligation>>;
    /// What is in a remittance, the oldest first.
    fn obligations_in(
        &mut self,
        remittance: RemittanceId,
        now: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<Obligation>>;
    /// What authorities are to give back, the oldest first.
    fn obligations_to_recover(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>>;
    /// What was sent and is open by a city's data all the same, the oldest first.
    fn obligations_open_at_source(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>>;
    /// Drivers to be told that their money is not sent yet: what is late of theirs, the oldest first.
    fn late_to_tell(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>>;
    /// Notes that a payment's driver was told; `false` when another process has done so.
    fn note_told_late(&mut self, payment: PaymentId, at: DateTime<Utc>) -> StoreResult<bool>;
    /// One payment's obligation.
    fn obligation(&mut self, payment: PaymentId, now: DateTime<Utc>) -> StoreResult<Option<Obligation>>;
    /// Moves a payment's obligation where its table of moves lets it; what is owed again leaves its remittance. `false` when it isn't
    /// moved.
    fn move_obligation(
        &mut self,
        payment: PaymentId,
        to: ObligationStatus,
        accepted_on: Option<NaiveDate>,
    ) -> StoreResult<bool>;
    /// Has a payment be owed again that was sent, if it was.
    fn owe_again(&mut self, payment: PaymentId) -> StoreResult<()>;
    /// Payments that were sent, and of which a city's data say since that nothing is owed any more; with the day on which they said so.
    fn settled_at_source(&mut self, limit: i64) -> StoreResult<Vec<(PaymentId, NaiveDate)>>;
    /// Where the money of these payments is, as their drivers see it; one that owes nothing to an authority has none.
    fn trails(&mut self, payments: &[PaymentId]) -> StoreResult<Vec<(PaymentId, Trail)>>;
}

/// What is sent to authorities, in the database.
pub trait Remittances {
    /// Puts all that can be sent to an authority into a remittance, at most so many; none when there is nothing.
    fn prepare(
        &mut self,
        to: AuthorityId,
        by: UserId,
        at: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Option<Remittance>>;
    /// A remittance, held until the transaction ends.
    fn lock_remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>>;
    /// A remittance.
    fn remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>>;
    /// Remittances before one, the newest first.
    fn remittances(&mut self, before: Option<RemittanceId>, limit: i64) -> StoreResult<Vec<Remittance>>;
    /// Takes a remittance apart that was not sent.
    fn take_apart(&mut self, id: RemittanceId) -> StoreResult<()>;
    /// Records that a file of a prepared remittance was downloaded, with the amount of each payment in it.
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
        sending: &Sending,
        at: DateTime<Utc>,
        sent: &[(PaymentId, Money)],
    ) -> StoreResult<()>;
    /// Notes that a sent remittance is accepted when nothing of it is left that is not.
    fn note_accepted_when_all_is(&mut self, id: RemittanceId, on: NaiveDate) -> StoreResult<bool>;
    /// Holds the payments of a remittance until the transaction ends, and says what was posted about each.
    fn lock_positions(&mut self, remittance: RemittanceId) -> StoreResult<Positions>;
    /// Posts entries; those whose source is posted already stay as they are.
    fn post_entries(&mut self, entries: &[NewEntry]) -> StoreResult<()>;
}
