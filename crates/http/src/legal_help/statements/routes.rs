//! Requests of staff about statements of lawyers' monthly fees.

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, web};
use application::legal_help::statements::{paying, reading};
use application::shared::lists::Names;
use application::{Deps, Error};
use domain::legal_help::monthly_fee::FeeMonth;
use domain::legal_help::statement::Statement;
use ports::store::Store;
use serde::Deserialize;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::legal_help::statements::dto::{
    MonthOfStatementsDto, StatementDto, StatementPaidBody, StatementUnpaidBody, statements_csv,
};
use crate::shared::body::Body;
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_statements, Call::read(AllowedCallers::Staff)),
        route!(statements_file, Call::read(AllowedCallers::Staff).step_up()),
        route!(statement_pdf, Call::read(AllowedCallers::Staff)),
        route!(record_statement_paid, Call::write(AllowedCallers::Staff)),
        route!(undo_statement_paid, Call::write(AllowedCallers::Staff)),
    ]
}

#[derive(Deserialize)]
struct MonthQuery {
    month: Option<String>,
}

/// Parses the month in the query. Returns `None` if it is missing or empty.
fn parse_month(request: &HttpRequest) -> Result<Option<FeeMonth>, Error> {
    let invalid = || Error::field("month", "Enter a month as YYYY-MM.");
    let query = web::Query::<MonthQuery>::from_query(request.query_string()).map_err(|_| invalid())?;
    let Some(text) = query.into_inner().month.filter(|text| !text.is_empty()) else { return Ok(None) };
    FeeMonth::parse(&text).map(Some).ok_or_else(invalid)
}

/// Lists the statements of a month, by default of the current month.
#[utoipa::path(get, path = "/api/admin/statements", tag = "legal_help", params(
    ("month" = Option<String>, Query, description = "`YYYY-MM`"),
), responses(
    (status = 200, description = "At most one statement per lawyer", body = MonthOfStatementsDto),
    (status = 422, description = "Not a valid month", body = ErrorBody),
))]
async fn list_statements(request: Request, http: HttpRequest) -> HandlerResult {
    let month = parse_month(&http);
    let found =
        request.run(move |deps, store, actor| reading::list_of_month(deps, store, actor, month?)).await?;
    Ok(HttpResponse::Ok().json(MonthOfStatementsDto::from(found)))
}

/// Exports the statements of a month as CSV, by default of the current month. An audit entry records the export.
#[utoipa::path(get, path = "/api/admin/statements/file", tag = "legal_help", params(
    ("month" = Option<String>, Query, description = "`YYYY-MM`"),
), responses(
    (status = 200, description = "One row per lawyer", body = String, content_type = "text/csv"),
    (status = 422, description = "Not a valid month", body = ErrorBody),
))]
async fn statements_file(request: Request, http: HttpRequest) -> HandlerResult {
    let month = parse_month(&http);
    let found = request.run_detached(move |deps, actor| reading::export(deps, actor, month?)).await?;
    let name = format!("attachment; filename=\"lanewise-statements-{}.csv\"", found.month);
    let csv = statements_csv(found)
        .map_err(|error| ApiError::of(Error::Defect(Box::new(error)), &request.caller.request_id))?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, name))
        .body(csv))
}

/// Downloads a statement.
#[utoipa::path(get, path = "/api/admin/statements/{id}/pdf", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "A one-page PDF", body = Vec<u8>, content_type = "application/pdf"),
    (status = 404, description = "No such statement", body = ErrorBody),
))]
async fn statement_pdf(request: Request, id: Id) -> HandlerResult {
    let fetch = move |_: &Deps, store: &mut dyn Store, actor: &_| reading::show(store, actor, id.0.into());
    let render = |deps: &Deps, statement: Statement| {
        Ok((reading::print_statement(deps, &statement)?, statement.number()))
    };
    Ok(pdf_response(request.run_then(fetch, render).await?))
}

/// Builds the response with a statement's PDF. `number` is the statement's number.
pub(super) fn pdf_response((pdf, number): (Vec<u8>, String)) -> HttpResponse {
    // The number has only letters, digits and hyphens, so it is safe in a header.
    let name = format!("attachment; filename=\"lanewise-statement-{number}.pdf\"");
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/pdf"))
        .insert_header((CONTENT_DISPOSITION, name))
        .body(pdf)
}

/// Records that a lawyer paid a statement, or corrects the payment on record.
#[utoipa::path(post, path = "/api/admin/statements/{id}/paid", tag = "legal_help", params(("id" = i32, Path)),
request_body = StatementPaidBody, responses(
    (status = 200, description = "The statement", body = StatementDto),
    (status = 404, description = "No such statement", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`, with `changedBy` and `changedAt`", body = ErrorBody),
))]
async fn record_statement_paid(request: Request, id: Id, body: Body<StatementPaidBody>) -> HandlerResult {
    let (found, names) = request
        .run_detached_with(body, move |deps, actor, body| {
            let paid = (body.parse()?, body.reference.as_str());
            paying::record_payment(deps, actor, id.0.into(), paid, body.version)
        })
        .await?;
    Ok(HttpResponse::Ok().json(StatementDto::new(found, &names)))
}

/// Removes a statement's payment that was recorded by mistake.
#[utoipa::path(post, path = "/api/admin/statements/{id}/unpaid", tag = "legal_help", params(("id" = i32, Path)),
request_body = StatementUnpaidBody, responses(
    (status = 200, description = "The statement", body = StatementDto),
    (status = 404, description = "No such statement", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`, with `changedBy` and `changedAt`", body = ErrorBody),
))]
async fn undo_statement_paid(request: Request, id: Id, body: Body<StatementUnpaidBody>) -> HandlerResult {
    let unpaid = request
        .run_detached_with(body, move |deps, actor, body| {
            paying::undo_payment(deps, actor, id.0.into(), body.version)
        })
        .await?;
    // The response would name only the staff member who recorded the payment. The payment is removed, so
    // no names are needed.
    Ok(HttpResponse::Ok().json(StatementDto::new(unpaid, &Names::new())))
}
