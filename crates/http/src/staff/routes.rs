//! Requests about staff members, invitations and back-office preferences.

use actix_web::HttpResponse;
use application::staff::members::InvitationAcceptor;
use application::staff::{members, preferences};
use domain::shared::ids::{InvitationId, UserId};

use crate::accounts::dto::second_factor::ProofBody;
use crate::accounts::dto::user::UserDto;
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::{Request, identify_if_any};
use crate::shared::body::{Body, Visitor};
use crate::shared::empty::Empty;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;
use crate::staff::dto::{
    AcceptBody, InvitationBody, InvitationDetailsDto, InvitationDto, InviteBody, PreferenceBody,
    PreferenceDto, RemoveBody, StaffMemberDto,
};

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_staff, Call::read(AllowedCallers::Staff)),
        route!(list_invitations, Call::read(AllowedCallers::Staff)),
        route!(invite_staff, Call::write(AllowedCallers::Staff).checks_password()),
        route!(withdraw_invitation, Call::write(AllowedCallers::Staff)),
        route!(remove_staff, Call::write(AllowedCallers::Staff).checks_password()),
        route!(reset_second_factor, Call::write(AllowedCallers::Staff).checks_password()),
        route!(show_invitation, Call::write(AllowedCallers::Visitor).counts_attempts()),
        route!(accept_invitation, Call::write(AllowedCallers::Visitor).counts_attempts()),
        route!(list_preferences, Call::read(AllowedCallers::Staff)),
        route!(set_preference, Call::write(AllowedCallers::Staff)),
    ]
}

/// Lists all staff. The list isn't paged, because staff join only by invitation.
#[utoipa::path(get, path = "/api/admin/staff", tag = "staff", responses(
    (status = 200, description = "Oldest account first", body = Vec<StaffMemberDto>),
))]
async fn list_staff(request: Request) -> HandlerResult {
    let members = request
        .run(|_, store, actor| {
            let all = members::list_staff(store, actor)?;
            Ok(all
                .into_iter()
                .map(|member| StaffMemberDto::for_caller(actor.id(), member))
                .collect::<Vec<_>>())
        })
        .await?;
    Ok(HttpResponse::Ok().json(members))
}

/// Lists open invitations.
#[utoipa::path(get, path = "/api/admin/staff/invitations", tag = "staff", responses(
    (status = 200, description = "At most 20, newest first", body = Vec<InvitationDto>),
))]
async fn list_invitations(request: Request) -> HandlerResult {
    let open = request.run(members::list_invitations).await?;
    Ok(HttpResponse::Ok().json(open.into_iter().map(InvitationDto::from).collect::<Vec<_>>()))
}

/// Invites a person to join the staff, by email. If the server can't send email, the response contains the link.
#[utoipa::path(post, path = "/api/admin/staff/invitations", tag = "staff", request_body = InviteBody, responses(
    (status = 201, description = "The invitation", body = InvitationDto),
    (status = 401, description = "Not logged in, or `too_many_codes`", body = ErrorBody),
    (status = 409, description = "`already_staff`, `email_taken`: a lawyer has the email, `too_many_invitations`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `email`, `password`, `code`", body = ErrorBody),
))]
async fn invite_staff(request: Request, body: Body<InviteBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    let invited = request
        .run_detached_with(body, move |deps, actor, body| {
            members::invite(deps, actor, &body.parse()?, body.proof(), &origin)
        })
        .await?;
    Ok(HttpResponse::Created().json(InvitationDto::with_link(invited, &request.state.settings.public_url)))
}

