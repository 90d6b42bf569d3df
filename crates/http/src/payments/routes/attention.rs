//! Requests about problems with money that staff must resolve.

use actix_web::HttpResponse;
use application::payments::attention;
use application::payments::reconciliation::rebuild;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::payments::dto::attention::{
    OpenMoneyCasesDto, RebuildBody, RebuiltPaymentDto, ResolveProblemBody, ResolvedProblemDto,
};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};

pub fn routes() -> Vec<Route> {
    vec![
        route!(money_attention, Call::read(AllowedCallers::Staff)),
        route!(resolve_problem, Call::write(AllowedCallers::Staff)),
        route!(rebuild_payment, Call::write(AllowedCallers::Staff).at_provider()),
    ]
}

/// Lists problems with money that staff must resolve: payments that a restored backup lost, refunds that are in
/// progress or failed, provider events that couldn't be parsed or applied, and money without a payment. Also lists
/// the last twenty problems that staff resolved.
#[utoipa::path(get, path = "/api/admin/money-attention", tag = "payments", responses(
    (status = 200, description = "At most 200 of each", body = OpenMoneyCasesDto),
))]
async fn money_attention(request: Request) -> HandlerResult {
    let found = request.run(|_, store, actor| attention::list_open_money_problems(store, actor)).await?;
    Ok(HttpResponse::Ok().json(OpenMoneyCasesDto::new(found, request.state.settings.test_mode)))
}

/// Records how staff resolved received money without a payment, or a provider event that couldn't be parsed or
/// applied. The problem is then no longer listed as open.
#[utoipa::path(post, path = "/api/admin/money-attention/closed", tag = "payments", request_body = ResolveProblemBody, responses(
    (status = 201, description = "How staff resolved the problem", body = ResolvedProblemDto),
    (status = 404, description = "No such money or event", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: another staff member has already dealt with it", body = ErrorBody),
))]
async fn resolve_problem(request: Request, body: Body<ResolveProblemBody>) -> HandlerResult {
    let closed = request
        .run_detached_with(body, move |deps, actor, body| {
            let (subject, how) = body.parse()?;
            attention::resolve_problem(deps, actor, &subject, &how)
        })
        .await?;
    Ok(HttpResponse::Created().json(ResolvedProblemDto::from(closed)))
}

/// Rebuilds a payment that a restored backup lost. The payment then pays its item or, if that
/// isn't possible, is refunded.
#[utoipa::path(post, path = "/api/admin/money-attention/rebuilt", tag = "payments", request_body = RebuildBody, responses(
    (status = 201, description = "The payment", body = RebuiltPaymentDto),
    (status = 402, description = "The intent has not succeeded", body = ErrorBody),
    (status = 404, description = "No such lost payment", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: staff have decided about it already", body = ErrorBody),
    (status = 422, description = "The intent names no item, and the chosen one doesn't match", body = ErrorBody),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
async fn rebuild_payment(request: Request, body: Body<RebuildBody>) -> HandlerResult {
    let payment = request
        .run_detached_with(body, move |deps, actor, body| {
            rebuild::rebuild_payment(deps, actor, &body.intent_id, body.chosen_item()?)
        })
        .await?;
    Ok(HttpResponse::Created().json(RebuiltPaymentDto::from(payment)))
}
