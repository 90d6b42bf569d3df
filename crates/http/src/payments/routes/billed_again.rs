//! Requests about second bills: drivers who were billed again for items that they had paid
//! (docs/product/money-to-authorities.md#billed-again).

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use application::payments::remittances::billed_again;
use domain::shared::ids::{SecondBillId, TransactionId};

use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::Request;
use crate::payments::dto::billed_again::{SecondBillCasesDto, SecondBillDto, SettleSecondBillBody};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(report_billed_again, Call::write(AllowedCallers::DriverOrStaff).changes(Change::Records)),
        route!(court_letter, Call::read(AllowedCallers::DriverOrStaff)),
        route!(list_billed_again, Call::read(AllowedCallers::Staff)),
        route!(settle_billed_again, Call::write(AllowedCallers::Staff)),
    ]
}

/// Reports that the driver was billed again for an item that they had paid. A repeated request returns the open report.
#[utoipa::path(post, path = "/api/payment-transactions/{id}/billed-again", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "The open case", body = SecondBillDto),
    (status = 404, description = "The caller has no such transaction", body = ErrorBody),
    (status = 409, description = "`nothing_to_prove`: it was refunded, or no card was charged; `too_many_cases`", body = ErrorBody),
))]
async fn report_billed_again(request: Request, id: Id) -> HandlerResult {
    let case = request
        .run_detached(move |deps, actor| billed_again::report_second_bill(deps, actor, TransactionId(id.0)))
        .await?;
    Ok(HttpResponse::Ok().json(SecondBillDto::from(case)))
}

/// Downloads a letter for the court that confirms the payment and states the progress of its money.
#[utoipa::path(get, path = "/api/payment-transactions/{id}/court-letter", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "A one-page PDF", body = Vec<u8>, content_type = "application/pdf"),
    (status = 404, description = "The caller has no such transaction", body = ErrorBody),
    (status = 409, description = "`nothing_to_prove`: it was refunded, or no card was charged", body = ErrorBody),
))]
async fn court_letter(request: Request, id: Id) -> HandlerResult {
    let printed = request
        .run_then(
            move |deps, store, actor| billed_again::letter_to_court(deps, store, actor, TransactionId(id.0)),
            |deps, letter| billed_again::print_letter(deps, &letter),
        )
        .await?;
    // The number has only letters, digits and hyphens, so it is safe in a header.
    let name = format!("attachment; filename=\"lanewise-proof-of-payment-{}.pdf\"", printed.number);
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/pdf"))
        .insert_header((CONTENT_DISPOSITION, name))
        .body(printed.pdf))
}

/// Lists second bills: the oldest open ones, and the latest resolved ones.
#[utoipa::path(get, path = "/api/admin/billed-again", tag = "payments", responses(
    (status = 200, description = "At most 200 open and 20 resolved", body = SecondBillCasesDto),
))]
async fn list_billed_again(request: Request) -> HandlerResult {
    let found = request.run(|deps, store, actor| billed_again::list_second_bills(deps, store, actor)).await?;
    Ok(HttpResponse::Ok().json(SecondBillCasesDto::from(found)))
}

/// Resolves a second bill and emails the driver.
#[utoipa::path(post, path = "/api/admin/billed-again/{id}/settled", tag = "payments", params(("id" = i32, Path)),
request_body = SettleSecondBillBody, responses(
    (status = 200, description = "The settled case", body = SecondBillDto),
    (status = 404, description = "No such case", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: another staff member has already settled it", body = ErrorBody),
))]
async fn settle_billed_again(request: Request, id: Id, body: Body<SettleSecondBillBody>) -> HandlerResult {
    let settled = request
        .run_detached_with(body, move |deps, actor, body| {
            let (outcome, note) = body.parse()?;
            billed_again::resolve_second_bill(deps, actor, SecondBillId(id.0), outcome, &note)
        })
        .await?;
    Ok(HttpResponse::Ok().json(SecondBillDto::from(settled)))
}
