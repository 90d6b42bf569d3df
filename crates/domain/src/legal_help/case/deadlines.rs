//! Deadlines of a case (docs/product/cases.md#deadlines). Business days are Monday
//! through Friday, including holidays.

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc, Weekday};
use chrono_tz::Tz;

use crate::shared::business_time::{start_of, weekday_hours_later};
use crate::shared::stored_words::stored_words;

/// Number of business days within which a lawyer must accept a case whose ticket has no future date.
pub const ACCEPT_WITHOUT_DATE_BUSINESS_DAYS: u32 = 10;
/// Maximum number of days between two updates of the lawyer.
pub const UPDATE_DAYS: u64 = 30;
/// Number of business days after a court date within which the lawyer must write an update.
pub const UPDATE_AFTER_COURT_BUSINESS_DAYS: u32 = 2;
/// Time after the payment within which staff or the lawyer must contact the driver. Hours on weekends count.
pub const CONTACT_WITHIN: TimeDelta = TimeDelta::hours(12);

/// Periods that the operator of Lanewise sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CasePeriods {
    /// Business days between the last day on which a lawyer can accept a case and the ticket's next date.
    pub accept_before: u8,
    /// Business days within which a lawyer must answer an offer.
    pub answer: u8,
    /// Business days from a lawyer's acceptance to the reminder. Lanewise reminds the driver to
    /// sign the agreement or, without an agreement, the lawyer to send one.
    pub sign: u8,
}

impl Default for CasePeriods {
    fn default() -> Self {
        Self { accept_before: 5, answer: 1, sign: 2 }
    }
}

/// The kind of a case's deadline on the desk, which is the back office's start page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseDeadlineKind {
    /// Staff or the lawyer must contact the driver.
    Contact,
    /// A lawyer must accept the case.
    Accept,
    /// The driver must sign the agreement. The desk shows this deadline after the reminder.
    Sign,
    /// The lawyer must write an update.
    Update,
}

stored_words!(CaseDeadlineKind { Contact => "contact", Accept => "accept", Sign => "sign", Update => "update", });

/// The last day on which a lawyer can accept a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AcceptBy {
    /// The last day, in the business time zone.
    pub day: NaiveDate,
    /// Whether the ticket's next date is fewer than [`CasePeriods::accept_before`] business days away. If so, `day`
    /// is the business day before that date, or today if that business day has passed.
    pub is_short: bool,
}

impl AcceptBy {
    /// Returns when Lanewise stops looking for a lawyer: at the end of the day.
    pub fn deadline(self, tz: Tz) -> DateTime<Utc> {
        end_of(self.day, tz)
    }
}

impl CasePeriods {
    /// Returns the last day on which a lawyer can accept: [`CasePeriods::accept_before`] business days before the
    /// ticket's next date in `dates`. If that day has passed, returns the business day before the next date, but not
    /// before today. If no date is left, returns the day [`ACCEPT_WITHOUT_DATE_BUSINESS_DAYS`] after today.
    pub fn accept_by(self, now: DateTime<Utc>, dates: &[Option<NaiveDate>], tz: Tz) -> AcceptBy {
        let today = now.with_timezone(&tz).date_naive();
        let Some(next) = dates.iter().copied().flatten().filter(|date| *date >= today).min() else {
            let day = business_days_after(today, ACCEPT_WITHOUT_DATE_BUSINESS_DAYS);
            return AcceptBy { day, is_short: false };
        };
        let day = business_days_before(next, self.accept_before.into());
        if day >= today {
            AcceptBy { day, is_short: false }
        } else {
            AcceptBy { day: business_days_before(next, 1).max(today), is_short: true }
        }
    }

    /// Returns the deadline for a lawyer's answer to an offer, which is never after `accept_by`.
    pub fn answer_by(self, offered_at: DateTime<Utc>, accept_by: DateTime<Utc>, tz: Tz) -> DateTime<Utc> {
        weekday_hours_later(offered_at, business_days(self.answer), tz).min(accept_by)
    }

    /// Returns when Lanewise reminds the driver to sign the agreement or, without an agreement, the
    /// lawyer to send one. `since` is when the lawyer accepted the case or, for an agreement sent
    /// after a reminder, when the lawyer sent it.
    pub fn sign_by(self, since: DateTime<Utc>, tz: Tz) -> DateTime<Utc> {
        weekday_hours_later(since, business_days(self.sign), tz)
    }
}

/// Returns this number of 24-hour days, for [`weekday_hours_later`], which doesn't count Saturdays and Sundays.
fn business_days(count: u8) -> TimeDelta {
    TimeDelta::days(count.into())
}

/// Returns the deadline for the lawyer's next update: [`UPDATE_DAYS`] after the last update, or
/// [`UPDATE_AFTER_COURT_BUSINESS_DAYS`] after the court date, whichever is first. A court date before the day
/// of the last update doesn't count.
pub fn update_due(last_update: DateTime<Utc>, court_date: Option<NaiveDate>, tz: Tz) -> DateTime<Utc> {
    let last_day = last_update.with_timezone(&tz).date_naive();
    let regular = end_of(last_day.checked_add_days(Days::new(UPDATE_DAYS)).unwrap_or(last_day), tz);
    court_date
        .filter(|date| *date >= last_day)
        .map(|date| end_of(business_days_after(date, UPDATE_AFTER_COURT_BUSINESS_DAYS), tz))
        .map_or(regular, |after_court| after_court.min(regular))
}

/// Returns the deadline for contacting a driver who hired a lawyer: [`CONTACT_WITHIN`] after the payment.
pub fn contact_by(hired_at: DateTime<Utc>) -> DateTime<Utc> {
    hired_at.checked_add_signed(CONTACT_WITHIN).unwrap_or(hired_at)
}

/// Returns the business day that is this many business days after a day.
pub fn business_days_after(day: NaiveDate, count: u32) -> NaiveDate {
    business_days_away(day, count, NaiveDate::succ_opt)
}

/// Returns the business day that is this many business days before a day.
pub fn business_days_before(day: NaiveDate, count: u32) -> NaiveDate {
    business_days_away(day, count, NaiveDate::pred_opt)
}

/// Returns the business day that is `count` business days away. `step` returns the next or the previous day,
/// and so sets the direction.
fn business_days_away(day: NaiveDate, count: u32, step: fn(&NaiveDate) -> Option<NaiveDate>) -> NaiveDate {
    let (mut at, mut left) = (day, count);
    while left > 0 {
        let Some(next) = step(&at) else { return at };
        at = next;
        left -= u32::from(!matches!(at.weekday(), Weekday::Sat | Weekday::Sun));
    }
    at
}

/// Returns the end of a day in a time zone, which is the start of the next day.
fn end_of(day: NaiveDate, tz: Tz) -> DateTime<Utc> {
    start_of(day.succ_opt().unwrap_or(day), tz)
}
