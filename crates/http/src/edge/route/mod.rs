//! Declarations of routes. A route is declared once, with its handler and its properties. The router, the OpenAPI
//! document, the rate limits and the checks before a handler are derived from the declarations.

mod call;
mod declaration;
#[cfg(feature = "describe")]
mod description;
mod table;

pub use call::{
    AllowedCallers, AllowedSites, AttemptCounting, Call, CallOrigin, Change, PathContent,
    RequiredAuthentication, Runner,
};
#[cfg(feature = "describe")]
pub use declaration::Description;
pub use declaration::{Handler, Route};
#[cfg(feature = "describe")]
pub use description::{SESSION, operations};
pub use table::{PathRoutes, RouteTable, declared_routes, path_without_secret, read_call_at};

/// Declares the route of a handler that has the attribute `utoipa::path`, which states the method and the path.
macro_rules! route {
    ($handler:ident, $call:expr) => {{
        let route = $crate::edge::route::Route::of::<pastey::paste!([<__path_ $handler>])>(
            || actix_web::web::to($handler),
            $call,
        );
        #[cfg(feature = "describe")]
        let route = {
            #[derive(utoipa::OpenApi)]
            #[openapi(paths($handler))]
            struct Described;

            route.with_description(<Described as utoipa::OpenApi>::openapi)
        };
        route
    }};
}
pub(crate) use route;
