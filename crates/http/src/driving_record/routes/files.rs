//! Requests for photos and documents of tickets, parking tickets and tolls.

use std::time::Duration;

use actix_web::{HttpRequest, HttpResponse, web};
use application::access::Actor;
use application::driving_record::files::upload::Upload;
use application::driving_record::files::{delete, list, original, read, upload};
use application::shared::uploads;
use application::{Deps, Error};
use domain::driving_record::item_file::{ItemId, MAX_ITEM_FILE_MEGABYTES, PIECE_BYTES};
use domain::driving_record::kinds::ItemKind;
use domain::shared::file_kind::MEGABYTE;
use ports::store::Store;
use serde::de::DeserializeOwned;

use crate::driving_record::dto::files::{DownloadQuery, ItemFileDto, ItemFileQuery, PieceQuery};
use crate::edge::caller::Caller;
use crate::edge::limits::call_class::RateLimitClass;
use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::Request;
use crate::shared::body::read_bytes_within;
use crate::shared::empty::Empty;
use crate::shared::enums as word;
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};
use crate::shared::path::Id;
use crate::shared::stored_file;

/// Maximum time for receiving an uploaded file. Phones can be slow.
const FILE_TIMEOUT: Duration = Duration::from_secs(180);
/// Maximum time for receiving a piece of an original.
const PIECE_TIMEOUT: Duration = Duration::from_secs(60);

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_item_files, Call::read(AllowedCallers::DriverOrStaff)),
        route!(
            add_item_file,
            Call::write(AllowedCallers::DriverOrStaff)
                .uploads()
                .class(RateLimitClass::Message)
                .changes(Change::Records)
        ),
        route!(item_file, Call::read(AllowedCallers::DriverOrStaff)),
        route!(
            add_original_piece,
            Call::write(AllowedCallers::DriverOrStaff).uploads().changes(Change::Records)
        ),
        route!(delete_item_file, Call::write(AllowedCallers::DriverOrStaff)),
    ]
}

/// Returns the item that the path names; `None` if the kind or the id is invalid.
pub(super) fn item_in_path(request: &HttpRequest, id: Id) -> Option<ItemId> {
    let kind = request.match_info().get("kind").and_then(ItemKind::parse)?;
    id.is_possible().then_some(ItemId { kind, id: id.0 })
}

/// Parses the query. For an invalid query, fails with the message `sentence` for the parameter `field`.
fn parse_query<Q: DeserializeOwned>(
    request: &HttpRequest,
    caller: &Caller,
    (field, sentence): (&'static str, &'static str),
) -> Result<Q, ApiError> {
    web::Query::<Q>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .map_err(|_| ApiError::of(Error::field(field, sentence), &caller.request_id))
}

/// Lists the photos and documents of a ticket, parking ticket or toll, oldest first.
#[utoipa::path(get, path = "/api/items/{kind}/{id}/files", tag = "driving_record", params(
    ("kind" = word::ItemKind, Path, description = "`ticket`, `parking` or `toll`"),
    ("id" = i32, Path, description = "The item's id"),
), responses(
    (status = 200, description = "At most 20, oldest first", body = Vec<ItemFileDto>),
    (status = 404, description = "The caller has no such item", body = ErrorBody),
))]
async fn list_item_files(http: HttpRequest, request: Request, id: Id) -> HandlerResult {
    let item = item_in_path(&http, id);
    let found = request
        .run(move |deps, store, actor| list::list(deps, store, actor, item.ok_or(Error::NotFound)?))
        .await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(ItemFileDto::from).collect::<Vec<_>>()))
}

/// Adds a PDF, JPEG or PNG of at most 15 MB. An item can have 20 files. With `originalBytes`, the body is a
/// reduced copy, and the caller then uploads the original in pieces. All contents are stored encrypted.
#[utoipa::path(post, path = "/api/items/{kind}/{id}/files", tag = "driving_record", params(
    ("kind" = word::ItemKind, Path, description = "`ticket`, `parking` or `toll`"),
    ("id" = i32, Path, description = "The item's id"),
    ("fileName" = String, Query, description = "The file's name, for display"),
    ("originalBytes" = Option<i64>, Query, description = "The size of the original, if it follows"),
), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses(
    (status = 201, description = "The file", body = ItemFileDto),
    (status = 404, description = "The caller has no such item", body = ErrorBody),
    (status = 409, description = "`too_many_files`", body = ErrorBody),
    (status = 413, description = "More than 15 MB", body = ErrorBody),
    (status = 422, description = "Invalid fields: `fileName`, `originalBytes`, `file`", body = ErrorBody),
    (status = 503, description = "`files_unavailable`, `scanner_unavailable`, `busy`", body = ErrorBody),
))]
async fn add_item_file(http: HttpRequest, request: Request, id: Id, payload: web::Payload) -> HandlerResult {
    let item = item_in_path(&http, id);
    // The caller is authorized first, so that only the driver and staff can make the server read a large body.
    let may = move |deps: &Deps, store: &mut dyn Store, actor: &Actor| {
        uploads::must_have_capacity(deps)?;
        let item = item.ok_or(Error::NotFound)?;
        upload::check_may_upload(store, actor, item).map(|_| item)
    };
    let item = request.run(may).await?;
    let wrong = ("fileName", "Use only fileName and originalBytes.");
    let query: ItemFileQuery = parse_query(&http, &request.caller, wrong)?;
    let limit = MAX_ITEM_FILE_MEGABYTES * MEGABYTE;
    let content = read_bytes_within(&http, &mut payload.into_inner(), limit, FILE_TIMEOUT).await?;
    let file = request
        .run_detached(move |deps, actor| {
            let (name, original_bytes) = (query.file_name.as_str(), query.original_bytes);
            let added = upload::add(deps, actor, item, Upload { name, original_bytes, content: &content })?;
            list::show_file(deps, actor, added.id)
        })
        .await?;
    Ok(HttpResponse::Created().json(ItemFileDto::from(file)))
}

