//! Request for "My file", one PDF with everything about an item.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, web};
use application::access::Actor;
use application::payments::my_file;
use application::{Deps, Error};
use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use ports::store::Store;
use serde::Deserialize;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::enums as word;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![route!(my_file_of_item, Call::read(AllowedCallers::DriverOrStaff))]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MyFileQuery {
    /// Whether to include the messages with the lawyer.
    #[serde(default)]
    messages: bool,
}

/// Downloads "My file", one PDF with the facts, dates, photos and payments of an item, and the progress of the
/// money to the authority. With `messages=true`, the PDF also has the messages with the lawyer, which only the
/// driver can ask for.
#[utoipa::path(get, path = "/api/items/{kind}/{id}/my-file", tag = "payments", params(
    ("kind" = word::ItemKind, Path, description = "`ticket`, `parking` or `toll`"),
    ("id" = i32, Path, description = "The item's id"),
    ("messages" = Option<bool>, Query, description = "Whether to include the messages with the lawyer"),
), responses(
    (status = 200, description = "A PDF", body = Vec<u8>, content_type = "application/pdf"),
    (status = 403, description = "The caller is a lawyer, or staff who ask for messages", body = ErrorBody),
    (status = 404, description = "The caller has no such item", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
    (status = 503, description = "`files_unavailable`", body = ErrorBody),
))]
async fn my_file_of_item(http: HttpRequest, request: Request, id: Id) -> HandlerResult {
    let kind = http.match_info().get("kind").and_then(ItemKind::parse);
    let item = kind.filter(|_| id.is_possible()).map(|kind| ItemId { kind, id: id.0 });
    let query = web::Query::<MyFileQuery>::from_query(http.query_string());
    let messages = query.map(|query| query.messages).ok();
    let fetch = move |deps: &Deps, store: &mut dyn Store, actor: &Actor| {
        let item = item.ok_or(Error::NotFound)?;
        // An invalid query is reported only to a caller who is logged in.
        let messages =
            messages.ok_or_else(|| Error::field("messages", "Use only messages=true or false."))?;
        my_file::prepare_my_file(deps, store, actor, item, messages)
    };
    let (number, pdf) = request.run_then(fetch, my_file::print_my_file).await?;
    // The document's number has only letters, digits and a hyphen, so it is safe in a header.
    let disposition = format!("attachment; filename=\"lanewise-{number}.pdf\"");
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/pdf"))
        .insert_header((CONTENT_DISPOSITION, disposition))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(pdf))
}
