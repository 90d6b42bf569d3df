//! Requests that record, update and cancel lawyer hires.

use actix_web::HttpResponse;
use application::legal_help::cancel_hire;
use application::legal_help::hires;
use application::payments::confirm_payment;
use application::payments::confirmation_facts;
use domain::shared::ids::{HireId, UserId};

use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::Request;
use crate::legal_help::dto::{ConfirmedHireDto, HireBody, HireDto, HirePatch, HirePatchBody};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(
            record_hire,
            Call::write(AllowedCallers::DriverOrStaff).at_provider().changes(Change::Records)
        ),
        route!(
            update_hire,
            Call::write(AllowedCallers::DriverOrStaff).at_provider().changes(Change::Records)
        ),
        route!(
            cancel_hire,
            Call::write(AllowedCallers::DriverOrStaff).at_provider().changes(Change::Records).step_up()
        ),
    ]
}

/// Records the hire of a lawyer after the payment succeeded. Repeating the call returns the same hire.
#[utoipa::path(post, path = "/api/lawyer-hires", tag = "legal_help", request_body = HireBody, responses(
    (status = 201, description = "The hire, and facts to show after the payment", body = ConfirmedHireDto),
    (status = 402, description = "`not_paid` or `payment_processing`", body = ErrorBody),
    (status = 403, description = "`userId` names another user", body = ErrorBody),
    (status = 409, description = "`paid_twice` or `paid_too_little`: this payment is being refunded", body = ErrorBody),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
async fn record_hire(request: Request, body: Body<HireBody>) -> HandlerResult {
    let (hire, afterwards) = request
        .run_detached_with(body, move |deps, actor, body| {
            body.user_id.map_or(Ok(()), |id| actor.must_be_user_or_staff(UserId(id)))?;
            let hire = confirm_payment::confirm_hire_payment(deps, actor, body.payment_intent_id.as_deref())?;
            let afterwards =
                confirmation_facts::confirmation_facts_of(deps, actor, hire.user_id, hire.payment_id)?;
            Ok((hire, afterwards))
        })
        .await?;
    Ok(HttpResponse::Created()
        .json(ConfirmedHireDto { hire: HireDto::from(hire), afterwards: afterwards.into() }))
}

/// Stores how to reach the driver about a hire or, from staff, changes the hire's status.
#[utoipa::path(patch, path = "/api/lawyer-hires/{id}", tag = "legal_help", params(("id" = i32, Path)),
    request_body = HirePatchBody, responses(
    (status = 200, description = "The hire", body = HireDto),
    (status = 403, description = "`confirm_it_is_you`, for staff who end a case", body = ErrorBody),
    (status = 404, description = "The caller has no such hire", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`, with `changedBy` and `changedAt`; `hire_refunded`, `hire_replaced` or `case_ended`: it stays cancelled",
        body = ErrorBody),
))]
async fn update_hire(request: Request, id: Id, body: Body<HirePatchBody>) -> HandlerResult {
    let hire = request
        .run_detached_with(body, move |deps, actor, body| {
            match body.parse(actor.must_be_admin().is_ok())? {
                HirePatch::Contact(contact) => hires::set_contact(deps, actor, HireId(id.0), &contact),
                HirePatch::Status { to, from, ends_case } => {
                    hires::set_status(deps, actor, HireId(id.0), to, from, ends_case)
                }
            }
        })
        .await?;
    Ok(HttpResponse::Ok().json(HireDto::from(hire)))
}

/// Cancels a hire with a full refund. Drivers may do so only within the cancellation period. Repeating the
/// call returns the same hire. A decided case keeps its step, outcome and status.
#[utoipa::path(post, path = "/api/lawyer-hires/{id}/cancel", tag = "legal_help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The hire, cancelled unless its case is decided", body = HireDto),
    (status = 403, description = "`confirm_it_is_you`, for staff", body = ErrorBody),
    (status = 404, description = "The caller has no such hire", body = ErrorBody),
    (status = 409, description = "`cancellation_closed`, for a driver; `price_refunded`: its case is decided, and nothing is left", body = ErrorBody),
))]
async fn cancel_hire(request: Request, id: Id) -> HandlerResult {
    let hire =
        request.run_detached(move |deps, actor| cancel_hire::cancel_hire(deps, actor, HireId(id.0))).await?;
    Ok(HttpResponse::Ok().json(HireDto::from(hire)))
}
