//! The requests for the lists of payment transactions and chargebacks.

use domain::payments::chargeback::ChargebackStatus;
use domain::payments::payment::{PaymentType, TransactionStatus};
use ports::payments::lists::{
    ChargebackFilter, ChargebackList, ChargebackSort, ChargebackSummary, TransactionFilter, TransactionList,
    TransactionSummary,
};
use ports::shared::list::MoneySort;

use crate::edge::list_call::{self, ListCall, MONEY_SORTS, SummaryDto, add_citation, add_driver_name};
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::payments::dto::chargeback::ChargebackDto;
use crate::payments::dto::payment::TransactionDto;
use crate::shared::enums as word;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::{Filters, ListQuery};

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_transactions, Call::read(AllowedCallers::DriverOrStaff)),
        route!(transaction_summary, Call::read(AllowedCallers::Staff)),
        route!(list_chargebacks, Call::read(AllowedCallers::Staff)),
        route!(chargeback_summary, Call::read(AllowedCallers::Staff)),
    ]
}

/// The summary above the list of payment transactions.
pub type TransactionFigures = SummaryDto<TransactionSummary>;

impl ListCall for TransactionList {
    const PATH: &'static str = "/api/payment-transactions";
    const FILE: &'static str = "payment-transactions";
    const COLUMNS: &'static [&'static [&'static str]] = &[&[
        "id",
        "userId",
        "driverName",
        "ticketId",
        "itemId",
        "citationNumber",
        "issuer",
        "paymentType",
        "violationType",
        "amount",
        "refunded",
        "paymentId",
        "processingFee",
        "ourFee",
        "confirmationNumber",
        "createdAt",
        "recordedAt",
        "status",
    ]];
    const SORTS: &'static [(&'static str, MoneySort)] = MONEY_SORTS;
    type Dto = TransactionDto;

    fn parse_filter(read: &mut Filters<'_>) -> TransactionFilter {
        TransactionFilter {
            kind: read.parse_word_or_all("type", PaymentType::ALL, PaymentType::as_str),
            status: read.parse_word("status", TransactionStatus::ALL, TransactionStatus::as_str),
        }
    }

    add_driver_name!();
    add_citation!();
}

/// Lists transactions: a driver's own, or all for staff.
#[utoipa::path(get, path = "/api/payment-transactions", tag = "payments", params(
    ("userId" = Option<i32>, Query, description = "Only this user's records. Drivers may only name themselves"),
    ("type" = Option<String>, Query, description = "`all`, `traffic_ticket`, `parking` or `toll`"),
    ("status" = Option<word::TransactionStatus>, Query, description = "Only this status"),
    ("id" = Option<i32>, Query, description = "Only the record with this id"),
    ("q" = Option<String>, Query, description = "Id of a transaction or user; part of a violation or confirmation number; start of a citation number; or part of the driver's name or email"),
    ("sort" = Option<String>, Query, description = "`id`, `amount` or `createdAt`. A leading `-` sorts descending"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
    ("before" = Option<i32>, Query, description = "Only rows after the one with this id, newest first"),
), responses(
    (status = 200, description = "Newest first, or in the order of `sort`", body = Vec<TransactionDto>),
    (status = 403, description = "The record is another user's", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_transactions(request: Request, query: ListQuery) -> HandlerResult {
    list_call::respond_with_page::<TransactionList>(&request, &query).await
}

/// Returns the number of payment transactions that match the filters, and their total amounts, fees and refunds.
#[utoipa::path(get, path = "/api/admin/payment-transactions/summary", tag = "payments", params(
    ("userId" = Option<i32>, Query, description = "Only this user's transactions"),
    ("type" = Option<String>, Query, description = "`all`, `traffic_ticket`, `parking` or `toll`"),
    ("status" = Option<word::TransactionStatus>, Query, description = "Only this status"),
    ("q" = Option<String>, Query, description = "As in the list"),
), responses(
    (status = 200, description = "The number and the sums", body = TransactionFigures),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn transaction_summary(request: Request, query: ListQuery) -> HandlerResult {
    list_call::respond_with_summary::<TransactionList>(&request, list_call::parse_query(&query)).await
}

/// The summary above the list of chargebacks.
pub type ChargebackFigures = SummaryDto<ChargebackSummary>;

impl ListCall for ChargebackList {
    const PATH: &'static str = "/api/admin/chargebacks";
    const FILE: &'static str = "chargebacks";
    const COLUMNS: &'static [&'static [&'static str]] = &[&[
        "id",
        "paymentId",
        "userId",
        "driverName",
        "citationNumber",
        "issuer",
        "confirmationNumber",
        "providerId",
        "amount",
        "reason",
        "status",
        "evidenceDueBy",
        "submittedAt",
        "openedAt",
        "closedAt",
    ]];
    const SORTS: &'static [(&'static str, ChargebackSort)] =
        &[("id", ChargebackSort::Id), ("dueBy", ChargebackSort::DueBy)];
    type Dto = ChargebackDto;

    fn parse_filter(read: &mut Filters<'_>) -> ChargebackFilter {
        ChargebackFilter {
            status: read.parse_word("status", ChargebackStatus::ALL, ChargebackStatus::as_str),
            is_answered: read.parse_flag("answered"),
        }
    }

    add_driver_name!();
    add_citation!();
}

/// Lists chargebacks. Only staff may read them.
#[utoipa::path(get, path = "/api/admin/chargebacks", tag = "payments", params(
    ("status" = Option<word::ChargebackStatus>, Query, description = "Only this status"),
    ("answered" = Option<bool>, Query, description = "`true`: evidence submitted, or decided. `false`: the bank waits for our response"),
    ("id" = Option<i32>, Query, description = "Only the record with this id"),
    ("q" = Option<String>, Query, description = "Id of a chargeback or user; part of a confirmation number; start of a citation number; or part of the driver's name or email"),
    ("sort" = Option<String>, Query, description = "`id` or `dueBy` (deadline for evidence). A leading `-` sorts descending"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
    ("before" = Option<i32>, Query, description = "Only rows after the one with this id, newest first"),
), responses(
    (status = 200, description = "Newest first, or in the order of `sort`", body = Vec<ChargebackDto>),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_chargebacks(request: Request, query: ListQuery) -> HandlerResult {
    list_call::respond_with_page::<ChargebackList>(&request, &query).await
}

/// Returns the number of all chargebacks, and the numbers of those that wait for our response, are under review, were
/// won and were lost. Also returns the money that banks withhold.
#[utoipa::path(get, path = "/api/admin/chargebacks/summary", tag = "payments", responses(
    (status = 200, description = "The counts, and the money withheld", body = ChargebackFigures),
))]
async fn chargeback_summary(request: Request) -> HandlerResult {
    list_call::respond_with_unfiltered_summary::<ChargebackList>(&request).await
}
