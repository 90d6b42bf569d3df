//! Requests of staff about messages and files of cases, which staff read only with the driver's consent.

use application::legal_help::cases::secrets::consents;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::legal_help::cases::dto::case::CaseDto;
use crate::legal_help::cases::dto::secrets::CorrespondenceDto;
use crate::legal_help::cases::routes::changed_case::change_case;
use crate::legal_help::cases::routes::secrets::shared;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(ask_to_read, Call::write(AllowedCallers::Staff)),
        route!(show_messages, Call::read(AllowedCallers::Staff).step_up()),
        route!(case_file, Call::read(AllowedCallers::Staff).step_up()),
    ]
}

/// Requests the driver's consent for staff to read messages and files for 72 hours. A repeated request changes nothing.
#[utoipa::path(post, path = "/api/admin/cases/{id}/reading-request", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The case", body = CaseDto),
    (status = 404, description = "No such case", body = ErrorBody),
))]
async fn ask_to_read(request: Request, id: Id) -> HandlerResult {
    change_case(&request, id, consents::request_reading_consent).await
}

/// Returns the messages and files of a case. Needs the driver's consent. An audit entry records the
/// reading.
#[utoipa::path(get, path = "/api/admin/cases/{id}/messages", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "Messages and files, oldest first", body = CorrespondenceDto),
    (status = 404, description = "No such case", body = ErrorBody),
    (status = 409, description = "`consent_needed`", body = ErrorBody),
))]
async fn show_messages(request: Request, id: Id) -> HandlerResult {
    shared::show_messages(&request, id).await
}

/// Downloads a file of a case. Needs the driver's consent. An audit entry records the download.
#[utoipa::path(get, path = "/api/admin/cases/files/{id}", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The content of the file", content(
        (Vec<u8> = "application/pdf"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"),
    )),
    (status = 404, description = "No such file", body = ErrorBody),
    (status = 409, description = "`consent_needed`", body = ErrorBody),
    (status = 503, description = "`files_unavailable`", body = ErrorBody),
))]
async fn case_file(request: Request, id: Id) -> HandlerResult {
    shared::download_file(&request, id).await
}
