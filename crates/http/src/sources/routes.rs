//! Requests with which staff see citation sources and start runs.

use actix_web::{HttpResponse, web};
use application::shared::lists::names_of;
use application::sources::staff;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::sources::dto::{SourceDto, SourceRunDto};

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_sources, Call::poll(AllowedCallers::Staff)),
        route!(run_source, Call::write(AllowedCallers::Staff)),
    ]
}

/// Lists the citation sources, each with its latest runs. The page polls the list, so the request
/// never renews the session.
#[utoipa::path(get, path = "/api/admin/sources", tag = "sources", responses(
    (status = 200, description = "All sources", body = Vec<SourceDto>),
))]
async fn list_sources(request: Request) -> HandlerResult {
    let (sources, names) = request
        .run(|deps, store, actor| {
            let sources = staff::list_sources(deps, store, actor)?;
            let names =
                names_of(store, sources.iter().flat_map(|source| &source.runs).filter_map(|run| run.by))?;
            Ok((sources, names))
        })
        .await?;
    let rows: Vec<SourceDto> = sources.into_iter().map(|source| SourceDto::of(source, &names)).collect();
    Ok(HttpResponse::Ok().json(rows))
}

/// Starts a run for all verified plates. The run begins within seconds.
#[utoipa::path(post, path = "/api/admin/sources/{name}/runs", tag = "sources", params(
    ("name" = String, Path, description = "The source's short name"),
), responses(
    (status = 201, description = "The run", body = SourceRunDto),
    (status = 404, description = "No such source on this installation", body = ErrorBody),
    (status = 409, description = "`source_busy`: a run is already under way", body = ErrorBody),
))]
async fn run_source(request: Request, name: web::Path<String>) -> HandlerResult {
    let (run, names) =
        request.run_detached(move |deps, actor| staff::run_source_now(deps, actor, &name)).await?;
    Ok(HttpResponse::Created().json(SourceRunDto::of(&run, &names)))
}
