//! Requests for paying: intents, transactions and the provider's webhook
//! (docs/product/payments.md).

use actix_web::{HttpRequest, HttpResponse, ResponseError, web};
use application::Deps;
use application::payments::confirm_payment;
use application::payments::confirmation_facts;
use application::payments::receive_webhook;
use application::payments::start_payment;
use domain::shared::ids::UserId;

use crate::edge::caller::Caller;
use crate::edge::limits::call_class::RateLimitClass;
use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::Request;
use crate::edge::webhook::read_signature;
use crate::payments::dto::card::ConfirmedTransactionDto;
use crate::payments::dto::payment::{
    CreatePaymentIntentBody, PaymentIntentDto, TransactionBody, TransactionDto, WebhookResponse,
};
use crate::shared::body::{Body, read_bytes};
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};

/// Maximum size of an event in bytes. Stripe's events are much smaller.
const MAX_EVENT: usize = 512 * 1024;

pub fn routes() -> Vec<Route> {
    vec![
        route!(
            create_payment_intent,
            Call::write(AllowedCallers::DriverOrStaff).at_provider().changes(Change::Records)
        ),
        route!(
            record_transaction,
            Call::write(AllowedCallers::DriverOrStaff).at_provider().changes(Change::Records)
        ),
        route!(
            stripe_webhook,
            Call::write(AllowedCallers::Visitor)
                .at_provider()
                .class(RateLimitClass::Read)
                .changes(Change::Records)
                .from_any_site()
        ),
    ]
}

/// Creates an intent to pay an item or a lawyer. If such an intent is already open, returns the open intent.
#[utoipa::path(post, path = "/api/create-payment-intent", tag = "payments", request_body = CreatePaymentIntentBody,
responses(
    (status = 201, description = "The intent", body = PaymentIntentDto),
    (status = 402, description = "`payment_processing`: the bank is still processing an earlier payment; `not_paid`: it ended without being charged", body = ErrorBody),
    (status = 404, description = "The caller has no such item", body = ErrorBody),
    (status = 409, description = "`amount_changed` with the correct `amount`; `lawyer_at_work` without `despiteLawyer`; `already_paid`, `payment_being_checked`, `being_checked`, `dismissed`, `settled_with_city`; for a lawyer also `no_lawyer_for_court`, `case_decided`, `legal_help_not_offered`; `paid_twice` or `paid_too_little`: an earlier payment is being refunded", body = ErrorBody),
    (status = 429, description = "`too_many_declines`: cards were declined too often", body = ErrorBody),
    (status = 503, description = "The payment provider is down. Trying again is safe", body = ErrorBody),
))]
async fn create_payment_intent(request: Request, body: Body<CreatePaymentIntentBody>) -> HandlerResult {
    let started = request
        .run_detached_with(body, move |deps, actor, body| {
            let (payable, shown) = body.parse()?;
            if body.despite_lawyer {
                start_payment::start_payment_despite_lawyer(deps, actor, payable, shown)
            } else {
                start_payment::start_payment(deps, actor, payable, shown)
            }
        })
        .await?;
    Ok(HttpResponse::Created().json(PaymentIntentDto::from(started)))
}

/// Confirms a succeeded payment of an item, and returns its transaction. A repeated request
/// returns the same transaction.
#[utoipa::path(post, path = "/api/payment-transactions", tag = "payments", request_body = TransactionBody, responses(
    (status = 201, description = "The transaction, and facts to show after the payment", body = ConfirmedTransactionDto),
    (status = 402, description = "`not_paid` or `payment_processing`", body = ErrorBody),
    (status = 403, description = "`userId` names another user", body = ErrorBody),
    (status = 409, description = "`paid_twice` or `paid_too_little`: this payment is being refunded", body = ErrorBody),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
async fn record_transaction(request: Request, body: Body<TransactionBody>) -> HandlerResult {
    let (transaction, afterwards) = request
        .run_detached_with(body, move |deps, actor, body| {
            body.user_id.map_or(Ok(()), |id| actor.must_be_user_or_staff(UserId(id)))?;
            let transaction =
                confirm_payment::confirm_item_payment(deps, actor, body.payment_intent_id.as_deref())?;
            let afterwards = confirmation_facts::confirmation_facts_of(
                deps,
                actor,
                transaction.user_id,
                transaction.payment_id,
            )?;
            Ok((transaction, afterwards))
        })
        .await?;
    Ok(HttpResponse::Created().json(ConfirmedTransactionDto {
        transaction: TransactionDto::from(transaction),
        afterwards: afterwards.into(),
    }))
}

/// Receives the provider's signed events. The response is `200` even for repeated, late and unreadable events, but
/// `400` if the request was signed more than five minutes ago.
#[utoipa::path(post, path = "/api/webhooks/stripe", tag = "payments",
request_body(content = String, content_type = "application/json", description = "The raw event, signed"),
params(("Stripe-Signature" = String, Header)), responses(
    (status = 200, description = "Stored", body = WebhookResponse),
    (status = 400, description = "`bad_signature`", body = ErrorBody),
    (status = 413, description = "Too large", body = ErrorBody),
    (status = 503, description = "The database or the provider is down. Send the event again", body = ErrorBody),
))]
async fn stripe_webhook(http: HttpRequest, payload: web::Payload, request: Request) -> HandlerResult {
    let result = take_webhook(&http, payload, &request).await;
    let outcome = match &result {
        Ok(EventReceipt::New) => "taken",
        Ok(EventReceipt::Repeated) => "known",
        Err(error) if error.status_code().is_client_error() => "refused",
        Err(_) => "failed",
    };
    metrics::counter!("webhooks_total", "outcome" => outcome).increment(1);
    result.map(|_| HttpResponse::Ok().json(WebhookResponse { received: true }))
}

enum EventReceipt {
    New,
    Repeated,
}

/// Verifies and processes the event of a webhook request. Skips an event that was received before.
async fn take_webhook(
    http: &HttpRequest,
    payload: web::Payload,
    request: &Request,
) -> Result<EventReceipt, ApiError> {
    let signature = read_signature(http, "stripe-signature", request).await?;
    let bytes = read_bytes(http, &mut payload.into_inner(), MAX_EVENT).await?;
    let read = move |deps: &Deps, _: &Caller| receive_webhook::verify_webhook(deps, &bytes, &signature);
    let Some(event) = request.run_as_visitor(read).await? else { return Ok(EventReceipt::Repeated) };
    let age = (request.state.deps.clock.now() - event.made_at).to_std().unwrap_or_default();
    metrics::histogram!("webhook_age_seconds").record(age);
    request.run_verified(move |deps| receive_webhook::process_event(deps, &event)).await?;
    Ok(EventReceipt::New)
}
