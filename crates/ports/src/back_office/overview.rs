//! The figures at the top of the back office's overview.

use chrono::{DateTime, NaiveDate, Utc};
use domain::back_office::overview::PaymentPurpose;
use domain::back_office::queue::Queue;
use domain::legal_help::hire::HireStatus;
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// Money that moved on one day, according to the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayMoney {
    /// The day, in the business time zone.
    pub day: NaiveDate,
    /// Charges for tickets, parking tickets and tolls.
    pub fines: Money,
    /// Charges for hiring lawyers.
    pub legal_help: Money,
    /// Refunds and chargebacks of payments for fines and legal help on this day, including payments of earlier days.
    /// Money that banks returned after chargebacks is subtracted.
    pub refunded_or_charged_back: Money,
}

/// Number and total of the payments with one purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeTotal {
    /// The purpose of the payments: a kind of item, or a lawyer.
    pub paid_for: PaymentPurpose,
    /// Number of charges of this type.
    pub count: i64,
    /// Total of the charges, minus refunds and chargebacks.
    pub amount: Money,
}

/// Unsolved records of one queue, by age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenWork {
    /// The queue with the records.
    pub queue: Queue,
    /// Number of all unsolved records.
    pub total: i64,
    /// Number of unsolved records younger than a day.
    pub within_a_day: i64,
    /// Number of unsolved records younger than a week, including those younger than a day.
    pub within_a_week: i64,
}

/// The back office's figures in the database.
pub trait Overviews {
    /// Returns one row for each day on which money moved since the given time, oldest first.
    fn money_by_day(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<DayMoney>>;
    /// Returns the totals since the given time, for each type of payment whose money moved since then.
    fn payments_by_type(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<TypeTotal>>;
    /// Returns the numbers of unsolved records by queue.
    fn open_work(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<OpenWork>>;
    /// Returns the number of hires by status, for each status with any hires.
    fn hires_by_status(&mut self) -> StoreResult<Vec<(HireStatus, i64)>>;
}
