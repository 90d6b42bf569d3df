//! Open deadlines of cases, as the desk (the back office's start page) shows them.

use application::legal_help::cases::desk::CaseDeadlines;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::enums as word;

/// Open deadlines of open cases.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CaseDesk)]
pub struct CaseDeskDto {
    /// Number of deadlines that have passed.
    pub late: i64,
    /// Number of deadlines later today, in the business time zone.
    pub today: i64,
    /// Number of deadlines after today.
    pub later: i64,
    /// The earliest deadlines, at most ten.
    pub next: Vec<CaseDeadlineDto>,
}

/// An open deadline of a case.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CaseDeadline)]
pub struct CaseDeadlineDto {
    /// The case's id, which is its hire's id.
    pub id: i32,
    pub user_id: i32,
    pub driver_name: String,
    /// The kind of deadline.
    pub what: word::CaseDeadlineKind,
    /// Time of the deadline.
    pub by: DateTime<Utc>,
}

impl From<CaseDeadlines> for CaseDeskDto {
    fn from(CaseDeadlines { desk, next }: CaseDeadlines) -> Self {
        let next = next.into_iter().map(|(deadline, driver)| CaseDeadlineDto {
            id: deadline.case.0,
            user_id: driver.id.0,
            driver_name: driver.display_name().to_owned(),
            what: deadline.kind.into(),
            by: deadline.at,
        });
        Self { late: desk.late, today: desk.today, later: desk.later, next: next.collect() }
    }
}
