//! Requests of staff and lawyers about their second factor: its state, setup, turning it
//! off, and recovery codes.

use actix_web::HttpResponse;
use application::accounts::second_factor;

use crate::accounts::dto::second_factor::{
    CodeBody, EnrollmentDto, ProofBody, RecoveryCodesDto, SecondFactorDto,
};
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::body::Body;
use crate::shared::empty::Empty;
use crate::shared::error::{ErrorBody, HandlerResult};

pub fn routes() -> Vec<Route> {
    vec![
        route!(show_second_factor, Call::read(AllowedCallers::StaffOrLawyer).before_second_factor()),
        route!(
            start_second_factor_setup,
            Call::write(AllowedCallers::StaffOrLawyer).checks_password().before_second_factor()
        ),
        route!(
            confirm_second_factor,
            Call::write(AllowedCallers::StaffOrLawyer).checks_password().before_second_factor()
        ),
        route!(
            switch_second_factor_off,
            Call::write(AllowedCallers::StaffOrLawyer).checks_password().before_second_factor()
        ),
        route!(
            renew_recovery_codes,
            Call::write(AllowedCallers::StaffOrLawyer).checks_password().before_second_factor()
        ),
    ]
}

/// Returns the state of the caller's second factor.
#[utoipa::path(get, path = "/api/account/second-factor", tag = "accounts", responses(
    (status = 200, description = "The second factor's state", body = SecondFactorDto),
))]
async fn show_second_factor(request: Request) -> HandlerResult {
    let standing =
        request.run(|deps, store, actor| second_factor::second_factor_status(deps, store, actor)).await?;
    Ok(HttpResponse::Ok().json(SecondFactorDto::from(standing)))
}

/// Creates a secret for the caller's authenticator app. The second factor is off until a first
/// code confirms the secret.
#[utoipa::path(post, path = "/api/account/second-factor", tag = "accounts", request_body = ProofBody, responses(
    (status = 201, description = "The secret, shown only once", body = EnrollmentDto),
    (status = 409, description = "`second_factor_on`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `password`", body = ErrorBody),
))]
async fn start_second_factor_setup(request: Request, body: Body<ProofBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    let setup = request
        .run_detached_with(body, move |deps, actor, body| {
            second_factor::start_setup(deps, actor, &body.password, &origin)
        })
        .await?;
    Ok(HttpResponse::Created().json(EnrollmentDto::from(setup)))
}

/// Switches the second factor on with a first code, and ends the caller's other sessions. Returns the recovery codes.
#[utoipa::path(post, path = "/api/account/second-factor/confirm", tag = "accounts", request_body = CodeBody, responses(
    (status = 200, description = "The second factor is on. The recovery codes, shown only once", body = RecoveryCodesDto),
    (status = 401, description = "Not logged in, or `too_many_codes`", body = ErrorBody),
    (status = 409, description = "`second_factor_on` or `second_factor_off`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `code`", body = ErrorBody),
))]
async fn confirm_second_factor(request: Request, body: Body<CodeBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    let codes = request
        .run_detached_with(body, move |deps, actor, body| {
            second_factor::confirm_setup(deps, actor, &body.code, &origin)
        })
        .await?;
    Ok(HttpResponse::Ok().json(RecoveryCodesDto { codes }))
}

/// Switches the caller's second factor off.
#[utoipa::path(post, path = "/api/account/second-factor/off", tag = "accounts", request_body = ProofBody, responses(
    (status = 200, description = "The second factor is off", body = Empty),
    (status = 401, description = "Not logged in, or `too_many_codes`", body = ErrorBody),
    (status = 409, description = "`second_factor_off`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `password`, `code`", body = ErrorBody),
))]
async fn switch_second_factor_off(request: Request, body: Body<ProofBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    request
        .run_detached_with(body, move |deps, actor, body| {
            second_factor::turn_off_second_factor(deps, actor, body.proof(), &origin)
        })
        .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Creates new recovery codes. The old codes stop working.
#[utoipa::path(post, path = "/api/account/second-factor/recovery-codes", tag = "accounts", request_body = ProofBody, responses(
    (status = 200, description = "The new codes, shown only once", body = RecoveryCodesDto),
    (status = 401, description = "Not logged in, or `too_many_codes`", body = ErrorBody),
    (status = 409, description = "`second_factor_off`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `password`, `code`", body = ErrorBody),
))]
async fn renew_recovery_codes(request: Request, body: Body<ProofBody>) -> HandlerResult {
    let origin = request.caller.origin.clone();
    let codes = request
        .run_detached_with(body, move |deps, actor, body| {
            second_factor::renew_recovery_codes(deps, actor, body.proof(), &origin)
        })
        .await?;
    Ok(HttpResponse::Ok().json(RecoveryCodesDto { codes }))
}
