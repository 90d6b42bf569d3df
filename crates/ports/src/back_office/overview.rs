//! The figures on top of the back office.

use chrono::{DateTime, NaiveDate, Utc};
use domain::back_office::overview::PaidFor;
use domain::back_office::queue::Queue;
use domain::legal_help::hire::HireStatus;
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// What moved on one day, as the ledger has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayMoney {
    /// The day, by the clocks of the business.
    pub day: NaiveDate,
    /// Charged for tickets, parking tickets and tolls.
    pub fines: Money,
    /// Charged for lawyers.
    pub legal_help: Money,
    /// Of such money, also of earlier days, went back to drivers and their banks, less what came again.
    pub went_back: Money,
}

/// Money of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeTotal {
    /// What was paid for.
    pub paid_for: PaidFor,
    /// How many charges paid for it.
    pub count: i64,
    /// What they came to, less what went back.
    pub amount: Money,
}

/// What is not solved in one queue, by age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenWork {
    /// Which queue.
    pub queue: Queue,
    /// All of it.
    pub total: i64,
    /// Younger than a day.
    pub within_a_day: i64,
    /// Younger than a week; those of the last day are in it.
    pub within_a_week: i64,
}

/// The figures in the database.
pub trait Overviews {
    /// Days on which money moved since a moment, oldest first; other days are left out.
    fn money_by_day(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<DayMoney>>;
    /// Money since a moment, by type; types without any are left out.
    fn payments_by_type(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<TypeTotal>>;
    /// What is open in each queue now.
    fn open_work(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<OpenWork>>;
    /// How many hires stand where; statuses without any are left out.
    fn hires_by_status(&mut self) -> StoreResult<Vec<(HireStatus, i64)>>;
}
