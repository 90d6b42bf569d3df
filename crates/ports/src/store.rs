//! The unit of work: one connection, or one transaction, over all repositories.

use domain::security::environment::Replica;

use crate::accounts::account::{Accounts, Links};
use crate::accounts::second_factor::SecondFactors;
use crate::accounts::sessions::Sessions;
use crate::accounts::users::Users;
use crate::accounts::verification::Verifying;
use crate::back_office::desk::Desk;
use crate::back_office::figures::Watched;
use crate::back_office::notes::Notes;
use crate::back_office::overview::Overviews;
use crate::back_office::queues::Queues;
use crate::back_office::timeline::Timelines;
use crate::driving_record::filing::Filing;
use crate::driving_record::items::Items;
use crate::driving_record::standings::Standings;
use crate::every_list::EveryList;
use crate::help::inquiries::Help;
use crate::help::templates::Templates;
use crate::imports::files::Imports;
use crate::imports::waiting::Waiting;
use crate::legal_help::hires::Hires;
use crate::notices::calendar::Calendars;
use crate::notices::messages::Messages;
use crate::notices::numbers::TextNumbers;
use crate::notices::planning::Planning;
use crate::notices::replies::Replies;
use crate::notices::unconfirmed::UnconfirmedMessages;
use crate::payments::attention::MoneyAttention;
use crate::payments::books::{Books, Matching};
use crate::payments::cards::Cards;
use crate::payments::chargebacks::Chargebacks;
use crate::payments::declines::Declines;
use crate::payments::events::EventReading;
use crate::payments::history::History;
use crate::payments::lost::LostPayments;
use crate::payments::records::Payments;
use crate::payments::refunds::Refunds;
use crate::payments::remittances::billed_again::BilledAgainCases;
use crate::payments::remittances::proofs::Proofs;
use crate::payments::remittances::{Authorities, Obligations, Remittances};
use crate::requests::reports::Reports;
use crate::requests::text_requests::TextRequests;
use crate::security::csp_reports::CspReports;
use crate::security::data_keys::DataKeys;
use crate::security::guard::Guard;
use crate::security::seals::Seals;
use crate::security::trail::Trail;
use crate::security::watch::Watch;
use crate::shared::feed::Announce;
use crate::shared::jobs::Jobs;
use crate::shared::limits::Limits;
use crate::shared::list::{List, Lists, Query, Tallies};
use crate::shared::paging::Paged;
use crate::shared::retention::Forgetting;
use crate::shared::store_error::{StoreError, StoreResult};
use crate::sources::runs::Sources;
use crate::staff::choices::Choices;
use crate::staff::members::Staff;

/// All repositories over one connection.
pub trait Store:
    Users
    + Sessions
    + Accounts
    + Links
    + Verifying
    + Items
    + Standings
    + Filing
    + Payments
    + Cards
    + Hires
    + Refunds
    + Authorities
    + Obligations
    + Remittances
    + Proofs
    + BilledAgainCases
    + Chargebacks
    + Books
    + Matching
    + MoneyAttention
    + LostPayments
    + Declines
    + EventReading
    + History
    + Jobs
    + Trail
    + Timelines
    + Help
    + Templates
    + Notes
    + Announce
    + Reports
    + TextRequests
    + Planning
    + Messages
    + TextNumbers
    + Replies
    + UnconfirmedMessages
    + Calendars
    + EveryList
    + Tallies
    + Queues
    + Overviews
    + Desk
    + Watched
    + Guard
    + DataKeys
    + Seals
    + Watch
    + CspReports
    + Imports
    + Waiting
    + Sources
    + Staff
    + Choices
    + SecondFactors
    + Limits
    + Forgetting
{
}

/// A list that every store has: what only knows that a list is one of them can ask for it.
pub trait Stored: List {
    /// The slice that is asked for.
    ///
    /// # Errors
    /// Only the store's.
    fn slice(store: &mut dyn Store, query: &Query<Self>) -> StoreResult<Paged<Self::Row>>;

    /// The numbers over all that is asked for.
    ///
    /// # Errors
    /// Only the store's.
    fn sum_up(store: &mut dyn Store, query: &Query<Self>) -> StoreResult<Self::Summary>;
}

impl<L: List> Stored for L
where
    for<'a> dyn Store + 'a: Lists<L>,
{
    fn slice(store: &mut dyn Store, query: &Query<L>) -> StoreResult<Paged<L::Row>> {
        store.list(query)
    }

    fn sum_up(store: &mut dyn Store, query: &Query<L>) -> StoreResult<L::Summary> {
        store.summary(query)
    }
}

/// Whether the work's writes stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Keep them.
    Commit,
    /// Undo them.
    Rollback,
}

/// The database as a whole.
pub trait Database: Send + Sync {
    /// Lends one connection to `work`; each statement stands by itself.
    ///
    /// # Errors
    /// When no connection can be had.
    fn connect(&self, work: &mut dyn FnMut(&mut dyn Store)) -> StoreResult<()>;

    /// Lends one connection to `work` within one transaction, which ends as `work` says.
    ///
    /// # Errors
    /// When no connection can be had, or the transaction cannot be opened or committed.
    fn transact(&self, work: &mut dyn FnMut(&mut dyn Store) -> Verdict) -> StoreResult<()>;

    /// How the replica stands that there is to read from, as it was seen last.
    fn replica(&self) -> Replica {
        Replica::None
    }

    /// Lends one connection to a replica on which `work` can only read. It shows what its readers can know of already, and is otherwise
    /// as young as the settings ask. `false` when there is none, or a statement failed there: nothing that `work` found holds then.
    fn connect_to_replica(&self, _work: &mut dyn FnMut(&mut dyn Store)) -> bool {
        false
    }

    /// Whether the database answers and its schema is this build's.
    ///
    /// # Errors
    /// When it does not.
    fn check(&self) -> StoreResult<()>;
}

/// Runs `work` over one connection; each statement stands by itself.
///
/// # Errors
/// Whatever `work` answers, or a [`StoreError`] turned into the same type.
pub fn with_store<T, E: From<StoreError>>(
    database: &dyn Database,
    work: impl FnOnce(&mut dyn Store) -> Result<T, E>,
) -> Result<T, E> {
    let mut work = Some(work);
    let mut outcome = None;
    database.connect(&mut |store| outcome = work.take().map(|work| work(store)))?;
    outcome.unwrap_or_else(|| Err(never_ran().into()))
}

/// Runs `work`, which only reads, over a replica that has caught up; else, or when it failed there, as [`with_store`].
///
/// # Errors
/// As [`with_store`].
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

/// Runs `work` in one transaction: an `Ok` commits, an `Err` rolls back.
///
/// # Errors
/// Whatever `work` answers, or a [`StoreError`] turned into the same type.
pub fn in_transaction<T, E: From<StoreError>>(
    database: &dyn Database,
    work: impl FnOnce(&mut dyn Store) -> Result<T, E>,
) -> Result<T, E> {
    let mut work = Some(work);
    let mut outcome = None;
    database.transact(&mut |store| {
        outcome = work.take().map(|work| work(store));
        if matches!(outcome, Some(Ok(_))) { Verdict::Commit } else { Verdict::Rollback }
    })?;
    outcome.unwrap_or_else(|| Err(never_ran().into()))
}

fn never_ran() -> StoreError {
    StoreError::Failed("the unit of work never ran".into())
}
