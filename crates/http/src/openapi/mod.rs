//! The OpenAPI document, and a page that shows it. The document is generated from the handlers into `docs/openapi.json`,
//! which the server contains.

mod fields;
mod finish;
mod limits;
mod parameters;

use std::hash::{DefaultHasher, Hash, Hasher};

use actix_web::http::header::{CACHE_CONTROL, ContentType, ETag, EntityTag, Header, IfNoneMatch, VARY};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use utoipa::OpenApi;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::back_office::dto::export::ExportedList;
use crate::edge::limits::call_class::RateLimitClass;
use crate::edge::route::{AllowedCallers, Call, Route, RouteTable, route};
use crate::shared::enums::Claim;

/// The parts of the document that don't come from routes.
#[derive(OpenApi)]
#[openapi(
    // These schemas are used only in parameters, so they aren't added automatically.
    components(schemas(Claim, ExportedList, crate::shared::enums::ItemKind)),
    info(
        title = "Lanewise",
        description = "The API of the drivers' app and the back office. See docs/API.md for the conventions."
    )
)]
struct Document;

/// Builds the OpenAPI document of these routes.
pub fn describe(routes: &RouteTable) -> utoipa::openapi::OpenApi {
    let described = routes.routes().filter_map(Route::description);
    let mut whole = described.fold(Document::openapi(), utoipa::openapi::OpenApi::merge_from);
    finish::finish(&mut whole);
    whole
}

/// The serialized document and its ETag. The document is serialized only once, because it is
/// the largest public response.
#[derive(Debug)]
pub struct WrittenDocument {
    /// The document as JSON, identical to the committed `docs/openapi.json`.
    pub text: Bytes,
    tag: EntityTag,
}

/// Returns the document, which is built when it is first requested.
pub type DocumentSource = fn() -> &'static WrittenDocument;

impl WrittenDocument {
    /// Serializes the document of these routes.
    pub fn new(routes: &RouteTable) -> Self {
        let text = describe(routes).to_pretty_json().unwrap_or_default() + "\n";
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        // The ETag is weak, because compressed responses have the same ETag.
        let tag = EntityTag::new_weak(format!("{:016x}", hasher.finish()));
        Self { text: Bytes::from(text), tag }
    }
}

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
    let Some(document) = request.app_data::<DocumentSource>() else {
        return HttpResponse::NotFound().finish();
    };
    let WrittenDocument { text, tag } = document();
    let is_current = match IfNoneMatch::parse(&request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
        Err(_) => false,
    };
    let mut answer = if is_current { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header(ETag(tag.clone())).insert_header((CACHE_CONTROL, CACHED));
    if is_current {
        return answer.insert_header((VARY, "accept-encoding")).finish();
    }
    answer.content_type(ContentType::json()).body(text.clone())
}
