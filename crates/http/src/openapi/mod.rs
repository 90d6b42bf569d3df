//! The OpenAPI document, and a page that shows it. The document is generated from the handlers into `docs/openapi.json`,
//! which the server contains.

#[cfg(feature = "describe")]
mod describe;
#[cfg(feature = "describe")]
mod fields;
#[cfg(feature = "describe")]
mod finish;
#[cfg(feature = "describe")]
mod limits;
#[cfg(feature = "describe")]
mod parameters;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use actix_web::http::header::{CACHE_CONTROL, ContentType, ETag, EntityTag, Header, IfNoneMatch, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use utoipa_swagger_ui::{Config, SwaggerUi};

#[cfg(feature = "describe")]
pub use self::describe::describe;
use crate::edge::limits::call_class::RateLimitClass;
use crate::edge::route::{AllowedCallers, Call, Route, route};

/// The committed OpenAPI document. A test checks that it matches the handlers.
pub const DOCUMENT: &str = include_str!("../../../../docs/openapi.json");

/// The document's ETag. It is weak, because compressed responses have the same ETag.
static TAG: LazyLock<EntityTag> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    DOCUMENT.hash(&mut hasher);
    EntityTag::new_weak(format!("{:016x}", hasher.finish()))
});

/// Returns the viewer at `/api/docs/`, whose files are compiled into the server.
pub fn viewer() -> SwaggerUi {
    SwaggerUi::new("/api/docs/{_:.*}").config(Config::from("/api/openapi.json"))
}

pub fn routes() -> Vec<Route> {
    vec![route!(show_openapi, Call::read(AllowedCallers::Visitor).class(RateLimitClass::Document))]
}

/// Registers a page that shows the document.
pub fn configure_viewer(config: &mut web::ServiceConfig) {
    config.service(web::redirect("/api/docs", "/api/docs/")).service(viewer());
}

/// `Cache-Control` of the OpenAPI document, which changes only with a release.
const CACHED: &str = "public, max-age=300";

/// Returns this OpenAPI document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "operations", responses(
    (status = 200, description = "The OpenAPI 3.1 document", body = Object),
    (status = 304, description = "The version named by `If-None-Match` is current"),
))]
async fn show_openapi(request: HttpRequest) -> HttpResponse {
    let is_current = match IfNoneMatch::parse(&request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(&TAG)),
        Err(_) => false,
    };
    let mut answer = if is_current { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header(ETag(TAG.clone())).insert_header((CACHE_CONTROL, CACHED));
    if is_current {
        return answer.insert_header((VARY, "accept-encoding")).finish();
    }
    answer.content_type(ContentType::json()).body(DOCUMENT)
}
