//! Requests of users about their own accounts, and password resets, which need no session.

use actix_web::HttpResponse;
use application::accounts::account::{close, contact, email, password, reset, sessions};
use domain::shared::ids::SessionId;

use crate::accounts::dto::account::{
    EmailChangeBody, EmailConfirmBody, EndedSessions, OwnSessionDto, PasswordBody, PhoneBody, ResetBody,
    ResetCheckBody, ResetConfirmBody,
};
use crate::accounts::dto::second_factor::ProofBody;
use crate::accounts::dto::user::UserDto;
use crate::accounts::dto::verification::ConfirmedEmailDto;
use crate::edge::cookie;
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::body::{Body, Visitor};
use crate::shared::empty::Empty;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(request_password_reset, Call::write(AllowedCallers::Visitor).counts_attempts()),
        route!(show_password_reset, Call::write(AllowedCallers::Visitor).counts_attempts()),
        route!(confirm_password_reset, Call::write(AllowedCallers::Visitor).counts_attempts()),
        route!(change_password, Call::write(AllowedCallers::User).checks_password().before_second_factor()),
        route!(update_contact, Call::write(AllowedCallers::User).before_second_factor()),
        route!(
            request_email_change,
            Call::write(AllowedCallers::User).checks_password().before_second_factor()
        ),
        route!(
            request_email_link,
            Call::write(AllowedCallers::User).counts_attempts().before_second_factor()
        ),
        route!(confirm_email_change, Call::write(AllowedCallers::Visitor).counts_attempts()),
        route!(list_sessions, Call::read(AllowedCallers::User).before_second_factor()),
        route!(end_session, Call::write(AllowedCallers::User).checks_password().before_second_factor()),
        route!(
            end_other_sessions,
            Call::write(AllowedCallers::User).checks_password().before_second_factor()
        ),
        route!(
            close_account,
            Call::write(AllowedCallers::DriverOrStaff).checks_password().before_second_factor()
        ),
    ]
}

/// Emails a link to choose a new password. The response is the same if the account doesn't exist.
#[utoipa::path(post, path = "/api/password-resets", tag = "accounts", request_body = ResetBody, responses(
    (status = 202, description = "If the address has an account, an email is on its way", body = Empty),
    (status = 503, description = "`mail_unavailable`: email is not configured", body = ErrorBody),
))]
async fn request_password_reset(request: Request, body: Body<ResetBody, Visitor>) -> HandlerResult {
    request
        .run_as_visitor_with(body, move |deps, _, body| reset::request_password_reset(deps, &body.parse()?))
        .await?;
    Ok(HttpResponse::Accepted().json(Empty {}))
}

/// Checks whether an emailed link can still set a password. The link stays valid.
#[utoipa::path(post, path = "/api/password-resets/look", tag = "accounts", request_body = ResetCheckBody, responses(
    (status = 200, description = "The link is valid", body = Empty),
    (status = 409, description = "`link_not_valid`: unknown, used, replaced or expired", body = ErrorBody),
))]
async fn show_password_reset(request: Request, body: Body<ResetCheckBody, Visitor>) -> HandlerResult {
    request
        .run_as_visitor_with(body, move |deps, caller, body| {
            reset::check_reset_link(deps, &body.token, &caller.origin)
        })
        .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Sets a new password with an emailed link. The link works only once, and all sessions of the account end.
#[utoipa::path(post, path = "/api/password-resets/confirm", tag = "accounts", request_body = ResetConfirmBody, responses(
    (status = 200, description = "The password is set. Log in with it", body = Empty),
    (status = 409, description = "`link_not_valid`: unknown, used, replaced or expired", body = ErrorBody),
    (status = 422, description = "Invalid fields. The link stays valid", body = ErrorBody),
))]
async fn confirm_password_reset(request: Request, body: Body<ResetConfirmBody, Visitor>) -> HandlerResult {
    request
        .run_as_visitor_with(body, move |deps, caller, body| {
            let ResetConfirmBody { token, password } = &body;
            reset::reset_password(deps, token, password, &caller.origin)
        })
        .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Changes the password. Ends all other sessions. The caller's session continues with a new token.
#[utoipa::path(post, path = "/api/account/password", tag = "accounts", request_body = PasswordBody, responses(
    (status = 200, description = "The password was changed", body = Empty),
    (status = 422, description = "Invalid fields: `currentPassword`, `newPassword`", body = ErrorBody),
))]
async fn change_password(request: Request, body: Body<PasswordBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    let opened = request
        .run_detached_with(body, move |deps, actor, body| {
            let PasswordBody { current_password, new_password } = &body;
            password::change_password(deps, actor, current_password, new_password, &origin)
        })
        .await?;
    Ok(HttpResponse::Ok()
        .cookie(cookie::session_cookie(opened.token, &request.state.settings))
        .json(Empty {}))
}

/// Sets or removes the caller's phone number.
#[utoipa::path(patch, path = "/api/account/contact", tag = "accounts", request_body = PhoneBody, responses(
    (status = 200, description = "The user", body = UserDto),
))]
async fn update_contact(request: Request, body: Body<PhoneBody>) -> HandlerResult {
    let user = request
        .run_detached_with(body, move |deps, actor, body| {
            contact::set_phone(deps, actor, body.parse()?.as_ref())
        })
        .await?;
    Ok(HttpResponse::Ok().json(UserDto::from(user)))
}

