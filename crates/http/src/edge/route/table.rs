//! All routes of a server by path, for the router and for checks that run before the router.

use std::collections::{BTreeMap, HashMap};

use actix_web::dev::ResourceDef;
use actix_web::http::Method;
use actix_web::{HttpMessage, HttpRequest, Resource, Scope, web};

use super::call::{Call, PathContent};
use super::declaration::Route;
use crate::edge::method_label::method_label;
use crate::shared::path::path_of;

/// The routes of a server, by path.
#[derive(Debug)]
pub struct RouteTable {
    /// The paths in the order in which the router tries them: `/api/cases/unread` comes before `/api/cases/{id}`.
    paths: Vec<PathRoutes>,
    /// Indexes of the paths without parameters.
    fixed: HashMap<String, usize>,
    /// Indexes of all paths in each scope, in the order of `paths`.
    by_scope: BTreeMap<String, Vec<usize>>,
    /// The parts of paths before a secret token, such as `/calendar/`.
    secret_prefixes: Vec<String>,
}

/// The routes of one path.
#[derive(Debug)]
pub struct PathRoutes {
    pattern: ResourceDef,
    routes: Vec<Route>,
}

impl RouteTable {
    /// Groups routes by path.
    pub fn new(routes: Vec<Route>) -> Self {
        let mut by_path: BTreeMap<Vec<(bool, String)>, Vec<Route>> = BTreeMap::new();
        for route in routes {
            by_path.entry(sort_key(&route.path)).or_default().push(route);
        }
        let paths: Vec<PathRoutes> = by_path.into_values().filter_map(PathRoutes::new).collect();
        let named = paths.iter().enumerate().map(|(n, path)| (path.path(), n));
        let fixed = named.filter(|(path, _)| !path.contains('{')).map(|(path, n)| (path.to_owned(), n));
        let fixed = fixed.collect();
        let mut by_scope: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (n, path) in paths.iter().enumerate() {
            by_scope.entry(scope_of(path.path()).to_owned()).or_default().push(n);
        }
        let secret_prefixes = paths
            .iter()
            .flat_map(|path| &path.routes)
            .filter(|route| route.call.path == PathContent::Secret)
            .filter_map(|route| route.path.split_once('{').map(|(before, _)| before.to_owned()))
            .collect();
        Self { paths, fixed, by_scope, secret_prefixes }
    }

    pub fn routes(&self) -> impl Iterator<Item = &Route> {
        self.paths.iter().flat_map(|path| &path.routes)
    }

    /// Registers all routes, grouped by scope. actix compares a path with one pattern after another. Without
    /// scopes, actix would try hundreds of patterns for a request.
    pub fn configure(&self, config: &mut web::ServiceConfig) {
        for (scope, places) in &self.by_scope {
            let paths = places.iter().filter_map(|place| self.paths.get(*place));
            let resources =
                paths.map(|path| path.resource(path.path().get(scope.len()..).unwrap_or_default()));
            config.service(resources.fold(web::scope(scope), Scope::service));
        }
    }

    /// Returns the routes whose path pattern matches a request's decoded path. If several patterns match, returns the
    /// routes of the pattern that the router would choose. `None` if no pattern matches.
    pub fn find(&self, path: &str) -> Option<&PathRoutes> {
        if let Some(place) = self.fixed.get(path) {
            return self.paths.get(*place);
        }
        let in_scope = self.by_scope.get(scope_of(path))?;
        in_scope.iter().filter_map(|place| self.paths.get(*place)).find(|known| known.pattern.is_match(path))
    }

    /// Returns the path without its secret token, if it has one. A path that only starts like a
    /// path with a token is cut at the same place, so that no token is stored in logs.
    pub fn without_secret<'a>(&self, path: &'a str) -> &'a str {
        let prefix = self.secret_prefixes.iter().find(|prefix| path.starts_with(prefix.as_str()));
        prefix.and_then(|prefix| path.get(..prefix.len())).unwrap_or(path)
    }
}

/// Returns the key by which paths are sorted. Paths are compared segment by segment, and a segment
/// without a parameter comes before one with a parameter.
fn sort_key(path: &str) -> Vec<(bool, String)> {
    path.split('/').map(|segment| (segment.contains('{'), segment.to_owned())).collect()
}

/// Returns the start that all paths of a scope share: `/api/tickets` for `/api/tickets/{id}`,
/// `/api/admin/users` for `/api/admin/users/{id}`, and the first segment of a path outside the API.
fn scope_of(path: &str) -> &str {
    let segments = match path {
        path if path.starts_with("/api/admin/") => 3,
        path if path.starts_with("/api/") => 2,
        _ => 1,
    };
    let end = path.match_indices('/').nth(segments).map_or(path.len(), |(end, _)| end);
    path.get(..end).unwrap_or(path)
}

impl PathRoutes {
    /// Groups routes that have the same path; `None` if there are no routes.
    fn new(routes: Vec<Route>) -> Option<Self> {
        let pattern = ResourceDef::new(routes.first()?.path.as_str());
        Some(Self { pattern, routes })
    }

    /// Returns the route for a method; `None` if the path has no such route.
    pub fn route(&self, method: &Method) -> Option<&Route> {
        let method = if method == Method::HEAD { &Method::GET } else { method };
        self.routes.iter().find(|route| route.method == method)
    }

    /// Returns the path's pattern, such as `/api/tickets/{id}`.
    fn path(&self) -> &str {
        self.pattern.pattern().unwrap_or_default()
    }

    /// Creates the actix resource at a path relative to its scope.
    fn resource(&self, path: &str) -> Resource {
        self.routes.iter().fold(web::resource(path), |resource, route| {
            resource.route((route.handler)().method(route.method.clone()))
        })
    }

    /// Returns the value of the header `Allow`.
    pub fn allowed(&self) -> String {
        let methods = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];
        let allowed: Vec<&str> =
            methods.iter().filter(|method| self.route(method).is_some()).map(method_label).collect();
        allowed.join(", ")
    }
}

/// The routes of a request's path, stored in the request so that they are looked up only once.
#[derive(Clone, Copy)]
struct CachedRoutes(Option<&'static PathRoutes>);

/// Returns the routes of a request's path, before or after the router has chosen one of them. `None` if the path
/// has no declared route.
pub fn declared_routes(request: &HttpRequest) -> Option<&'static PathRoutes> {
    if let Some(known) = request.extensions().get::<CachedRoutes>() {
        return known.0;
    }
    let found = table_of_request(request).and_then(|table| table.find(path_of(request)));
    request.extensions_mut().insert(CachedRoutes(found));
    found
}

/// Returns the properties of a GET call at another path of the server that received the request. `None` if the path
/// has no such route.
pub fn read_call_at(request: &HttpRequest, path: &str) -> Option<Call> {
    Some(table_of_request(request)?.find(path)?.route(&Method::GET)?.call)
}

/// Returns the path of a request without its secret token, if it has one.
pub fn path_without_secret(request: &HttpRequest) -> &str {
    let path = path_of(request);
    table_of_request(request).map_or(path, |table| table.without_secret(path))
}

/// Returns the route table of the server that received the request; `None` if it has none.
fn table_of_request(request: &HttpRequest) -> Option<&'static RouteTable> {
    request.app_data::<&'static RouteTable>().copied()
}
