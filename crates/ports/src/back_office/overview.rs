//! The figures on top of the back office.

use chrono::{DateTime, NaiveDate, Utc};
use domain::back_office::overview::PaidFor;
use domain::back_office::queue::Queue;
use domain::legal_help::hire::HireStatus;
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// What one day brought in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayRevenue {
    /// The day, by the clocks of the business.
    pub day: NaiveDate,
    /// Our fees on payments, without refunded ones.
    pub service_fees: Money,
    /// Lawyer hires, without cancelled ones.
    pub legal_help: Money,
}

/// Payments of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeTotal {
    /// What was paid for.
    pub paid_for: PaidFor,
    /// How many, without what was refunded or cancelled.
    pub count: i64,
    /// What they came to.
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
    /// Days with revenue since a moment, oldest first; days without any are left out.
    fn revenue_by_day(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<DayRevenue>>;
    /// Payments since a moment, by type; types without any are left out.
    fn payments_by_type(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<TypeTotal>>;
    /// What is open in each queue now.
    fn open_work(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<OpenWork>>;
    /// How many hires stand where; statuses without any are left out.
    fn hires_by_status(&mut self) -> StoreResult<Vec<(HireStatus, i64)>>;
}
