//! Requests about the letters in which drivers contest items, and about recording that a letter or the issuer's
//! own form was sent.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse};
use application::Error;
use application::driving_record::contesting::{print, read, save, sending};

use crate::driving_record::dto::contest_letter::{ContestLetterBody, ContestLetterDto, LetterSentBody};
use crate::driving_record::routes::files::item_in_path;
use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::Request;
use crate::shared::body::Body;
use crate::shared::enums as word;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(show_contest_letter, Call::read(AllowedCallers::DriverOrStaff)),
        route!(save_contest_letter, Call::write(AllowedCallers::Driver).changes(Change::Records)),
        route!(set_contest_letter_sent, Call::write(AllowedCallers::Driver).changes(Change::Records)),
        route!(contest_letter_pdf, Call::read(AllowedCallers::DriverOrStaff)),
    ]
}

/// Returns the letter in which the driver contests an item. Before it is saved, the letter has
/// proposed names and addresses.
#[utoipa::path(get, path = "/api/items/{kind}/{id}/contest-letter", tag = "driving_record", params(
    ("kind" = word::ItemKind, Path, description = "`ticket`, `parking` or `toll`"),
    ("id" = i32, Path, description = "The item's id"),
), responses(
    (status = 200, description = "The letter", body = ContestLetterDto),
    (status = 404, description = "The caller has no such item", body = ErrorBody),
))]
async fn show_contest_letter(http: HttpRequest, request: Request, id: Id) -> HandlerResult {
    let item = item_in_path(&http, id);
    let found = request
        .run(move |deps, store, actor| read::letter_of_item(deps, store, actor, item.ok_or(Error::NotFound)?))
        .await?;
    Ok(HttpResponse::Ok().json(ContestLetterDto::from(found)))
}

/// Saves the letter in which the caller contests one of their items, and replaces the earlier letter.
#[utoipa::path(post, path = "/api/items/{kind}/{id}/contest-letter", tag = "driving_record", params(
    ("kind" = word::ItemKind, Path, description = "`ticket`, `parking` or `toll`"),
    ("id" = i32, Path, description = "The item's id"),
), request_body = ContestLetterBody, responses(
    (status = 200, description = "The letter", body = ContestLetterDto),
    (status = 403, description = "The caller is not the driver", body = ErrorBody),
    (status = 404, description = "The caller has no such item", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`, `letter_sent`, `cannot_contest`", body = ErrorBody),
))]
async fn save_contest_letter(
    http: HttpRequest,
    request: Request,
    id: Id,
    body: Body<ContestLetterBody>,
) -> HandlerResult {
    let item = item_in_path(&http, id);
    let found = request
        .run_detached_with(body, move |deps, actor, body| {
            save::save_letter(deps, actor, item.ok_or(Error::NotFound)?, &body.into())
        })
        .await?;
    Ok(HttpResponse::Ok().json(ContestLetterDto::from(found)))
}

/// Stores the day on which the caller sent the letter, or the issuer's own form, and marks the item as
/// disputed. Without a day, marks the letter or form as not sent. If marking it as sent had started the
/// dispute, the dispute ends too.
#[utoipa::path(post, path = "/api/items/{kind}/{id}/contest-letter/sent", tag = "driving_record", params(
    ("kind" = word::ItemKind, Path, description = "`ticket`, `parking` or `toll`"),
    ("id" = i32, Path, description = "The item's id"),
), request_body = LetterSentBody, responses(
    (status = 200, description = "The letter", body = ContestLetterDto),
    (status = 403, description = "The caller is not the driver", body = ErrorBody),
    (status = 404, description = "The caller has no such item", body = ErrorBody),
    (
        status = 409,
        description = "`letter_incomplete`, `changed_meanwhile`, `letter_sent`, `cannot_contest`",
        body = ErrorBody,
    ),
    (status = 422, description = "Invalid fields: `version`, `sentOn`", body = ErrorBody),
))]
async fn set_contest_letter_sent(
    http: HttpRequest,
    request: Request,
    id: Id,
    body: Body<LetterSentBody>,
) -> HandlerResult {
    let item = item_in_path(&http, id);
    let found = request
        .run_detached_with(body, move |deps, actor, body| {
            sending::set_sent(deps, actor, item.ok_or(Error::NotFound)?, body.version, body.day()?)
        })
        .await?;
    Ok(HttpResponse::Ok().json(ContestLetterDto::from(found)))
}

/// Downloads the letter as a PDF.
#[utoipa::path(get, path = "/api/items/{kind}/{id}/contest-letter/pdf", tag = "driving_record", params(
    ("kind" = word::ItemKind, Path, description = "`ticket`, `parking` or `toll`"),
    ("id" = i32, Path, description = "The item's id"),
), responses(
    (status = 200, description = "A PDF", body = Vec<u8>, content_type = "application/pdf"),
    (status = 404, description = "The caller has no such item", body = ErrorBody),
    (status = 409, description = "`letter_incomplete`", body = ErrorBody),
    (status = 503, description = "`files_unavailable`", body = ErrorBody),
))]
async fn contest_letter_pdf(http: HttpRequest, request: Request, id: Id) -> HandlerResult {
    let item = item_in_path(&http, id);
    let (number, pdf) = request
        .run_then(
            move |deps, store, actor| print::prepare_letter(deps, store, actor, item.ok_or(Error::NotFound)?),
            print::print_letter,
        )
        .await?;
    // The document's number has only letters, digits and hyphens, so it is safe in a header.
    let disposition = format!("attachment; filename=\"lanewise-{number}.pdf\"");
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/pdf"))
        .insert_header((CONTENT_DISPOSITION, disposition))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(pdf))
}
