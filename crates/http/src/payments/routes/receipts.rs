//! Requests for receipts and the payment history.

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse};
use application::Deps;
use application::access::Actor;
use application::payments::history;
use application::payments::receipts;
use application::payments::receipts::PrintedReceipt;
use domain::shared::ids::{HireId, TransactionId, UserId};
use ports::store::Store;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::payments::dto::history::{KindQuery, PaidItemDto, YearTotalDto};
use crate::shared::enums as word;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::ListQuery;
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(transaction_receipt, Call::read(AllowedCallers::DriverOrStaff)),
        route!(hire_receipt, Call::read(AllowedCallers::DriverOrStaff)),
        route!(list_history, Call::read(AllowedCallers::DriverOrStaff)),
        route!(history_this_year, Call::read(AllowedCallers::DriverOrStaff)),
    ]
}

/// Downloads a transaction's receipt.
#[utoipa::path(get, path = "/api/payment-transactions/{id}/receipt", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "A one-page PDF", body = Vec<u8>, content_type = "application/pdf"),
    (status = 404, description = "The caller has no such transaction", body = ErrorBody),
))]
async fn transaction_receipt(request: Request, id: Id) -> HandlerResult {
    let fetch = move |_: &Deps, store: &mut dyn Store, actor: &Actor| {
        receipts::receipt_of_transaction(store, actor, TransactionId(id.0))
    };
    Ok(receipt_response(
        request.run_then(fetch, |deps, receipt| receipts::print_receipt(deps, &receipt)).await?,
    ))
}

/// Downloads a lawyer hire's receipt.
#[utoipa::path(get, path = "/api/lawyer-hires/{id}/receipt", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "A one-page PDF", body = Vec<u8>, content_type = "application/pdf"),
    (status = 404, description = "The caller has no such hire", body = ErrorBody),
))]
async fn hire_receipt(request: Request, id: Id) -> HandlerResult {
    let fetch = move |_: &Deps, store: &mut dyn Store, actor: &Actor| {
        receipts::receipt_of_hire(store, actor, HireId(id.0))
    };
    Ok(receipt_response(
        request.run_then(fetch, |deps, receipt| receipts::print_receipt(deps, &receipt)).await?,
    ))
}

/// Builds the response with a receipt's PDF. The receipt's number has only letters, digits and hyphens, so it
/// is safe in a header.
fn receipt_response(receipt: PrintedReceipt) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/pdf"))
        .insert_header((
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"lanewise-receipt-{}.pdf\"", receipt.number),
        ))
        .body(receipt.pdf)
}

/// Lists a driver's payments: card payments for items and lawyers, and items that staff marked as paid.
#[utoipa::path(get, path = "/api/payment-history/{userId}", tag = "payments", params(
    ("userId" = i32, Path, description = "The user's id"),
    ("type" = Option<word::PayableKind>, Query, description = "Only this type"),
    ("itemId" = Option<i32>, Query, minimum = 1, description = "Only this item"),
    ("q" = Option<String>, Query, description = "Part of the violation, road or confirmation number"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query),
), responses(
    (status = 200, description = "Newest first", body = Vec<PaidItemDto>),
    (status = 403, description = "The record is another user's", body = ErrorBody),
    (status = 404, description = "No such user", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_history(http: HttpRequest, request: Request, id: Id, query: ListQuery) -> HandlerResult {
    let kind = KindQuery::parse(http.query_string());
    let (page, q, valid) = (query.page, query.q.clone(), query.must_have_no_sort());
    let paged = request
        .run(move |_, store, actor| {
            valid?;
            history::list_transactions(store, actor, UserId(id.0), &kind?.filter(q), page)
        })
        .await?;
    Ok(query.respond(paged, PaidItemDto::from))
}

/// Returns the total that a driver's cards were charged this year, minus refunds and chargebacks.
#[utoipa::path(get, path = "/api/payment-history/{userId}/this-year", tag = "payments",
params(("userId" = i32, Path, description = "The user's id")), responses(
    (status = 200, description = "The year and its total", body = YearTotalDto),
    (status = 403, description = "The record is another user's", body = ErrorBody),
    (status = 404, description = "No such user", body = ErrorBody),
))]
async fn history_this_year(request: Request, id: Id) -> HandlerResult {
    let total = request
        .run(move |deps, store, actor| history::total_this_year(deps, store, actor, UserId(id.0)))
        .await?;
    Ok(HttpResponse::Ok().json(YearTotalDto::from(total)))
}
