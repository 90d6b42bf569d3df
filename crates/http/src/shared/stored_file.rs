//! Files that users upload: their names, and their downloads.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse};
use application::Error;
use domain::shared::file_kind::FileKind;
use serde::Deserialize;

use crate::shared::error::ApiError;

/// Content-Security-Policy of a downloaded file. If a browser displays the file, scripts in it can't run.
const DOWNLOAD_CSP: &str = "sandbox; default-src 'none'; frame-ancestors 'none'";

/// Query of an upload.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UploadQuery {
    file_name: String,
}

/// Returns the name of the uploaded file, which is the query's parameter `fileName`.
///
/// # Errors
/// Fails with a field error if the query has no `fileName`, or has another parameter.
pub fn parse_file_name(request: &HttpRequest, request_id: &str) -> Result<String, ApiError> {
    let query = Query::<UploadQuery>::from_query(request.query_string());
    let query =
        query.map_err(|_| ApiError::of(Error::field("fileName", "Use only fileName."), request_id))?;
    Ok(query.into_inner().file_name)
}

/// Returns a file as a download named `lanewise-{name}`, with the extension of its kind. The server chooses the
/// name, because text from users could end the header or name a folder.
pub fn download_response(kind: FileKind, name: &str, content: Vec<u8>) -> HttpResponse {
    let disposition = format!("attachment; filename=\"lanewise-{name}.{}\"", kind.extension());
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, kind.media_type()))
        .insert_header((CONTENT_DISPOSITION, disposition))
        .insert_header((CONTENT_SECURITY_POLICY, DOWNLOAD_CSP))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(content)
}
