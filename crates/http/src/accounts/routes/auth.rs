//! Requests for sign-up, login and logout, and for the caller's session.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use application::Error;
use application::accounts::log_in as log_in_case;
use application::accounts::log_in::LoginResult;
use application::accounts::proof;
use application::accounts::sessions;
use application::accounts::sessions::OpenedSession;
use application::accounts::sign_up as sign_up_case;

use crate::accounts::dto::second_factor::{CodeBody, SecondFactorRequired, StepUpBody};
use crate::accounts::dto::session::SessionDto;
use crate::accounts::dto::sign_up::{LogInBody, SignUpBody};
use crate::accounts::dto::user::UserDto;
use crate::edge::cookie;
use crate::edge::limits::attempts::check_room_for_login;
use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::{Request, identify_if_any};
use crate::shared::body::{Body, Visitor};
use crate::shared::empty::Empty;
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};
use crate::state::State;

pub fn routes() -> Vec<Route> {
    vec![
        route!(sign_up, Call::write(AllowedCallers::Visitor).counts_attempts()),
        route!(log_in, Call::write(AllowedCallers::Visitor).changes(Change::OwnSession).counts_logins()),
        route!(enter_code, Call::write(AllowedCallers::Visitor).counts_attempts()),
        route!(log_out, Call::write(AllowedCallers::Visitor).changes(Change::OwnSession)),
        route!(show_session, Call::read(AllowedCallers::User).before_second_factor()),
        route!(
            extend_session,
            Call::write(AllowedCallers::User).changes(Change::OwnSession).before_second_factor()
        ),
        route!(
            confirm_session,
            Call::write(AllowedCallers::Staff)
                .checks_password()
                .changes(Change::OwnSession)
                .before_second_factor()
        ),
    ]
}

/// Creates a driver's account. A visitor is then logged in as the driver. Staff stay logged in as themselves.
#[utoipa::path(post, path = "/api/users", tag = "accounts", request_body = SignUpBody, responses(
    (status = 201, description = "The user", body = UserDto),
    (status = 401, description = "`byStaff` without a session", body = ErrorBody),
    (status = 403, description = "`byStaff` by a driver", body = ErrorBody),
    (status = 409, description = "`email_taken`", body = ErrorBody),
))]
async fn sign_up(request: Request, body: Body<SignUpBody, Visitor>) -> HandlerResult {
    check_room_for_login(&request.state, &request.caller)?;
    let (user, opened) = request
        .run_as_visitor_with(body, move |deps, caller, body| {
            let staff =
                sign_up_case::staff_creator(identify_if_any(deps, caller)?, body.by_staff == Some(true))?;
            let command = body.command(deps.today(), staff.is_some())?;
            sign_up_case::sign_up(deps, &command, staff.as_ref(), caller.token.as_deref(), &caller.origin)
        })
        .await?;
    Ok(with_session(HttpResponse::Created(), opened, &request.state).json(UserDto::from(user)))
}

/// Logs in with email and password. Without a second factor, a new session starts. With a second factor, the
/// login continues with a code.
#[utoipa::path(post, path = "/api/authenticate", tag = "accounts", request_body = LogInBody, responses(
    (status = 200, description = "The user", body = UserDto),
    (status = 202, description = "The login needs a second factor's code", body = SecondFactorRequired),
    (status = 401, description = "`invalid_credentials`, also for an unknown email", body = ErrorBody),
    (status = 403, description = "`account_deactivated`: staff deactivated the lawyer", body = ErrorBody),
))]
async fn log_in(request: Request, body: Body<LogInBody, Visitor>) -> HandlerResult {
    let logged_in = try_to_log_in(&request, body).await;
    let outcome = match &logged_in {
        Ok(LoginResult::LoggedIn(..)) => "in",
        Ok(LoginResult::NeedsCode(_)) => "asks_code",
        Err(error) => match error.status_code() {
            StatusCode::UNAUTHORIZED => "wrong",
            StatusCode::TOO_MANY_REQUESTS => "has_to_wait",
            _ => "failed",
        },
    };
    metrics::counter!("logins_total", "outcome" => outcome).increment(1);
    Ok(match logged_in? {
        LoginResult::LoggedIn(user, opened) => {
            request.state.known_addresses.add(&request.caller.origin.address);
            with_session(HttpResponse::Ok(), Some(opened), &request.state).json(UserDto::from(*user))
        }
        LoginResult::NeedsCode(token) => HttpResponse::Accepted()
            .cookie(cookie::pending_login_cookie(token, &request.state.settings))
            .json(SecondFactorRequired { second_factor: true }),
    })
}

