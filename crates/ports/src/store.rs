//! The unit of work: one connection, or one transaction, over all repositories.

use crate::accounts::{Accounts, Links};
use crate::feed::Announce;
use crate::filing::Filing;
use crate::guard::Guard;
use crate::help::Help;
use crate::hires::Hires;
use crate::history::History;
use crate::imports::Imports;
use crate::items::Items;
use crate::jobs::Jobs;
use crate::lists::Lists;
use crate::overview::Overviews;
use crate::payments::Payments;
use crate::queues::Queues;
use crate::requests::{Reports, TextRequests};
use crate::second_factor::SecondFactors;
use crate::sessions::Sessions;
use crate::staff::Staff;
use crate::timeline::Timelines;
use crate::trail::Trail;
use crate::users::Users;
use crate::watch::Watch;

/// Any error of the layer below, kept as the source.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A unique key that a write ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniqueKey {
    /// Another account has this e-mail.
    Email,
    /// This item has a live payment already.
    LivePayment,
    /// Any other one.
    Other,
}

/// Why the database did not do it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No connection in time, a lost one, or a statement that took too long: worth another try later.
    #[error("the database cannot be reached")]
    Unavailable(#[source] BoxError),
    /// A unique key stands against it.
    #[error("a record with this key exists: {0:?}")]
    Duplicate(UniqueKey),
    /// Anything else: a defect on our side.
    #[error("the database refused the query")]
    Failed(#[source] BoxError),
}

/// Result of a repository's call.
pub type StoreResult<T> = Result<T, StoreError>;

/// All repositories over one connection.
pub trait Store:
    Users
    + Sessions
    + Accounts
    + Links
    + Items
    + Filing
    + Payments
    + Hires
    + History
    + Jobs
    + Trail
    + Timelines
    + Help
    + Announce
    + Reports
    + TextRequests
    + Lists
    + Queues
    + Overviews
    + Guard
    + Watch
    + Imports
    + Staff
    + SecondFactors
{
}

/// A slice of a list (decision 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// At most so many.
    pub limit: i64,
    /// After skipping so many.
    pub offset: i64,
}

/// A slice and the size of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paged<T> {
    /// The slice, newest first.
    pub items: Vec<T>,
    /// How many there are in all.
    pub total: i64,
    /// Counting stopped at the total: there are so many, or more.
    pub is_least: bool,
}

impl<T> Paged<T> {
    /// A slice of so many in all.
    pub fn new(items: Vec<T>, total: i64) -> Self {
        Self { items, total, is_least: false }
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
