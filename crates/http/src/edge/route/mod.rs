//! Declarations of routes. A route is declared once, with its handler and its properties. The router, the OpenAPI
//! document, the rate limits and the checks before a handler are derived from the declarations.

mod call;
mod declaration;
mod table;

pub use call::{
    AllowedCallers, AllowedSites, AttemptCounting, Call, CallOrigin, Change, PathContent,
    RequiredAuthentication, Runner,
};
pub use declaration::{Description, Handler, Route, SESSION, operations};
pub use table::{PathRoutes, RouteTable, declared_routes, path_without_secret};

/// Declares the route of a handler that has the attribute `utoipa::path`, which states the method and the path.
macro_rules! route {
    ($handler:ident, $call:expr) => {{
        #[derive(utoipa::OpenApi)]
        #[openapi(paths($handler))]
        struct Described;

        $crate::edge::route::Route::described(
            <Described as utoipa::OpenApi>::openapi,
            || actix_web::web::to($handler),
            $call,
        )
    }};
}
pub(crate) use route;