/// Downloads a photo or document. For an image, returns the reduced copy, or the original with `original=true`.
#[utoipa::path(get, path = "/api/item-files/{id}", tag = "driving_record", params(
    ("id" = i32, Path, description = "The file's id"),
    ("original" = Option<bool>, Query, description = "Whether to download the original"),
), responses(
    (status = 200, description = "The content of the file", content(
        (Vec<u8> = "application/pdf"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"),
    )),
    (status = 404, description = "No such file of an item of the caller", body = ErrorBody),
    (status = 409, description = "`original_incomplete`", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
    (status = 503, description = "`files_unavailable`", body = ErrorBody),
))]
async fn item_file(http: HttpRequest, request: Request, id: Id) -> HandlerResult {
    let wanted = parse_query::<DownloadQuery>(
        &http,
        &request.caller,
        ("original", "Use only original=true or false."),
    );
    let fetch = move |deps: &Deps, store: &mut dyn Store, actor: &Actor| {
        // An invalid query is reported only to a caller who is logged in.
        match wanted {
            Ok(query) => read::authorize_opening(deps, store, actor, i64::from(id.0), query.original).map(Ok),
            Err(wrong) => Ok(Err(wrong)),
        }
    };
    let finish = |deps: &Deps, allowed: Result<read::AllowedFile, ApiError>| match allowed {
        Ok(allowed) => read::open_allowed_file(deps, &allowed).map(|found| Ok((allowed.file.id, found))),
        Err(wrong) => Ok(Err(wrong)),
    };
    let (id, (kind, content)) = request.run_then(fetch, finish).await??;
    Ok(stored_file::download_response(kind, &format!("file-{id}"), content))
}

/// Adds a piece of 1 MB, or the smaller last piece, to the original of a photo. A piece that doesn't start at
/// `receivedBytes` is ignored. After the last piece, the server checks and stores the original.
#[utoipa::path(put, path = "/api/item-files/{id}/original", tag = "driving_record", params(
    ("id" = i32, Path, description = "The file's id"),
    ("offset" = i64, Query, description = "The byte of the original at which the piece starts"),
), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses(
    (status = 200, description = "The file", body = ItemFileDto),
    (status = 404, description = "No such file of an item of the caller", body = ErrorBody),
    (status = 413, description = "More than 1 MB", body = ErrorBody),
    (status = 422, description = "Invalid fields: `offset`, `file`", body = ErrorBody),
    (status = 503, description = "`files_unavailable`, `scanner_unavailable`, `busy`", body = ErrorBody),
))]
async fn add_original_piece(
    http: HttpRequest,
    request: Request,
    id: Id,
    payload: web::Payload,
) -> HandlerResult {
    let id = i64::from(id.0);
    let may = move |deps: &Deps, store: &mut dyn Store, actor: &Actor| {
        uploads::must_have_capacity(deps)?;
        original::check_may_continue(store, actor, id)
    };
    request.run(may).await?;
    let query: PieceQuery =
        parse_query(&http, &request.caller, ("offset", "Use only offset, a number of bytes."))?;
    let piece = read_bytes_within(&http, &mut payload.into_inner(), PIECE_BYTES, PIECE_TIMEOUT).await?;
    let file = request
        .run_detached(move |deps, actor| {
            original::add_piece(deps, actor, id, query.offset, &piece)?;
            list::show_file(deps, actor, id)
        })
        .await?;
    Ok(HttpResponse::Ok().json(ItemFileDto::from(file)))
}

/// Deletes a photo or document. This can't be undone.
#[utoipa::path(delete, path = "/api/item-files/{id}", tag = "driving_record", params(
    ("id" = i32, Path, description = "The file's id"),
), responses(
    (status = 200, description = "The file is deleted", body = Empty),
    (status = 404, description = "No such file of an item of the caller", body = ErrorBody),
))]
async fn delete_item_file(request: Request, id: Id) -> HandlerResult {
    request.run_detached(move |deps, actor| delete::delete(deps, actor, i64::from(id.0))).await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}