/// Withdraws an invitation, so that its link no longer works.
#[utoipa::path(delete, path = "/api/admin/staff/invitations/{id}", tag = "staff", params(("id" = i32, Path)), responses(
    (status = 200, description = "The invitation's link no longer works", body = Empty),
    (status = 404, description = "No open invitation", body = ErrorBody),
))]
async fn withdraw_invitation(request: Request, id: Id) -> HandlerResult {
    request
        .run_detached(move |deps, actor| members::withdraw_invitation(deps, actor, InvitationId(id.0)))
        .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Removes a staff member's access and ends the member's sessions immediately.
#[utoipa::path(post, path = "/api/admin/staff/{id}/remove", tag = "staff", params(("id" = i32, Path)), request_body = RemoveBody, responses(
    (status = 200, description = "They are now a driver", body = Empty),
    (status = 401, description = "Not logged in, or `too_many_codes`", body = ErrorBody),
    (status = 404, description = "No such staff member", body = ErrorBody),
    (status = 409, description = "`last_administrator`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `password`, `code`, `isSure`", body = ErrorBody),
))]
async fn remove_staff(request: Request, id: Id, body: Body<RemoveBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    request
        .run_detached_with(body, move |deps, actor, body| {
            members::remove_staff_member(deps, actor, UserId(id.0), body.is_sure, body.proof(), &origin)
        })
        .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Turns off the second factor of another staff member or a lawyer who lost their device, and ends their sessions.
#[utoipa::path(post, path = "/api/admin/staff/{id}/reset-second-factor", tag = "staff", params(("id" = i32, Path)), request_body = ProofBody, responses(
    (status = 200, description = "Their second factor is off", body = Empty),
    (status = 401, description = "Not logged in, or `too_many_codes`", body = ErrorBody),
    (status = 404, description = "Neither another staff member nor a lawyer", body = ErrorBody),
    (status = 409, description = "`second_factor_off`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `password`, `code`", body = ErrorBody),
))]
async fn reset_second_factor(request: Request, id: Id, body: Body<ProofBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    request
        .run_detached_with(body, move |deps, actor, body| {
            members::reset_second_factor(deps, actor, UserId(id.0), body.proof(), &origin)
        })
        .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Returns an invitation's email address and role, and whether the address has an account.
#[utoipa::path(post, path = "/api/invitations/look", tag = "staff", request_body = InvitationBody, responses(
    (status = 200, description = "The invitation's email address and role, and whether the address has an account", body = InvitationDetailsDto),
    (status = 409, description = "`link_not_valid`: unknown, used, withdrawn or expired", body = ErrorBody),
))]
async fn show_invitation(request: Request, body: Body<InvitationBody, Visitor>) -> HandlerResult {
    let shown = request
        .run_as_visitor_with(body, move |deps, caller, body| {
            members::show_invitation(deps, &body.token, &caller.origin)
        })
        .await?;
    Ok(HttpResponse::Ok().json(InvitationDetailsDto::from(shown)))
}

/// Accepts an invitation, which works once. A new person sends a password and, to join the staff, a name. A
/// person with an account must be logged in, and must log in again afterwards.
#[utoipa::path(post, path = "/api/invitations/accept", tag = "staff", request_body = AcceptBody, responses(
    (status = 200, description = "The user is now staff or a lawyer. Log in next", body = UserDto),
    (status = 409, description = "`link_not_valid`; `log_in_to_accept`: the email has an account; `email_taken`: a lawyer's invitation can't be accepted with an existing account, and a lawyer can't join the staff; `already_staff`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `fullName`, `password`. The link stays valid", body = ErrorBody),
))]
async fn accept_invitation(request: Request, body: Body<AcceptBody, Visitor>) -> HandlerResult {
    let user = request
        .run_as_visitor_with(body, move |deps, caller, body| {
            let AcceptBody { token, full_name, password } = &body;
            let actor = identify_if_any(deps, caller)?;
            let by = match (&actor, full_name, password) {
                (Some(actor), None, None) => InvitationAcceptor::Known(actor),
                (_, name, password) => InvitationAcceptor::New {
                    name: name.as_deref().unwrap_or_default(),
                    password: password.as_deref().unwrap_or_default(),
                },
            };
            members::accept_invitation(deps, token, &by, &caller.origin)
        })
        .await?;
    Ok(HttpResponse::Ok().json(UserDto::from(user)))
}

/// Lists the caller's back-office preferences: columns, saved views, presets for imports.
#[utoipa::path(get, path = "/api/admin/choices", tag = "staff", responses(
    (status = 200, description = "At most 100, by name", body = Vec<PreferenceDto>),
))]
async fn list_preferences(request: Request) -> HandlerResult {
    let chosen = request.run(|_, store, actor| preferences::list_preferences(store, actor)).await?;
    Ok(HttpResponse::Ok().json(chosen.into_iter().map(PreferenceDto::from).collect::<Vec<_>>()))
}

/// Stores one of the caller's preferences, or deletes it if the value is left out.
#[utoipa::path(patch, path = "/api/admin/choices", tag = "staff", request_body = PreferenceBody, responses(
    (status = 200, description = "Stored or deleted", body = Empty),
    (status = 422, description = "Invalid fields, or the maximum number is reached", body = ErrorBody),
))]
async fn set_preference(request: Request, body: Body<PreferenceBody>) -> HandlerResult {
    request
        .run_detached_with(body, move |deps, actor, body| {
            let (name, value) = body.parse()?;
            preferences::put_preference(deps, actor, &name, value.as_ref())
        })
        .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}
