//! Requests of staff about lawyers on record.

use actix_web::HttpResponse;
use application::legal_help::lawyers::{activate, edit, invite, list};
use domain::shared::ids::LawyerId;
use ports::store::with_store;

use crate::accounts::dto::second_factor::ProofBody;
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::legal_help::lawyers::dto::{LawyerActiveBody, LawyerBody, LawyerDetailsDto, LawyerDto};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;
use crate::staff::dto::InvitationDto;

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_lawyers, Call::read(AllowedCallers::Staff)),
        route!(show_lawyer, Call::read(AllowedCallers::Staff)),
        route!(add_lawyer, Call::write(AllowedCallers::Staff)),
        route!(change_lawyer, Call::write(AllowedCallers::Staff)),
        route!(set_lawyer_active, Call::write(AllowedCallers::Staff)),
        route!(invite_lawyer, Call::write(AllowedCallers::Staff).checks_password()),
    ]
}

/// Lists the lawyers, with figures such as their number of open cases.
#[utoipa::path(get, path = "/api/admin/lawyers", tag = "legal_help", responses(
    (status = 200, description = "By name, at most 2,000", body = Vec<LawyerDto>),
))]
async fn list_lawyers(request: Request) -> HandlerResult {
    let found = request.run(list::list).await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(LawyerDto::from).collect::<Vec<_>>()))
}

/// Returns a lawyer with their open cases.
#[utoipa::path(get, path = "/api/admin/lawyers/{id}", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The lawyer and their open cases", body = LawyerDetailsDto),
    (status = 404, description = "No such lawyer", body = ErrorBody),
))]
async fn show_lawyer(request: Request, id: Id) -> HandlerResult {
    let found = request.run(move |deps, store, actor| list::show(deps, store, actor, LawyerId(id.0))).await?;
    Ok(HttpResponse::Ok().json(LawyerDetailsDto::from(found)))
}

/// Adds a lawyer, who is active and has no account yet.
#[utoipa::path(post, path = "/api/admin/lawyers", tag = "legal_help", request_body = LawyerBody, responses(
    (status = 201, description = "The lawyer", body = LawyerDto),
    (status = 409, description = "`too_many_lawyers`", body = ErrorBody),
))]
async fn add_lawyer(request: Request, body: Body<LawyerBody>) -> HandlerResult {
    let found = request
        .run_detached_with(body, |deps, actor, body| {
            let added = edit::add(deps, actor, &body.parse()?)?;
            with_store(&*deps.database, |store| list::show(deps, store, actor, added.id))
        })
        .await?;
    Ok(HttpResponse::Created().json(LawyerDto::from(found.figures)))
}

/// Changes a lawyer's details. The body must have all details.
#[utoipa::path(patch, path = "/api/admin/lawyers/{id}", tag = "legal_help", params(("id" = i32, Path)),
    request_body = LawyerBody, responses(
    (status = 200, description = "The lawyer", body = LawyerDto),
    (status = 404, description = "No such lawyer", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`, with `changedBy` and `changedAt`", body = ErrorBody),
))]
async fn change_lawyer(request: Request, id: Id, body: Body<LawyerBody>) -> HandlerResult {
    let found = request
        .run_detached_with(body, move |deps, actor, body| {
            edit::change(deps, actor, LawyerId(id.0), &body.parse()?, body.version)?;
            with_store(&*deps.database, |store| list::show(deps, store, actor, LawyerId(id.0)))
        })
        .await?;
    Ok(HttpResponse::Ok().json(LawyerDto::from(found.figures)))
}

/// Activates or deactivates a lawyer. A deactivated lawyer is logged out immediately. Open cases stay assigned to the
/// lawyer until staff reassign them.
#[utoipa::path(post, path = "/api/admin/lawyers/{id}/active", tag = "legal_help", params(("id" = i32, Path)),
    request_body = LawyerActiveBody, responses(
    (status = 200, description = "The lawyer", body = LawyerDto),
    (status = 404, description = "No such lawyer", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`, with `changedBy` and `changedAt`", body = ErrorBody),
))]
async fn set_lawyer_active(request: Request, id: Id, body: Body<LawyerActiveBody>) -> HandlerResult {
    let found = request
        .run_detached_with(body, move |deps, actor, body| {
            activate::set_active(deps, actor, LawyerId(id.0), body.is_active, body.version)?;
            with_store(&*deps.database, |store| list::show(deps, store, actor, LawyerId(id.0)))
        })
        .await?;
    Ok(HttpResponse::Ok().json(LawyerDto::from(found.figures)))
}

/// Invites a lawyer to log in, by email. If the server can't send email, the response has the link.
#[utoipa::path(post, path = "/api/admin/lawyers/{id}/invite", tag = "legal_help", params(("id" = i32, Path)),
    request_body = ProofBody, responses(
    (status = 201, description = "The invitation", body = InvitationDto),
    (status = 401, description = "Not logged in, or `too_many_codes`", body = ErrorBody),
    (status = 404, description = "No such lawyer", body = ErrorBody),
    (status = 409, description = "`has_account`, `email_taken`, `too_many_invitations`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `password`, `code`", body = ErrorBody),
))]
async fn invite_lawyer(request: Request, id: Id, body: Body<ProofBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    let invited = request
        .run_detached_with(body, move |deps, actor, body| {
            invite::invite(deps, actor, LawyerId(id.0), body.proof(), &origin)
        })
        .await?;
    Ok(HttpResponse::Created().json(InvitationDto::with_link(invited, &request.state.settings.public_url)))
}
