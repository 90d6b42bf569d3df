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
    /// Each day, oldest first.
    pub revenue_by_day: Vec<DayRevenueDto>,
    /// Each type of payment within these days.
    pub payments_by_type: Vec<TypeTotalDto>,
    /// What is open now, by queue.
    pub open_work: Vec<OpenWorkDto>,
    /// Where all hires stand.
    pub hire_pipeline: Vec<HireCountDto>,
}

/// What one day brought in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DayRevenue)]
pub struct DayRevenueDto {
    /// The day.
    pub day: NaiveDate,
    /// Our fees on payments, refunded ones left out; two decimals.
    pub service_fees: String,
    /// Lawyer hires, cancelled ones left out; two decimals.
    pub legal_help: String,
}

/// Payments of one type.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TypeTotal)]
pub struct TypeTotalDto {
    /// What for.
    pub r#type: word::PaidFor,
    /// How many, refunded and cancelled ones left out.
    #[schema(value_type = i32)]
    pub count: i64,
    /// What they came to; two decimals.
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
        let day = |of: ports::back_office::overview::DayRevenue| DayRevenueDto {
            day: of.day,
            service_fees: of.service_fees.to_string(),
            legal_help: of.legal_help.to_string(),
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
            revenue_by_day: overview.revenue.into_iter().map(day).collect(),
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
