//! Figures for the back office's overview: payments, open work and hires.

use chrono::{Days, NaiveDate};
use domain::back_office::overview::PaymentPurpose;
use domain::back_office::queue::Queue;
use domain::legal_help::hire::HireStatus;
use domain::shared::business_time::{BUSINESS_ZONE, business_date, start_of};
use domain::shared::money::Money;
use ports::back_office::overview::{DayMoney, OpenWork, TypeTotal};
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Money and payments of the last days, and the current numbers of open work and hires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    /// Money that moved on each day, oldest first. Days without movements are included.
    pub money: Vec<DayMoney>,
    /// Number and sum of payments by type. Types without payments are included.
    pub payments: Vec<TypeTotal>,
    /// Open work by queue. Empty queues are included.
    pub open_work: Vec<OpenWork>,
    /// Number of all hires by status, not only of those in the last days. Statuses without hires are included.
    pub hires: Vec<(HireStatus, i64)>,
    /// The day on which the books started to record lawyers' fees as money that Lanewise holds for lawyers.
    /// Before this day, the books recorded these fees as Lanewise's revenue.
    pub lawyers_owed_since: NaiveDate,
}

/// Returns the figures of the last `days` days, including today, to staff.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn show_overview(deps: &Deps, store: &mut dyn Store, actor: &Actor, days: u32) -> Result<Overview> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    let today = business_date(now);
    let first = today
        .checked_sub_days(Days::new(u64::from(days.saturating_sub(1))))
        .ok_or_else(|| Error::defect("the date is out of range"))?;
    let since = start_of(first, BUSINESS_ZONE);
    let paid = store.payments_by_type(since)?;
    let open = store.open_work(now)?;
    let hires = store.hires_by_status()?;
    Ok(Overview {
        money: fill_missing_days(first, today, &store.money_by_day(since)?),
        payments: PaymentPurpose::ALL.iter().map(|kind| payments_of(*kind, &paid)).collect(),
        open_work: Queue::ALL.iter().map(|queue| open_work_in(*queue, &open)).collect(),
        hires: HireStatus::ALL.iter().map(|status| (*status, count_with_status(*status, &hires))).collect(),
        lawyers_owed_since: business_date(store.lawyers_owed_since()?),
    })
}

/// Returns the figures of each day from `first` to `last`. A day without stored figures gets zeros.
fn fill_missing_days(first: NaiveDate, last: NaiveDate, stored: &[DayMoney]) -> Vec<DayMoney> {
    let nothing = |day| DayMoney {
        day,
        fines: Money::ZERO,
        legal_help: Money::ZERO,
        refunded_or_charged_back: Money::ZERO,
    };
    first
        .iter_days()
        .take_while(|day| *day <= last)
        .map(|day| stored.iter().find(|moved| moved.day == day).copied().unwrap_or_else(|| nothing(day)))
        .collect()
}

/// Returns the stored total of the payments for `paid_for`; zero if none is stored.
fn payments_of(paid_for: PaymentPurpose, stored: &[TypeTotal]) -> TypeTotal {
    let nothing = TypeTotal { paid_for, count: 0, amount: Money::from_cents(0) };
    stored.iter().find(|total| total.paid_for == paid_for).copied().unwrap_or(nothing)
}

/// Returns the stored counts of open work in a queue; zeros if none are stored.
fn open_work_in(queue: Queue, stored: &[OpenWork]) -> OpenWork {
    let nothing = OpenWork { queue, total: 0, within_a_day: 0, within_a_week: 0 };
    stored.iter().find(|open| open.queue == queue).copied().unwrap_or(nothing)
}

/// Returns the stored number of hires with this status; zero if none is stored.
fn count_with_status(status: HireStatus, stored: &[(HireStatus, i64)]) -> i64 {
    stored.iter().find(|(of, _)| *of == status).map_or(0, |(_, count)| *count)
}
