//! Code that the requests of drivers, lawyers and staff about messages and files share.

use std::time::Duration;

use actix_web::{HttpRequest, HttpResponse, web};
use application::Deps;
use application::access::Actor;
use application::legal_help::cases::secrets::{files, messages};
use application::shared::uploads;
use domain::legal_help::secrets::MAX_FILE_MEGABYTES;
use domain::shared::file_kind::MEGABYTE;
use domain::shared::ids::HireId;
use ports::store::{Store, with_store};

use crate::edge::use_case::Request;
use crate::legal_help::cases::dto::secrets::{
    CaseMessageBody, CorrespondenceDto, ReadMessagesBody, UnreadMessagesDto,
};
use crate::shared::body::{Body, read_bytes_within};
use crate::shared::error::HandlerResult;
use crate::shared::path::Id;
use crate::shared::stored_file;

/// Maximum time for receiving an uploaded file. Phones can be slow.
const FILE_TIMEOUT: Duration = Duration::from_secs(90);

/// Returns a case's messages and files. `id` is the case's id.
pub(super) async fn show_messages(request: &Request, id: Id) -> HandlerResult {
    let found =
        request.run(move |deps, store, actor| messages::read(deps, store, actor, HireId(id.0))).await?;
    Ok(HttpResponse::Ok().json(CorrespondenceDto::from(found)))
}

/// Returns how many messages in all of the caller's cases the caller hasn't read.
pub(super) async fn count_unread_messages(request: &Request) -> HandlerResult {
    let unread_messages = request.run(move |_, store, actor| messages::count_unread(store, actor)).await?;
    Ok(HttpResponse::Ok().json(UnreadMessagesDto { unread_messages }))
}

/// Sends a message in the case `id`. Returns the case's messages and files.
pub(super) async fn send_message(request: &Request, id: Id, body: Body<CaseMessageBody>) -> HandlerResult {
    let found = request
        .run_detached_with(body, move |deps, actor, body| {
            messages::send(deps, actor, HireId(id.0), &body.text)?;
            with_store(&*deps.database, |store| messages::read(deps, store, actor, HireId(id.0)))
        })
        .await?;
    Ok(HttpResponse::Created().json(CorrespondenceDto::from(found)))
}

/// Marks the messages to the caller in the case `id` as read, up to the last message that was shown. Returns how many
/// messages in all of the caller's cases the caller hasn't read.
pub(super) async fn mark_messages_read(
    request: &Request,
    id: Id,
    body: Body<ReadMessagesBody>,
) -> HandlerResult {
    let unread_messages = request
        .run_with(body, move |deps, store, actor, body| {
            messages::mark_read(deps, store, actor, HireId(id.0), body.last_message_id)
        })
        .await?;
    Ok(HttpResponse::Ok().json(UnreadMessagesDto { unread_messages }))
}

/// Uploads the file in `payload` to the case `id`. Returns the case's messages and files.
pub(super) async fn upload_file(
    request: &Request,
    id: Id,
    (http, payload): (HttpRequest, web::Payload),
) -> HandlerResult {
    // The caller is authorized first, so that only the driver and the lawyer can make the server read a large body.
    let may = move |deps: &Deps, store: &mut dyn Store, actor: &Actor| {
        uploads::must_have_capacity(deps)?;
        files::check_may_upload(store, actor, HireId(id.0))
    };
    request.run(may).await?;
    let name = stored_file::parse_file_name(&http, &request.caller.request_id)?;
    let limit = MAX_FILE_MEGABYTES * MEGABYTE;
    let content = read_bytes_within(&http, &mut payload.into_inner(), limit, FILE_TIMEOUT).await?;
    let found = request
        .run_detached(move |deps, actor| {
            files::add(deps, actor, HireId(id.0), &name, &content)?;
            with_store(&*deps.database, |store| messages::read(deps, store, actor, HireId(id.0)))
        })
        .await?;
    Ok(HttpResponse::Created().json(CorrespondenceDto::from(found)))
}

/// Deletes the file `id` of a case. Returns the case's messages and files.
pub(super) async fn delete_file(request: &Request, id: Id) -> HandlerResult {
    let found = request
        .run_detached(move |deps, actor| {
            let case = files::delete(deps, actor, i64::from(id.0))?;
            with_store(&*deps.database, |store| messages::read(deps, store, actor, case))
        })
        .await?;
    Ok(HttpResponse::Ok().json(CorrespondenceDto::from(found)))
}

/// Returns the content of the file `id` of a case.
pub(super) async fn download_file(request: &Request, id: Id) -> HandlerResult {
    let fetch = move |deps: &Deps, store: &mut dyn Store, actor: &Actor| {
        files::fetch(deps, store, actor, i64::from(id.0))
    };
    let (file, content) = request.run_then(fetch, files::open).await?;
    let name = format!("case-{}-file-{}", file.case, file.id);
    Ok(stored_file::download_response(file.kind, &name, content))
}