/// Logs in. Refuses the request while the queue for hashing passwords is full, unless the caller's address
/// has a recent login.
async fn try_to_log_in(request: &Request, body: Body<LogInBody, Visitor>) -> Result<LoginResult, ApiError> {
    check_room_for_login(&request.state, &request.caller)?;
    request
        .run_as_visitor_with(body, move |deps, caller, body| {
            let LogInBody { email, password } = &body;
            log_in_case::log_in(deps, email.trim(), password, caller.token.as_deref(), &caller.origin)
        })
        .await
}

/// Completes a login with the second factor: a code from the app, or a recovery code.
#[utoipa::path(post, path = "/api/authenticate/second-factor", tag = "accounts", request_body = CodeBody, responses(
    (status = 200, description = "The user", body = UserDto),
    (status = 401, description = "`code_refused`, or `login_over`: start again with the password", body = ErrorBody),
))]
async fn enter_code(request: Request, http: HttpRequest, body: Body<CodeBody, Visitor>) -> HandlerResult {
    let pending = cookie::pending_login_token(&http, &request.state.settings);
    let (user, opened) = request
        .run_as_visitor_with(body, move |deps, caller, body| {
            let pending = pending.ok_or(Error::LoginOver)?;
            log_in_case::submit_code(deps, &pending, &body.code, caller.token.as_deref(), &caller.origin)
        })
        .await?;
    request.state.known_addresses.add(&request.caller.origin.address);
    Ok(with_session(HttpResponse::Ok(), Some(opened), &request.state)
        .cookie(cookie::pending_login_removal(&request.state.settings))
        .json(UserDto::from(user)))
}

/// Ends the session, if there is one.
#[utoipa::path(post, path = "/api/logout", tag = "accounts", responses(
    (status = 200, description = "Logged out", body = Empty),
))]
async fn log_out(request: Request) -> HandlerResult {
    request
        .run_as_visitor(|deps, caller| {
            ports::store::with_store(&*deps.database, |store| {
                sessions::log_out(deps, store, caller.token.as_deref(), &caller.origin)
            })
        })
        .await?;
    Ok(HttpResponse::Ok().cookie(cookie::session_cookie_removal(&request.state.settings)).json(Empty {}))
}

/// Returns the caller's session.
#[utoipa::path(get, path = "/api/session", tag = "accounts", responses(
    (status = 200, description = "The session", body = SessionDto),
))]
pub(crate) async fn show_session(request: Request) -> HandlerResult {
    let actor = request.run(|_, _, actor| Ok(actor.clone())).await?;
    Ok(HttpResponse::Ok().json(SessionDto::from((actor.user, actor.session))))
}

/// Renews the session for 30 minutes, at most until 12 hours after the login.
#[utoipa::path(post, path = "/api/session/extend", tag = "accounts", responses(
    (status = 200, description = "The session", body = SessionDto),
    (status = 401, description = "Not logged in, or the session has reached 12 hours", body = ErrorBody),
))]
async fn extend_session(request: Request) -> HandlerResult {
    let record = request
        .run(|deps, store, actor| Ok((actor.user.clone(), sessions::extend_session(deps, store, actor)?)))
        .await?;
    Ok(HttpResponse::Ok().json(SessionDto::from(record)))
}

/// Step-up authentication for staff: a second factor's code, or the password if they have no second factor.
/// Valid for ten minutes.
#[utoipa::path(post, path = "/api/session/confirm", tag = "accounts", request_body = StepUpBody, responses(
    (status = 200, description = "Confirmed", body = Empty),
    (status = 401, description = "Not logged in, or `too_many_codes`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `password`, `code`", body = ErrorBody),
))]
async fn confirm_session(request: Request, body: Body<StepUpBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    request
        .run_detached_with(body, move |deps, actor, body| {
            proof::step_up(deps, actor, body.password.as_deref(), body.code.as_deref(), &origin)
        })
        .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Adds the session cookie to a response, if a session was opened.
fn with_session(
    mut response: actix_web::HttpResponseBuilder,
    opened: Option<OpenedSession>,
    state: &State,
) -> actix_web::HttpResponseBuilder {
    if let Some(opened) = opened {
        response.cookie(cookie::session_cookie(opened.token, &state.settings));
    }
    response
}
