//! The names of methods in metrics, logs and the table of routes.

use actix_web::http::Method;

/// Returns the method's name for metrics and logs. Unknown methods share one name, so a client
/// can't create an unlimited number of metric labels.
#[must_use]
pub fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        _ => "OTHER",
    }
}
