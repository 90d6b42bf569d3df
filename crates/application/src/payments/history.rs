//! A driver's payment history. The history includes payments for items that the screens no longer show.

use chrono::Datelike;
use domain::shared::business_time::{BUSINESS_ZONE, start_of};
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::payments::history::{HistoryFilter, PaidItem};
use ports::shared::paging::{Page, Paged};
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Lists a driver's paid items, newest first, for the driver and staff.
///
/// # Errors
/// [`Error::Forbidden`] for other drivers and for lawyers; [`Error::NotFound`] when staff ask for a
/// user who doesn't exist.
pub fn list_transactions(
    store: &mut dyn Store,
    actor: &Actor,
    user: UserId,
    filter: &HistoryFilter,
    page: Page,
) -> Result<Paged<PaidItem>> {
    check_may_see_payments(store, actor, user)?;
    Ok(store.paid_items(user, filter, page)?)
}

/// The amount that a driver's cards were charged in one year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YearTotal {
    /// The current year, in the business time zone.
    pub year: i32,
    /// Total charged to cards since the start of the year, minus refunds made or in progress, and minus
    /// chargebacks that are undecided or lost.
    pub charged: Money,
}

/// Returns the amount that a driver's cards were charged this year, minus refunds and chargebacks.
///
/// # Errors
/// The same errors as [`list_transactions`].
pub fn total_this_year(deps: &Deps, store: &mut dyn Store, actor: &Actor, user: UserId) -> Result<YearTotal> {
    check_may_see_payments(store, actor, user)?;
    let year = deps.clock.now().with_timezone(&BUSINESS_ZONE).year();
    let start_of_year = |year| {
        chrono::NaiveDate::from_yo_opt(year, 1).map(|day| start_of(day, BUSINESS_ZONE)).ok_or(Error::NotFound)
    };
    Ok(YearTotal {
        year,
        charged: store.amount_charged(user, start_of_year(year)?, start_of_year(year + 1)?)?,
    })
}

/// Checks that the caller may see the user's payments: the caller is the user, or is staff
/// and the user exists.
fn check_may_see_payments(store: &mut dyn Store, actor: &Actor, user: UserId) -> Result<()> {
    actor.must_be_user_or_staff(user)?;
    if actor.id() == user {
        return Ok(());
    }
    store.user(user)?.map(drop).ok_or(Error::NotFound)
}
