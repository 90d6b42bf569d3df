//! Requests about lawyers' photos.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, web};
use application::Deps;
use application::access::Actor;
use application::legal_help::lawyers::{list, photo};
use domain::legal_help::lawyer::MAX_PHOTO_MEGABYTES;
use domain::shared::file_kind::MEGABYTE;
use domain::shared::ids::{HireId, LawyerId};
use ports::store::{Store, with_store};

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::legal_help::lawyers::dto::LawyerDto;
use crate::shared::body::read_bytes;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(show_lawyer_photo, Call::read(AllowedCallers::Staff)),
        route!(upload_lawyer_photo, Call::write(AllowedCallers::Staff).uploads()),
        route!(remove_lawyer_photo, Call::write(AllowedCallers::Staff)),
        route!(photo_of_own_lawyer, Call::read(AllowedCallers::DriverOrStaff)),
    ]
}

/// Returns the response with a photo.
fn jpeg_response(content: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "image/jpeg"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(content)
}

/// Returns a lawyer's photo.
#[utoipa::path(get, path = "/api/admin/lawyers/{id}/photo", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "A square picture", body = Vec<u8>, content_type = "image/jpeg"),
    (status = 404, description = "No such lawyer, or no photo", body = ErrorBody),
))]
async fn show_lawyer_photo(request: Request, id: Id) -> HandlerResult {
    let found = request.run(move |_, store, actor| photo::show(store, actor, LawyerId(id.0))).await?;
    Ok(jpeg_response(found))
}

/// Uploads a JPEG or PNG of at most 10 MB as a lawyer's photo. The server re-encodes the picture as a small square.
#[utoipa::path(post, path = "/api/admin/lawyers/{id}/photo", tag = "legal_help", params(("id" = i32, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses(
    (status = 200, description = "The lawyer", body = LawyerDto),
    (status = 404, description = "No such lawyer", body = ErrorBody),
    (status = 413, description = "More than 10 MB", body = ErrorBody),
    (status = 422, description = "Invalid fields: `file`", body = ErrorBody),
    (status = 503, description = "`scanner_unavailable`, `busy`", body = ErrorBody),
))]
async fn upload_lawyer_photo(
    request: Request,
    http: HttpRequest,
    id: Id,
    payload: web::Payload,
) -> HandlerResult {
    // The caller is authorized first, so that only staff can make the server read a large body.
    let may = move |_: &Deps, store: &mut dyn Store, actor: &Actor| {
        photo::check_may_upload(store, actor, LawyerId(id.0))
    };
    request.run(may).await?;
    let limit = MAX_PHOTO_MEGABYTES * MEGABYTE;
    let content = read_bytes(&http, &mut payload.into_inner(), limit).await?;
    let found = request
        .run_detached(move |deps, actor| {
            photo::upload(deps, actor, LawyerId(id.0), &content)?;
            with_store(&*deps.database, |store| list::show(deps, store, actor, LawyerId(id.0)))
        })
        .await?;
    Ok(HttpResponse::Ok().json(LawyerDto::from(found.figures)))
}

/// Removes a lawyer's photo. Repeating the call changes nothing.
#[utoipa::path(delete, path = "/api/admin/lawyers/{id}/photo", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The lawyer", body = LawyerDto),
    (status = 404, description = "No such lawyer", body = ErrorBody),
))]
async fn remove_lawyer_photo(request: Request, id: Id) -> HandlerResult {
    let found = request
        .run_detached(move |deps, actor| {
            photo::remove(deps, actor, LawyerId(id.0))?;
            with_store(&*deps.database, |store| list::show(deps, store, actor, LawyerId(id.0)))
        })
        .await?;
    Ok(HttpResponse::Ok().json(LawyerDto::from(found.figures)))
}

/// Returns the photo of a case's lawyer.
#[utoipa::path(get, path = "/api/lawyer-cases/{id}/lawyer-photo", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "A square picture", body = Vec<u8>, content_type = "image/jpeg"),
    (status = 404, description = "No such case, or its lawyer has no photo", body = ErrorBody),
))]
async fn photo_of_own_lawyer(request: Request, id: Id) -> HandlerResult {
    let found = request.run(move |_, store, actor| photo::show_of_case(store, actor, HireId(id.0))).await?;
    Ok(jpeg_response(found))
}
