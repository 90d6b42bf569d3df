//! Requests about staff's notes.

use actix_web::{HttpRequest, HttpResponse};
use application::Error;
use application::back_office::notes;
use domain::shared::desk::{DeskKind, DeskRecord};

use crate::back_office::dto::note::{NoteBody, NoteDto};
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::body::Body;
use crate::shared::enums as word;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_notes, Call::read(AllowedCallers::Staff)),
        route!(add_note, Call::write(AllowedCallers::Staff)),
        route!(remove_note, Call::write(AllowedCallers::Staff)),
    ]
}

/// Returns the record that the path names; `None` if the kind or the id is invalid.
fn record_in_path(request: &HttpRequest, id: Id) -> Option<DeskRecord> {
    let kind = request.match_info().get("kind").and_then(DeskKind::parse)?;
    id.is_possible().then_some(DeskRecord { kind, id: id.0 })
}

/// Lists the newest notes about a record. For a `user`, also lists the notes about the user's
/// records. Drivers never see notes.
#[utoipa::path(get, path = "/api/admin/notes/{kind}/{id}", tag = "back_office", params(
    ("kind" = word::DeskKind, Path, description = "`lawyer_hire`, `missing_ticket_report`, `help_inquiry` or `user`"),
    ("id" = i32, Path, description = "The record's id"),
), responses(
    (status = 200, description = "At most 100, newest first", body = Vec<NoteDto>),
    (status = 404, description = "No such kind of record, or not a valid id", body = ErrorBody),
))]
async fn list_notes(http: HttpRequest, request: Request, id: Id) -> HandlerResult {
    let record = record_in_path(&http, id);
    let found = request
        .run(move |_, store, actor| notes::list_notes(store, actor, record.ok_or(Error::NotFound)?))
        .await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(NoteDto::from).collect::<Vec<_>>()))
}

/// Adds a note to a record.
#[utoipa::path(post, path = "/api/admin/notes/{kind}/{id}", tag = "back_office", params(
    ("kind" = word::DeskKind, Path, description = "`lawyer_hire`, `missing_ticket_report`, `help_inquiry` or `user`"),
    ("id" = i32, Path, description = "The record's id"),
), request_body = NoteBody, responses(
    (status = 201, description = "The note", body = NoteDto),
    (status = 404, description = "No such record", body = ErrorBody),
    (status = 422, description = "Invalid text, or the maximum number of notes is reached", body = ErrorBody),
))]
async fn add_note(http: HttpRequest, request: Request, id: Id, body: Body<NoteBody>) -> HandlerResult {
    let record = record_in_path(&http, id);
    let note = request
        .run_detached_with(body, move |deps, actor, body| {
            notes::add_note(deps, actor, record.ok_or(Error::NotFound)?, &body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Created().json(NoteDto::from(note)))
}

/// Deletes a note.
#[utoipa::path(delete, path = "/api/admin/notes/{id}", tag = "back_office", params(("id" = i32, Path)), responses(
    (status = 200, description = "The deleted note", body = NoteDto),
    (status = 404, description = "No such note", body = ErrorBody),
))]
async fn remove_note(request: Request, id: Id) -> HandlerResult {
    let note = request.run_detached(move |deps, actor| notes::remove_note(deps, actor, id.0)).await?;
    Ok(HttpResponse::Ok().json(NoteDto::from(note)))
}
