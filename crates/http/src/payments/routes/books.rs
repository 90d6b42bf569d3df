//! Requests about the books: movements of money, debts and differences
//! (docs/product/payments.md#books).

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use application::payments::books::show;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::payments::dto::books::{BooksDto, months_csv};
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};

pub fn routes() -> Vec<Route> {
    vec![
        route!(show_books, Call::read(AllowedCallers::Staff)),
        route!(match_books, Call::write(AllowedCallers::Staff).at_provider()),
        route!(books_file, Call::read(AllowedCallers::Staff).step_up()),
    ]
}

/// Returns the books by month, with the trial balance and the differences that the latest matching found.
#[utoipa::path(get, path = "/api/admin/books", tag = "payments", responses(
    (status = 200, description = "The books", body = BooksDto),
))]
async fn show_books(request: Request) -> HandlerResult {
    let books = request.run(|_, store, actor| show::show_books(store, actor)).await?;
    Ok(HttpResponse::Ok().json(BooksDto::new(books, request.state.settings.test_mode)))
}

/// Matches the books with the payment provider's balance now. If reading the provider's list of balance changes
/// takes too long, a later matching continues the reading.
#[utoipa::path(post, path = "/api/admin/books/match", tag = "payments", responses(
    (status = 200, description = "The books: matched, or with `reading` if incomplete", body = BooksDto),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
async fn match_books(request: Request) -> HandlerResult {
    let books = request.run_detached(show::match_now).await?;
    Ok(HttpResponse::Ok().json(BooksDto::new(books, request.state.settings.test_mode)))
}

/// Exports the months of the books as CSV. An audit entry records the export.
#[utoipa::path(get, path = "/api/admin/books/file", tag = "payments", responses(
    (status = 200, description = "One row per month, newest first", body = String, content_type = "text/csv"),
))]
async fn books_file(request: Request) -> HandlerResult {
    let (months, today) =
        request.run(|deps, store, actor| Ok((show::export_books(deps, store, actor)?, deps.today()))).await?;
    let csv = months_csv(months).map_err(|error| {
        ApiError::of(application::Error::Defect(Box::new(error)), &request.caller.request_id)
    })?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"lanewise-books-{today}.csv\"")))
        .body(csv))
}