/// Emails a confirmation link to a new address. The response is the same if the address already has an account.
#[utoipa::path(post, path = "/api/account/email-changes", tag = "accounts", request_body = EmailChangeBody, responses(
    (status = 202, description = "An email is on its way", body = Empty),
    (status = 422, description = "Invalid fields: `email`, `password`", body = ErrorBody),
    (status = 503, description = "`mail_unavailable`: email is not configured", body = ErrorBody),
))]
async fn request_email_change(request: Request, body: Body<EmailChangeBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    request
        .run_detached_with(body, move |deps, actor, body| {
            email::request_email_change(deps, actor, &body.parse()?, &body.password, &origin)
        })
        .await?;
    Ok(HttpResponse::Accepted().json(Empty {}))
}

/// Emails a confirmation link to the caller's own address.
#[utoipa::path(post, path = "/api/account/email-links", tag = "accounts", responses(
    (status = 202, description = "An email is on its way", body = Empty),
    (status = 422, description = "`email`: already confirmed, or sent too many links", body = ErrorBody),
    (status = 503, description = "`mail_unavailable`: email is not configured", body = ErrorBody),
))]
async fn request_email_link(request: Request) -> HandlerResult {
    request.run_detached(email::send_confirmation_link).await?;
    Ok(HttpResponse::Accepted().json(Empty {}))
}

/// Confirms a new email address, or the account's current one, with an emailed link. The link works once. The caller
/// doesn't have to be logged in.
#[utoipa::path(post, path = "/api/account/email-confirmations", tag = "accounts", request_body = EmailConfirmBody, responses(
    (status = 200, description = "Confirmed. If the address is new, log in with it", body = ConfirmedEmailDto),
    (status = 409, description = "`link_not_valid` or `email_taken`", body = ErrorBody),
))]
async fn confirm_email_change(request: Request, body: Body<EmailConfirmBody, Visitor>) -> HandlerResult {
    let confirmed = request
        .run_as_visitor_with(body, move |deps, caller, body| {
            email::confirm_email(deps, &body.token, &caller.origin)
        })
        .await?;
    Ok(HttpResponse::Ok().json(ConfirmedEmailDto::from(confirmed)))
}

/// Lists the caller's open sessions, most recently used first.
#[utoipa::path(get, path = "/api/account/sessions", tag = "accounts", responses(
    (status = 200, description = "At most 100", body = Vec<OwnSessionDto>),
))]
async fn list_sessions(request: Request) -> HandlerResult {
    let (current, open) = request
        .run(|deps, store, actor| Ok((actor.session.id, sessions::list_sessions(deps, store, actor)?)))
        .await?;
    let list: Vec<_> = open.into_iter().map(|open| OwnSessionDto::seen_from(current, open)).collect();
    Ok(HttpResponse::Ok().json(list))
}

/// Ends one of the caller's sessions immediately.
#[utoipa::path(post, path = "/api/account/sessions/{id}/end", tag = "accounts", params(("id" = i32, Path)), request_body = ProofBody, responses(
    (status = 200, description = "The session has ended", body = Empty),
    (status = 401, description = "Not logged in, or `too_many_codes`", body = ErrorBody),
    (status = 404, description = "The caller has no such session", body = ErrorBody),
    (status = 422, description = "Invalid fields: `password`, `code`", body = ErrorBody),
))]
async fn end_session(request: Request, id: Id, body: Body<ProofBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    request
        .run_detached_with(body, move |deps, actor, body| {
            sessions::end_session(deps, actor, SessionId(id.0), body.proof(), &origin)
        })
        .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Ends all the caller's other sessions immediately.
#[utoipa::path(post, path = "/api/account/sessions/end", tag = "accounts", request_body = ProofBody, responses(
    (status = 200, description = "Number of sessions that were ended", body = EndedSessions),
    (status = 401, description = "Not logged in, or `too_many_codes`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `password`, `code`", body = ErrorBody),
))]
async fn end_other_sessions(request: Request, body: Body<ProofBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    let ended = request
        .run_detached_with(body, move |deps, actor, body| {
            sessions::end_other_sessions(deps, actor, body.proof(), &origin)
        })
        .await?;
    Ok(HttpResponse::Ok().json(EndedSessions { ended }))
}

/// Closes the account. Erases the data that identifies the user, but keeps financial records.
#[utoipa::path(post, path = "/api/account/close", tag = "accounts", request_body = ProofBody, responses(
    (status = 200, description = "The account is closed and the session has ended", body = Empty),
    (status = 401, description = "Not logged in, or `too_many_codes`", body = ErrorBody),
    (status = 403, description = "Lawyers can't close their accounts", body = ErrorBody),
    (status = 409, description = "`payment_open`, `refund_pending`, `chargeback_open`, `payment_being_checked`, `hire_at_work` or `administrator_needed`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `password`, `code`", body = ErrorBody),
))]
async fn close_account(request: Request, body: Body<ProofBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    request
        .run_detached_with(body, move |deps, actor, body| {
            close::close_account(deps, actor, body.proof(), &origin)
        })
        .await?;
    Ok(HttpResponse::Ok().cookie(cookie::session_cookie_removal(&request.state.settings)).json(Empty {}))
}
