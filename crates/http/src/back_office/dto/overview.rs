//! The figures on top of the back office.

use application::back_office::overview::Overview;
use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::words as word;

/// The figures of the last days, by the clocks of the business.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Overview)]
pub struct OverviewDto {
    /// Each day, oldest first, as the books have it.
    pub money_by_day: Vec<DayMoneyDto>,
    /// Each type of payment within these days, as the books have it.
    pub payments_by_type: Vec<TypeTotalDto>,
    /// What is open now, by queue.
    pub open_work: Vec<OpenWorkDto>,
    /// Where all hires stand.
    pub hire_pipeline: Vec<HireCountDto>,
}

/// What moved on one day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DayMoney)]
pub struct DayMoneyDto {
    /// The day.
    pub day: NaiveDate,
    /// Charged for tickets, parking tickets and tolls; two decimals.
    pub fines: String,
    /// Charged for lawyers; two decimals.
    pub legal_help: String,
    /// Went back, also of earlier days, less what came again; two decimals.
    pub went_back: String,
}

/// Payments of one type.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TypeTotal)]
pub struct TypeTotalDto {
    /// What for.
    pub r#type: word::PaidFor,
    /// How many charges paid for it.
    #[schema(value_type = i32)]
    pub count: i64,
    /// What they came to, less what went back; two decimals.
    pub amount: String,
}

/// What is not solved in a queue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenWork)]
pub struct OpenWorkDto {
    /// Which queue.
    pub queue: word::Queue,
    /// Younger than a day.
    #[schema(value_type = i32)]
    pub within_a_day: i64,
    /// A day to a week old.
    #[schema(value_type = i32)]
    pub within_a_week: i64,
    /// Older than a week.
    #[schema(value_type = i32)]
    pub older: i64,
}

/// How many hires stand at one status.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HireCount)]
pub struct HireCountDto {
    /// The status.
    pub status: word::HireStatus,
    /// How many.
    #[schema(value_type = i32)]
    pub count: i64,
}

impl From<Overview> for OverviewDto {
    fn from(overview: Overview) -> Self {
        let day = |of: ports::back_office::overview::DayMoney| DayMoneyDto {
            day: of.day,
            fines: of.fines.to_string(),
            legal_help: of.legal_help.to_string(),
            went_back: of.went_back.to_string(),
        };
        let total = |of: ports::back_office::overview::TypeTotal| TypeTotalDto {
            r#type: of.paid_for.into(),
            count: of.count,
            amount: of.amount.to_string(),
        };
        let open = |of: ports::back_office::overview::OpenWork| OpenWorkDto {
            queue: of.queue.into(),
            within_a_day: of.within_a_day,
            within_a_week: of.within_a_week - of.within_a_day,
            older: of.total - of.within_a_week,
        };
        Self {
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
