//! Access to the database: all repositories over one connection or one transaction.

use domain::security::environment::ReplicaState;

use crate::accounts::account::{Accounts, Links};
use crate::accounts::second_factor::SecondFactors;
use crate::accounts::sessions::Sessions;
use crate::accounts::users::Users;
use crate::accounts::verification::Verifications;
use crate::back_office::desk::Desk;
use crate::back_office::figures::Monitoring;
use crate::back_office::notes::Notes;
use crate::back_office::overview::Overviews;
use crate::back_office::queues::Queues;
use crate::back_office::timeline::Timelines;
use crate::driving_record::added::AddedItems;
use crate::driving_record::contest_letters::ContestLetters;
use crate::driving_record::courts::Courts;
use crate::driving_record::files::{ContentDeletions, ItemFiles};
use crate::driving_record::filing::FiledItems;
use crate::driving_record::items::Items;
use crate::driving_record::standings::Standings;
use crate::every_list::EveryList;
use crate::help::inquiries::Help;
use crate::help::templates::Templates;
use crate::imports::files::Imports;
use crate::imports::plate_reviews::PlateReviews;
use crate::imports::waiting::WaitingCitations;
use crate::legal_help::case_sets::CaseSets;
use crate::legal_help::cases::Cases;
use crate::legal_help::hires::Hires;
use crate::legal_help::lawyers::Lawyers;
use crate::legal_help::outcomes::Outcomes;
use crate::legal_help::secrets::{CaseFiles, CaseSecrets};
use crate::legal_help::statements::Statements;
use crate::notices::calendar::Calendars;
use crate::notices::messages::Messages;
use crate::notices::numbers::TextNumbers;
use crate::notices::planning::NoticePlans;
use crate::notices::replies::Replies;
use crate::notices::unconfirmed::UnconfirmedRecipientCounts;
use crate::payments::attention::MoneyProblems;
use crate::payments::books::{Books, Matching};
use crate::payments::chargebacks::Chargebacks;
use crate::payments::declines::Declines;
use crate::payments::events::EventReading;
use crate::payments::history::History;
use crate::payments::lost::LostPayments;
use crate::payments::records::Payments;
use crate::payments::refunds::Refunds;
use crate::payments::remittances::billed_again::SecondBills;
use crate::payments::remittances::lawyers::LawyerObligations;
use crate::payments::remittances::merging::AuthorityMerges;
use crate::payments::remittances::proofs::Proofs;
use crate::payments::remittances::{Authorities, Obligations, Remittances};
use crate::requests::hardship::HardshipRequests;
use crate::requests::reports::Reports;
use crate::requests::text_requests::TextRequests;
use crate::security::csp_reports::CspReports;
use crate::security::data_keys::DataKeys;
use crate::security::guard::Guard;
use crate::security::seals::Seals;
use crate::security::trail::AuditTrail;
use crate::security::watch::Watch;
use crate::shared::feed::Announcements;
use crate::shared::jobs::Jobs;
use crate::shared::limits::Limits;
use crate::shared::list::{List, Lists, Query, Tallies};
use crate::shared::paging::Paged;
use crate::shared::retention::ExpiredRecords;
use crate::shared::store_error::{StoreError, StoreResult};
use crate::sources::runs::Sources;
use crate::staff::members::Staff;
use crate::staff::preferences::Preferences;

/// All repositories, using one connection.
pub trait Store:
    Users
    + Sessions
    + Accounts
    + Links
    + Verifications
    + Items
    + Standings
    + AddedItems
    + Courts
    + FiledItems
    + ItemFiles
    + ContestLetters
    + ContentDeletions
    + Payments
    + Hires
    + Cases
    + CaseSets
    + Lawyers
    + CaseSecrets
    + CaseFiles
    + Statements
    + Outcomes
    + Refunds
    + Authorities
    + AuthorityMerges
    + Obligations
    + LawyerObligations
    + Remittances
    + Proofs
    + SecondBills
    + Chargebacks
    + Books
    + Matching
    + MoneyProblems
    + LostPayments
    + Declines
    + EventReading
    + History
    + Jobs
    + AuditTrail
    + Timelines
    + Help
    + Templates
    + Notes
    + Announcements
    + Reports
    + TextRequests
    + HardshipRequests
    + NoticePlans
    + Messages
    + TextNumbers
    + Replies
    + UnconfirmedRecipientCounts
    + Calendars
    + EveryList
    + Tallies
    + Queues
    + Overviews
    + Desk
    + Monitoring
    + Guard
    + DataKeys
    + Seals
    + Watch
    + CspReports
    + Imports
    + WaitingCitations
    + PlateReviews
    + Sources
    + Staff
    + Preferences
    + SecondFactors
    + Limits
    + ExpiredRecords
{
}

