//! Requests of a lawyer for their own statements of monthly fees.

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use application::access::Actor;
use application::legal_help::statements::reading;
use application::{Deps, Error};
use domain::legal_help::statement::Statement;
use ports::store::Store;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::legal_help::statements::dto::{OwnStatementDto, own_statements_csv};
use crate::legal_help::statements::routes::pdf_response;
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_own_statements, Call::read(AllowedCallers::Lawyer)),
        route!(own_statements_file, Call::read(AllowedCallers::Lawyer)),
        route!(own_statement_pdf, Call::read(AllowedCallers::Lawyer)),
    ]
}

/// Lists the lawyer's own statements.
#[utoipa::path(get, path = "/api/lawyer/statements", tag = "legal_help", responses(
    (status = 200, description = "One per month, newest first", body = Vec<OwnStatementDto>),
))]
async fn list_own_statements(request: Request) -> HandlerResult {
    let found = request.run(|_, store, actor| reading::list_own(store, actor)).await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(OwnStatementDto::from).collect::<Vec<_>>()))
}

/// Exports the lawyer's own statements as CSV.
#[utoipa::path(get, path = "/api/lawyer/statements/file", tag = "legal_help", responses(
    (status = 200, description = "One row per month", body = String, content_type = "text/csv"),
))]
async fn own_statements_file(request: Request) -> HandlerResult {
    let found = request.run(|_, store, actor| reading::list_own(store, actor)).await?;
    let csv = own_statements_csv(found)
        .map_err(|error| ApiError::of(Error::Defect(Box::new(error)), &request.caller.request_id))?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"lanewise-statements.csv\""))
        .body(csv))
}

/// Downloads one of the lawyer's own statements.
#[utoipa::path(get, path = "/api/lawyer/statements/{id}/pdf", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "A one-page PDF", body = Vec<u8>, content_type = "application/pdf"),
    (status = 404, description = "The lawyer has no such statement", body = ErrorBody),
))]
async fn own_statement_pdf(request: Request, id: Id) -> HandlerResult {
    let fetch =
        move |_: &Deps, store: &mut dyn Store, actor: &Actor| reading::show_own(store, actor, id.0.into());
    let render = |deps: &Deps, statement: Statement| {
        Ok((reading::print_statement(deps, &statement)?, statement.number()))
    };
    Ok(pdf_response(request.run_then(fetch, render).await?))
}
