//! Generates the OpenAPI document from the handlers.

use utoipa::OpenApi;

use super::finish;
use crate::back_office::dto::export::ExportedList;
use crate::edge::route::{Route, RouteTable};
use crate::shared::enums::{Claim, ItemKind};

/// The parts of the document that don't come from routes.
#[derive(OpenApi)]
#[openapi(
    // These schemas are used only in parameters, so they aren't added automatically.
    components(schemas(Claim, ExportedList, ItemKind)),
    info(
        title = "Lanewise",
        description = "The API of the drivers' app and the back office. See docs/API.md for the conventions."
    )
)]
struct Document;

/// Builds the OpenAPI document that describes these routes.
pub fn describe(routes: &RouteTable) -> utoipa::openapi::OpenApi {
    let described = routes.routes().filter_map(Route::description);
    let mut whole = described.fold(Document::openapi(), utoipa::openapi::OpenApi::merge_from);
    finish::finish_document(&mut whole);
    whole
}