/// A list that every store can read, for code that works with any list.
pub trait ListInStore: List {
    /// Returns a page of records.
    fn read_page(store: &mut dyn Store, query: &Query<Self>) -> StoreResult<Paged<Self::Row>>;

    /// Returns the list's figures, such as counts and totals, for all matching records.
    fn summarize(store: &mut dyn Store, query: &Query<Self>) -> StoreResult<Self::Summary>;
}

impl<L: List> ListInStore for L
where
    for<'a> dyn Store + 'a: Lists<L>,
{
    fn read_page(store: &mut dyn Store, query: &Query<L>) -> StoreResult<Paged<L::Row>> {
        store.list(query)
    }

    fn summarize(store: &mut dyn Store, query: &Query<L>) -> StoreResult<L::Summary> {
        store.summary(query)
    }
}

/// Whether the transaction's writes are committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransactionEnd {
    /// Commit the transaction's writes.
    Commit,
    /// Roll back the transaction's writes.
    Rollback,
}

/// Access to the database.
pub trait Database: Send + Sync {
    /// Runs `work` with one connection, without a transaction around its SQL statements.
    ///
    /// # Errors
    /// Fails if no connection is available.
    fn connect(&self, work: &mut dyn FnMut(&mut dyn Store)) -> StoreResult<()>;

    /// Runs `work` with one connection in one transaction, and commits or rolls back as `work` decides.
    ///
    /// # Errors
    /// Fails if no connection is available, or if the transaction can't be started or committed.
    fn transact(&self, work: &mut dyn FnMut(&mut dyn Store) -> TransactionEnd) -> StoreResult<()>;

    /// Returns the state of the read replica, as last checked. By default, there is no replica.
    fn replica(&self) -> ReplicaState {
        ReplicaState::None
    }

    /// Runs `work` with one read-only connection to a replica whose data is recent enough. Returns `false` if there is
    /// no such replica, as by default, or if an SQL statement failed. The results of `work` must then be discarded.
    fn connect_to_replica(&self, _work: &mut dyn FnMut(&mut dyn Store)) -> bool {
        false
    }

    /// Checks that the database responds and has this build's schema.
    ///
    /// # Errors
    /// Fails if the database doesn't respond, or has another schema.
    fn check(&self) -> StoreResult<()>;
}

/// Runs `work` with one connection, without a transaction around its statements.
///
/// # Errors
/// Returns the error of `work`, or a [`StoreError`] converted to its type.
pub fn with_store<T, E: From<StoreError>>(
    database: &dyn Database,
    work: impl FnOnce(&mut dyn Store) -> Result<T, E>,
) -> Result<T, E> {
    let mut work = Some(work);
    let mut outcome = None;
    database.connect(&mut |store| outcome = work.take().map(|work| work(store)))?;
    outcome.unwrap_or_else(|| Err(work_not_run_error().into()))
}

/// Runs the read-only `work` on a replica that has caught up. If there is none, or an SQL statement fails
/// there, runs `work` on the primary, as [`with_store`] does.
pub fn with_replica<T, E: From<StoreError>>(
    database: &dyn Database,
    work: impl Fn(&mut dyn Store) -> Result<T, E>,
) -> Result<T, E> {
    let mut outcome = None;
    if database.connect_to_replica(&mut |store| outcome = Some(work(store)))
        && let Some(outcome) = outcome
    {
        return outcome;
    }
    with_store(database, work)
}

/// Runs `work` in one transaction. `Ok` commits, `Err` rolls back.
///
/// # Errors
/// Returns the error of `work`, or a [`StoreError`] converted to its type.
pub fn in_transaction<T, E: From<StoreError>>(
    database: &dyn Database,
    work: impl FnOnce(&mut dyn Store) -> Result<T, E>,
) -> Result<T, E> {
    let mut work = Some(work);
    let mut outcome = None;
    database.transact(&mut |store| {
        outcome = work.take().map(|work| work(store));
        if matches!(outcome, Some(Ok(_))) { TransactionEnd::Commit } else { TransactionEnd::Rollback }
    })?;
    outcome.unwrap_or_else(|| Err(work_not_run_error().into()))
}

/// Returns the error for a [`Database`] that didn't call `work`.
fn work_not_run_error() -> StoreError {
    StoreError::Failed("the unit of work did not run".into())
}
