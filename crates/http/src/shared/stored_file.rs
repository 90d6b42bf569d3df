//! Downloads of files that users have uploaded.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use domain::shared::file_kind::FileKind;

/// Content-Security-Policy of a downloaded file. If a browser displays the file, scripts in it can't run.
const DOWNLOAD_CSP: &str = "sandbox; default-src 'none'; frame-ancestors 'none'";

/// Returns a file as a download named `lanewise-{name}`. The server chooses the name, because text
/// from users could end the header or name a folder.
pub fn download(kind: FileKind, name: &str, content: Vec<u8>) -> HttpResponse {
    let disposition = format!("attachment; filename=\"lanewise-{name}.{}\"", kind.ending());
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, kind.media_type()))
        .insert_header((CONTENT_DISPOSITION, disposition))
        .insert_header((CONTENT_SECURITY_POLICY, DOWNLOAD_CSP))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(content)
}
