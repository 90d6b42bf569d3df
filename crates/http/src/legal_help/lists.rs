//! Requests for the list of lawyer hires, its summary, and the totals of lawyers' fees.

use actix_web::HttpResponse;
use application::legal_help::hires::fee_totals;
use domain::legal_help::hire::HireStatus;
use ports::legal_help::hires::FeeTotals;
use ports::legal_help::lists::{HireFilter, HireList, HireSummary};
use ports::shared::list::MoneySort;
use serde::Serialize;
use utoipa::ToSchema;

use crate::edge::list_call::{self, ListCall, MONEY_SORTS, SummaryDto, add_citation, add_driver_name};
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::legal_help::dto::HireDto;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::{Filters, ListQuery};

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_hires, Call::read(AllowedCallers::DriverOrStaff)),
        route!(hire_summary, Call::read(AllowedCallers::Staff)),
        route!(hire_fees, Call::read(AllowedCallers::Staff)),
    ]
}

/// The summary above the list of lawyer hires.
pub type HireFigures = SummaryDto<HireSummary>;

impl ListCall for HireList {
    const PATH: &'static str = "/api/lawyer-hires";
    const FILE: &'static str = "lawyer-hires";
    const COLUMNS: &'static [&'static [&'static str]] = &[&[
        "id",
        "userId",
        "driverName",
        "ticketId",
        "citationNumber",
        "issuer",
        "violationType",
        "amount",
        "contactMethod",
        "contactValue",
        "confirmationNumber",
        "createdAt",
        "recordedAt",
        "cancelUntil",
        "status",
        "handling",
        "caseStep",
        "isLabelByStaff",
        "paymentId",
        "refund",
        "refundAmount",
        "isTicketPaid",
        "isSeenByAdmin",
        "isSolved",
    ]];
    const SORTS: &'static [(&'static str, MoneySort)] = MONEY_SORTS;
    type Dto = HireDto;

    fn parse_filter(read: &mut Filters<'_>) -> HireFilter {
        HireFilter {
            status: read.parse_word("status", HireStatus::ALL, HireStatus::as_str),
            is_solved: read.parse_flag("solved"),
            is_seen: read.parse_flag("seen"),
        }
    }

    add_driver_name!();
    add_citation!();
}

/// Lists hires: a driver's own, or all for staff.
#[utoipa::path(get, path = "/api/lawyer-hires", tag = "legal_help", params(
    ("userId" = Option<i32>, Query, description = "Only this user's records. Drivers may only name themselves"),
    ("status" = Option<String>, Query, description = "`Pending`, `In Progress`, `Contacted`, `Completed` or `Cancelled`"),
    ("solved" = Option<bool>, Query, description = "Whether staff have dealt with it"),
    ("seen" = Option<bool>, Query, description = "Whether staff have seen it"),
    ("id" = Option<i32>, Query, description = "Only the record with this id"),
    ("q" = Option<String>, Query, description = "Id of a hire, user or ticket; part of a violation or confirmation number; start of a citation number; or part of the driver's name or email"),
    ("sort" = Option<String>, Query, description = "`id`, `amount` or `createdAt`. A leading `-` sorts descending"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
    ("before" = Option<i32>, Query, description = "Only rows after the one with this id, newest first"),
), responses(
    (status = 200, description = "Newest first, or in the order of `sort`", body = Vec<HireDto>),
    (status = 403, description = "The record is another user's", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_hires(request: Request, query: ListQuery) -> HandlerResult {
    list_call::respond_with_page::<HireList>(&request, &query).await
}

/// Returns the number of all lawyer hires, and of those that are pending, started or contacted. Also returns
/// the total amounts of all hires and of canceled hires.
#[utoipa::path(get, path = "/api/admin/lawyer-hires/summary", tag = "legal_help", responses(
    (status = 200, description = "The counts and the total amounts", body = HireFigures),
))]
async fn hire_summary(request: Request) -> HandlerResult {
    list_call::respond_with_unfiltered_summary::<HireList>(&request).await
}

/// Totals of the fees for lawyers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FeeTotals)]
pub struct FeeTotalsDto {
    /// Fees held for drivers and lawyers, with two decimals.
    pub held: String,
    /// Fees sent to lawyers, minus returned amounts, with two decimals.
    pub sent: String,
    /// Fees that lawyers or the operator's firm have earned, with two decimals.
    pub earned: String,
    /// Fees that lawyers must return, with two decimals.
    pub to_recover: String,
}

/// Returns the totals of the fees for lawyers. Leaves out hires that were paid before Lanewise started to
/// owe fees to lawyers.
#[utoipa::path(get, path = "/api/admin/lawyer-hires/fees", tag = "legal_help", responses(
    (status = 200, description = "The totals", body = FeeTotalsDto),
))]
async fn hire_fees(request: Request) -> HandlerResult {
    let FeeTotals { held, sent, earned, to_recover } =
        request.run(|_, store, actor| fee_totals(store, actor)).await?;
    let [held, sent, earned, to_recover] = [held, sent, earned, to_recover].map(|money| money.to_string());
    Ok(HttpResponse::Ok().json(FeeTotalsDto { held, sent, earned, to_recover }))
}
