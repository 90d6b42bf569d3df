//! Requests about staff members, invitations and back-office preferences.

use actix_web::HttpResponse;
use application::staff::members::InvitationAcceptor;
use application::staff::{members, preferences};
use domain::shared::ids::{InvitationId, UserId};

use crate::accounts::dto::second_factor::ProofBody;
use crate::accounts::dto::user::UserDto;
use crate::edge::caller::Caller;
use crate::edge::limits::tries::take_login_try;
use crate::edge::route::{Call, Route, Who, route};
use crate::edge::use_case::{
    as_user, as_user_detached, as_user_detached_with, as_user_trying_with, as_visitor_with, identify_if_any,
};
use crate::shared::body::{Body, Staff, Visitor};
use crate::shared::empty::Empty;
use crate::shared::error::{ApiError, ErrorBody};
use crate::shared::path::Id;
use crate::staff::dto::{
    AcceptBody, InvitationBody, InvitationDetailsDto, InvitationDto, InviteBody, PreferenceBody,
    PreferenceDto, RemoveBody, StaffMemberDto,
};
use crate::state::State;

/// Returns the routes for staff members, invitations and preferences.
pub fn routes() -> Vec<Route> {
    vec![
        route!(list_staff, Call::read(Who::Staff)),
        route!(list_invitations, Call::read(Who::Staff)),
        route!(invite_staff, Call::write(Who::Staff)),
        route!(withdraw_invitation, Call::write(Who::Staff)),
        route!(remove_staff, Call::write(Who::Staff)),
        route!(reset_second_factor, Call::write(Who::Staff)),
        route!(show_invitation, Call::write(Who::Visitor)),
        route!(accept_invitation, Call::write(Who::Visitor)),
        route!(list_choices, Call::read(Who::Staff)),
        route!(set_preference, Call::write(Who::Staff)),
    ]
}

/// Lists all staff.
#[utoipa::path(get, path = "/api/admin/staff", tag = "staff", responses(
    (status = 200, description = "Oldest account first", body = Vec<StaffMemberDto>),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
async fn list_staff(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let members = as_user(&state, &caller, |_, store, actor| {
        let all = members::list_staff(store, actor)?;
        Ok(all.into_iter().map(|member| StaffMemberDto::seen_by(actor.id(), member)).collect::<Vec<_>>())
    })
    .await?;
    Ok(HttpResponse::Ok().json(members))
}

/// Lists open invitations.
#[utoipa::path(get, path = "/api/admin/staff/invitations", tag = "staff", responses(
    (status = 200, description = "Newest first", body = Vec<InvitationDto>),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
async fn list_invitations(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let open = as_user(&state, &caller, members::list_invitations).await?;
    Ok(HttpResponse::Ok().json(open.into_iter().map(InvitationDto::from).collect::<Vec<_>>()))
}

/// Invites a person to join the staff, by email. If the server can't send email, the response
/// contains the link.
#[utoipa::path(post, path = "/api/admin/staff/invitations", tag = "staff", request_body = InviteBody, responses(
    (status = 201, description = "The invitation", body = InvitationDto),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 409, description = "`already_staff`, `too_many_invitations`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `email`, `password`, `code`", body = ErrorBody),
    (status = 429, description = "Too many attempts", body = ErrorBody),
))]
async fn invite_staff(
    state: State,
    caller: Caller,
    body: Body<InviteBody, Staff>,
) -> Result<HttpResponse, ApiError> {
    let invited = as_user_trying_with(&state, &caller, body, move |deps, actor, own, body| {
        members::invite(deps, actor, &body.validate()?, body.proof(), own)
    })
    .await?;
    Ok(HttpResponse::Created().json(InvitationDto::made(invited, &state.settings.public_url)))
}

