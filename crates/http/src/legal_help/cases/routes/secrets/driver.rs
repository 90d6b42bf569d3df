//! Requests of drivers about messages, files and consents of their cases.

use actix_web::{HttpRequest, web};
use application::legal_help::cases::secrets::consents;

use crate::edge::limits::call_class::RateLimitClass;
use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::Request;
use crate::legal_help::cases::dto::case::CaseDto;
use crate::legal_help::cases::dto::secrets::{
    CaseMessageBody, ConsentBody, CorrespondenceDto, ReadMessagesBody, UnreadMessagesDto,
};
use crate::legal_help::cases::routes::changed_case::change_case_with;
use crate::legal_help::cases::routes::secrets::shared;
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(count_own_unread, Call::read(AllowedCallers::Driver)),
        route!(show_own_messages, Call::read(AllowedCallers::Driver)),
        route!(
            send_own_message,
            Call::write(AllowedCallers::Driver).class(RateLimitClass::Message).changes(Change::Records)
        ),
        route!(read_own_messages, Call::write(AllowedCallers::Driver).changes(Change::Records)),
        route!(add_own_file, Call::write(AllowedCallers::Driver).uploads().class(RateLimitClass::Message)),
        route!(delete_own_file, Call::write(AllowedCallers::Driver)),
        route!(own_case_file, Call::read(AllowedCallers::Driver)),
        route!(answer_consent, Call::write(AllowedCallers::Driver)),
    ]
}

/// Counts the driver's unread messages, for the navigation.
#[utoipa::path(get, path = "/api/lawyer-cases/unread", tag = "legal_help", responses(
    (status = 200, description = "The number of unread messages in all cases", body = UnreadMessagesDto),
))]
async fn count_own_unread(request: Request) -> HandlerResult {
    shared::count_unread_messages(&request).await
}

/// Returns the messages and files of a case.
#[utoipa::path(get, path = "/api/lawyer-cases/{id}/messages", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "Messages and files, oldest first", body = CorrespondenceDto),
    (status = 404, description = "The driver has no such case", body = ErrorBody),
))]
async fn show_own_messages(request: Request, id: Id) -> HandlerResult {
    shared::show_messages(&request, id).await
}

/// Sends a message to the lawyer. The lawyer gets an email, unless an earlier message is still unread.
#[utoipa::path(post, path = "/api/lawyer-cases/{id}/messages", tag = "legal_help", params(("id" = i32, Path)), request_body = CaseMessageBody, responses(
    (status = 201, description = "Messages and files, oldest first", body = CorrespondenceDto),
    (status = 404, description = "The driver has no such case", body = ErrorBody),
    (status = 409, description = "`messages_closed`: the case has no lawyer or is over; `too_many_messages`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `text`", body = ErrorBody),
))]
async fn send_own_message(request: Request, id: Id, body: Body<CaseMessageBody>) -> HandlerResult {
    shared::send_message(&request, id, body).await
}

/// Marks the lawyer's messages as read, up to the last message that was shown.
#[utoipa::path(post, path = "/api/lawyer-cases/{id}/messages/read", tag = "legal_help", params(("id" = i32, Path)), request_body = ReadMessagesBody, responses(
    (status = 200, description = "The number of messages that are still unread", body = UnreadMessagesDto),
    (status = 404, description = "The driver has no such case", body = ErrorBody),
))]
async fn read_own_messages(request: Request, id: Id, body: Body<ReadMessagesBody>) -> HandlerResult {
    shared::mark_messages_read(&request, id, body).await
}

/// Uploads a PDF, JPEG or PNG of at most 15 MB. A case can have 20 files. The server detects the type from the content.
/// Images are re-encoded before they are stored, and every file is encrypted.
#[utoipa::path(post, path = "/api/lawyer-cases/{id}/files", tag = "legal_help", params(
    ("id" = i32, Path),
    ("fileName" = String, Query, description = "The file's name, for display"),
), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses(
    (status = 201, description = "Messages and files, oldest first", body = CorrespondenceDto),
    (status = 404, description = "The driver has no such case", body = ErrorBody),
    (status = 409, description = "`messages_closed`: the case has no lawyer or is over; `too_many_files`", body = ErrorBody),
    (status = 413, description = "More than 15 MB", body = ErrorBody),
    (status = 422, description = "Invalid fields: `fileName`, `file`", body = ErrorBody),
    (status = 503, description = "`files_unavailable`, `scanner_unavailable`", body = ErrorBody),
))]
async fn add_own_file(request: Request, http: HttpRequest, id: Id, payload: web::Payload) -> HandlerResult {
    shared::upload_file(&request, id, (http, payload)).await
}

/// Deletes a file that the caller uploaded, unless a step or an agreement refers to the file.
#[utoipa::path(delete, path = "/api/lawyer-cases/files/{id}", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "Messages and files, oldest first", body = CorrespondenceDto),
    (status = 403, description = "Not a driver, or the other side uploaded it", body = ErrorBody),
    (status = 404, description = "No such file in a case of the caller", body = ErrorBody),
    (status = 409, description = "`messages_closed`: the case has no lawyer or is over; `file_in_use`", body = ErrorBody),
))]
async fn delete_own_file(request: Request, id: Id) -> HandlerResult {
    shared::delete_file(&request, id).await
}

/// Downloads a file of a case.
#[utoipa::path(get, path = "/api/lawyer-cases/files/{id}", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The content of the file", content(
        (Vec<u8> = "application/pdf"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"),
    )),
    (status = 404, description = "No such file in a case of the caller", body = ErrorBody),
    (status = 503, description = "`files_unavailable`", body = ErrorBody),
))]
async fn own_case_file(request: Request, id: Id) -> HandlerResult {
    shared::download_file(&request, id).await
}

/// Gives or refuses a requested consent, or withdraws a given consent.
#[utoipa::path(post, path = "/api/lawyer-cases/{id}/consents", tag = "legal_help", params(("id" = i32, Path)), request_body = ConsentBody, responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "The driver has no such case, or the case no such request", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: it was answered already, or its time is over", body = ErrorBody),
))]
async fn answer_consent(request: Request, id: Id, body: Body<ConsentBody>) -> HandlerResult {
    change_case_with(&request, id, body, |deps, actor, id, body| {
        consents::answer(deps, actor, id, body.consent_id, body.answer())
    })
    .await
}
