//! Response body with the figures of the back office's overview.

use application::back_office::overview::Overview;
use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::enums as word;

/// The figures of the overview. Days are in the business time zone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Overview)]
pub struct OverviewDto {
    /// Money by day according to the books, oldest day first.
    pub money_by_day: Vec<DayMoneyDto>,
    /// Payments by type in this period, according to the books.
    pub payments_by_type: Vec<TypeTotalDto>,
    /// Current number of unsolved records per queue.
    pub open_work: Vec<OpenWorkDto>,
    /// Number of hires by status.
    pub hire_pipeline: Vec<HireCountDto>,
    /// The day from which money for lawyers is a liability. Before that day, such money was our revenue.
    pub lawyers_owed_since: NaiveDate,
}

/// Movements of money on one day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DayMoney)]
pub struct DayMoneyDto {
    /// The day, in the business time zone.
    pub day: NaiveDate,
    /// Charges for tickets, parking tickets and tolls, with two decimals.
    pub fines: String,
    /// Charges for lawyers, with two decimals.
    pub legal_help: String,
    /// Refunds and chargebacks on this day, minus those that banks reversed, with two decimals.
    pub went_back: String,
}

/// Payments of one type.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TypeTotal)]
pub struct TypeTotalDto {
    /// What the payments were for.
    pub r#type: word::PaymentPurpose,
    /// Number of charges of this type.
    #[schema(value_type = i32)]
    pub count: i64,
    /// Total of the charges, minus refunds and chargebacks, with two decimals.
    pub amount: String,
}

/// Number of unsolved records in a queue, by age.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenWork)]
pub struct OpenWorkDto {
    /// The queue with these records.
    pub queue: word::Queue,
    /// Number of records that are less than a day old.
    #[schema(value_type = i32)]
    pub within_a_day: i64,
    /// Number of records that are a day to a week old.
    #[schema(value_type = i32)]
    pub within_a_week: i64,
    /// Number of records that are more than a week old.
    #[schema(value_type = i32)]
    pub older: i64,
}

/// Number of hires with one status.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HireCount)]
pub struct HireCountDto {
    /// The status of these hires.
    pub status: word::HireStatus,
    /// Number of hires with this status.
    #[schema(value_type = i32)]
    pub count: i64,
}

impl From<Overview> for OverviewDto {
    fn from(overview: Overview) -> Self {
        let day = |row: ports::back_office::overview::DayMoney| DayMoneyDto {
            day: row.day,
            fines: row.fines.to_string(),
            legal_help: row.legal_help.to_string(),
            went_back: row.refunded_or_charged_back.to_string(),
        };
        let total = |row: ports::back_office::overview::TypeTotal| TypeTotalDto {
            r#type: row.paid_for.into(),
            count: row.count,
            amount: row.amount.to_string(),
        };
        let open = |row: ports::back_office::overview::OpenWork| OpenWorkDto {
            queue: row.queue.into(),
            within_a_day: row.within_a_day,
            within_a_week: row.within_a_week - row.within_a_day,
            older: row.total - row.within_a_week,
        };
        Self {
            lawyers_owed_since: overview.lawyers_owed_since,
            money_by_day: overview.money.into_iter().map(day).collect(),
            payments_by_type: overview.payments.into_iter().map(total).collect(),
            open_work: overview.open_work.into_iter().map(open).collect(),
            hire_pipeline: overview
                .hires
                .into_iter()
                .map(|(status, count)| HireCountDto { status: status.into(), count })
                .collect(),
        }
    }
}
