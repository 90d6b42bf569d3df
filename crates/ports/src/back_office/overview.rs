//! The figures at the top of the back office.

use chrono::{DateTime, NaiveDate, Utc};
use domain::back_office::overview::PaymentPurpose;
use domain::back_office::queue::Queue;
use domain::legal_help::hire::HireStatus;
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// Money that moved on one day, by the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayMoney {
    /// The day, in the business time zone.
    pub day: NaiveDate,
    /// Charges for tickets, parking tickets and tolls.
    pub fines: Money,
    /// Charges for hiring lawyers.
    pub legal_help: Money,
    /// Refunds and chargebacks of such money, including charges of earlier days, minus what banks returned.
    pub went_back: Money,
}

/// Total of one type of payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeTotal {
    /// The kind of item paid.
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
    /// Number younger than a day.
    pub within_a_day: i64,
    /// Number younger than a week, including those of the last day.
    pub within_a_week: i64,
}

/// The back office's figures in the database.
pub trait Overviews {
    /// Returns the days on which money moved since the given time, oldest first.
    fn money_by_day(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<DayMoney>>;
    /// Returns the totals since the given time, for each type with any charges.
    fn payments_by_type(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<TypeTotal>>;
    /// Returns the unsolved records of each queue.
    fn open_work(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<OpenWork>>;
    /// Returns the number of hires by status, for each status with any hires.
    fn hires_by_status(&mut self) -> StoreResult<Vec<(HireStatus, i64)>>;
}
