//! The books, for staff and for the operator's command (docs/product/payments.md#books).

use chrono::{DateTime, Utc};
use domain::payments::books::{BookFigures, BookMonth};
use domain::payments::ledger::{Account, Posting};
use domain::security::audit::AuditAction;
use domain::shared::money::Money;
use ports::payments::books::Difference;
use ports::store::{Store, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::books::matching;

/// Maximum number of differences that are returned.
const MAX_DIFFERENCES: i64 = 200;

/// The books, as staff see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Books {
    /// Figures of each month, newest first.
    pub months: Vec<BookMonth>,
    /// Figures of all months together.
    pub total: BookFigures,
    /// The trial balance: the balance of every account, in the order of the accounts.
    pub balance: Vec<Posting>,
    /// Differences that the last matching found, at most [`MAX_DIFFERENCES`]. The differences that staff
    /// must resolve come first.
    pub differences: Vec<Difference>,
    /// Number of differences that staff must resolve.
    pub faults: i64,
    /// Whether every entry, and all entries together, sum to zero.
    pub is_balanced: bool,
    /// When the books were last matched with the provider; `None` if the books were never matched.
    pub matched_at: Option<DateTime<Utc>>,
    /// Number of balance changes read so far, if a read of the provider's list
    /// is unfinished; otherwise `None`.
    pub reading: Option<i64>,
    /// When the books started to post lawyers' fees as money owed to lawyers instead of revenue.
    /// `None` if no fee was ever posted as revenue.
    pub lawyers_owed_since: Option<DateTime<Utc>>,
}

/// Returns the books to staff.
///
/// # Errors
/// [`crate::Error::Forbidden`] if the caller isn't staff.
pub fn show_books(store: &mut dyn Store, actor: &Actor) -> Result<Books> {
    actor.must_be_admin()?;
    read(store)
}

/// Returns the figures of each month, for a file that staff download, and adds an audit entry.
///
/// # Errors
/// [`crate::Error::Forbidden`] if the caller isn't staff.
pub fn export_books(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<Vec<BookMonth>> {
    let months = show_books(store, actor)?.months;
    let entry = actor.own_audit_entry(AuditAction::ListExported, deps.clock.now());
    store.audit(&entry.with_after("list", &"books"))?;
    Ok(months)
}

/// Matches the books with the provider at the request of staff, and returns the books. If the
/// provider stops responding after some pages, [`Books::reading`] says how many balance changes
/// were read. The next call continues after these pages.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::GatewayDown`] if nothing was read.
pub fn match_now(deps: &Deps, actor: &Actor) -> Result<Books> {
    actor.must_be_admin()?;
    let before = matching::progress(deps)?.reading;
    match matching::match_now(deps) {
        Err(Error::GatewayDown(error)) => {
            let after = matching::progress(deps)?.reading;
            if after.is_none() || after == before {
                return Err(Error::GatewayDown(error));
            }
        }
        Err(error) => return Err(error),
        Ok(_) => {}
    }
    with_store(&*deps.database, |store| read(store))
}

/// Returns the books without checking the caller's rights, for the operator's command on the server.
pub fn read(store: &mut dyn Store) -> Result<Books> {
    let mut months: Vec<BookMonth> = Vec::new();
    let mut total = BookFigures::default();
    let mut has_old_revenue = false;
    for sum in store.sums_by_month()? {
        let add = |figures: BookFigures| {
            let figures = figures.with(sum.kind, sum.posting);
            if sum.is_old_revenue { figures.with_old_revenue(sum.posting) } else { figures }
        };
        has_old_revenue |= sum.is_old_revenue;
        total = add(total);
        match months.last_mut() {
            Some(month) if month.first_day == sum.month => month.figures = add(month.figures),
            _ => {
                months.push(BookMonth { first_day: sum.month, figures: add(BookFigures::default()) });
            }
        }
    }
    let since = store.lawyers_owed_since()?;
    let posted = store.trial_balance()?;
    let progress = store.matching_progress()?;
    let sum: i64 = posted.iter().map(|line| line.amount.cents()).sum();
    Ok(Books {
        months,
        total,
        balance: Account::ALL.iter().map(|account| balance_of(*account, &posted)).collect(),
        differences: store.differences(MAX_DIFFERENCES)?,
        faults: store.count_differences_to_correct()?,
        is_balanced: sum == 0 && store.unbalanced_entries()? == 0,
        matched_at: progress.matched_at,
        reading: progress.reading.map(|reading| reading.read),
        lawyers_owed_since: has_old_revenue.then_some(since),
    })
}

/// Returns the balance of an account, which is zero if `posted` doesn't have the account.
fn balance_of(account: Account, posted: &[Posting]) -> Posting {
    let amount = posted.iter().find(|line| line.account == account).map_or(Money::ZERO, |line| line.amount);
    Posting { account, amount }
}
