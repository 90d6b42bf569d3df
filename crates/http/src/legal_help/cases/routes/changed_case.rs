use actix_web::HttpResponse;
use application::access::Actor;
use application::legal_help::cases::view::{self, CaseView};
use application::{Deps, Error};
use domain::shared::ids::HireId;
use ports::store::with_store;

use crate::edge::use_case::Request;
use crate::legal_help::cases::dto::case::CaseDto;
use crate::shared::body::Body;
use crate::shared::error::HandlerResult;
use crate::shared::path::Id;

/// Runs a use case that changes a case. Responds with the case as the caller sees it after the change.
pub(super) async fn change_case<T>(
    request: &Request,
    id: Id,
    change: impl FnOnce(&Deps, &Actor, HireId) -> Result<T, Error> + Send + 'static,
) -> HandlerResult {
    let id = HireId(id.0);
    let found = request.run_detached(move |deps, actor| {
        change(deps, actor, id)?;
        show_changed_case(deps, actor, id)
    });
    Ok(HttpResponse::Ok().json(CaseDto::from(found.await?)))
}

/// Like [`change_case`], but with the request body.
pub(super) async fn change_case_with<B: Send + 'static, T>(
    request: &Request,
    id: Id,
    body: Body<B>,
    change: impl FnOnce(&Deps, &Actor, HireId, B) -> Result<T, Error> + Send + 'static,
) -> HandlerResult {
    let id = HireId(id.0);
    let found = request.run_detached_with(body, move |deps, actor, body| {
        change(deps, actor, id, body)?;
        show_changed_case(deps, actor, id)
    });
    Ok(HttpResponse::Ok().json(CaseDto::from(found.await?)))
}

/// Reads a case after a change, as the caller sees it.
fn show_changed_case(deps: &Deps, actor: &Actor, id: HireId) -> Result<CaseView, Error> {
    with_store(&*deps.database, |store| view::show(deps, store, actor, id))
}