/// Withdraws an invitation, so that its link no longer works.
#[utoipa::path(delete, path = "/api/admin/staff/invitations/{id}", tag = "staff", params(("id" = i32, Path)), responses(
    (status = 200, description = "The invitation's link no longer works", body = Empty),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No open invitation", body = ErrorBody),
))]
async fn withdraw_invitation(state: State, caller: Caller, id: Id) -> Result<HttpResponse, ApiError> {
    as_user_detached(&state, &caller, move |deps, actor| {
        members::withdraw_invitation(deps, actor, InvitationId(id.0))
    })
    .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Removes a staff member's access and ends their sessions immediately.
#[utoipa::path(post, path = "/api/admin/staff/{id}/remove", tag = "staff", params(("id" = i32, Path)), request_body = RemoveBody, responses(
    (status = 200, description = "They are now a driver", body = Empty),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such staff member", body = ErrorBody),
    (status = 409, description = "`last_administrator`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `password`, `code`, `isSure`", body = ErrorBody),
    (status = 429, description = "Too many attempts", body = ErrorBody),
))]
async fn remove_staff(
    state: State,
    caller: Caller,
    id: Id,
    body: Body<RemoveBody, Staff>,
) -> Result<HttpResponse, ApiError> {
    as_user_trying_with(&state, &caller, body, move |deps, actor, own, body| {
        members::remove_staff_member(deps, actor, UserId(id.0), body.is_sure, body.proof(), own)
    })
    .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Turns off the second factor of another staff member who lost their device, and ends that
/// member's sessions.
#[utoipa::path(post, path = "/api/admin/staff/{id}/reset-second-factor", tag = "staff", params(("id" = i32, Path)), request_body = ProofBody, responses(
    (status = 200, description = "Their second factor is off", body = Empty),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such other staff member", body = ErrorBody),
    (status = 409, description = "`second_factor_off`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `password`, `code`", body = ErrorBody),
    (status = 429, description = "Too many attempts", body = ErrorBody),
))]
async fn reset_second_factor(
    state: State,
    caller: Caller,
    id: Id,
    body: Body<ProofBody, Staff>,
) -> Result<HttpResponse, ApiError> {
    as_user_trying_with(&state, &caller, body, move |deps, actor, own, body| {
        members::reset_second_factor(deps, actor, UserId(id.0), body.proof(), own)
    })
    .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Returns the email address that an invitation was sent to.
#[utoipa::path(post, path = "/api/invitations/look", tag = "staff", request_body = InvitationBody, responses(
    (status = 200, description = "The invited email address", body = InvitationDetailsDto),
    (status = 409, description = "`link_not_valid`: unknown, used, withdrawn or expired", body = ErrorBody),
    (status = 422, description = "Invalid fields", body = ErrorBody),
    (status = 429, description = "Too many attempts", body = ErrorBody),
))]
async fn show_invitation(
    state: State,
    caller: Caller,
    body: Body<InvitationBody, Visitor>,
) -> Result<HttpResponse, ApiError> {
    take_login_try(&state, &caller).await?;
    let shown = as_visitor_with(&state, &caller, body, move |deps, caller, body| {
        members::show_invitation(deps, &body.token, &caller.origin)
    })
    .await?;
    Ok(HttpResponse::Ok().json(InvitationDetailsDto::from(shown)))
}

/// Accepts an invitation, which works once. A new person sends a name and password. A person with
/// an account must be logged in.
#[utoipa::path(post, path = "/api/invitations/accept", tag = "staff", request_body = AcceptBody, responses(
    (status = 200, description = "The user is now staff. Log in next", body = UserDto),
    (status = 409, description = "`link_not_valid`, or `log_in_to_accept`: the email has an account", body = ErrorBody),
    (status = 422, description = "Invalid fields: `fullName`, `password`. The link stays valid", body = ErrorBody),
    (status = 429, description = "Too many attempts", body = ErrorBody),
))]
async fn accept_invitation(
    state: State,
    caller: Caller,
    body: Body<AcceptBody, Visitor>,
) -> Result<HttpResponse, ApiError> {
    take_login_try(&state, &caller).await?;
    let user = as_visitor_with(&state, &caller, body, move |deps, caller, body| {
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
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
async fn list_choices(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let chosen =
        as_user(&state, &caller, |_, store, actor| preferences::list_preferences(store, actor)).await?;
    Ok(HttpResponse::Ok().json(chosen.into_iter().map(PreferenceDto::from).collect::<Vec<_>>()))
}

/// Stores one of the caller's preferences, or deletes it if the value is left out.
#[utoipa::path(patch, path = "/api/admin/choices", tag = "staff", request_body = PreferenceBody, responses(
    (status = 200, description = "Stored or deleted", body = Empty),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 422, description = "Invalid fields, or the maximum number is reached", body = ErrorBody),
))]
async fn set_preference(
    state: State,
    caller: Caller,
    body: Body<PreferenceBody, Staff>,
) -> Result<HttpResponse, ApiError> {
    as_user_detached_with(&state, &caller, body, move |deps, actor, body| {
        let (name, value) = body.validate()?;
        preferences::put_preference(deps, actor, &name, value.as_ref())
    })
    .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}
