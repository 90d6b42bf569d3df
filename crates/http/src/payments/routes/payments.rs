//! Paying: intents, transactions, lawyer hires, the provider's webhook (docs/PRODUCT.md#payments).

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use application::legal_help::cancel_hire;
use application::legal_help::hires;
use application::payments::confirm_payment;
use application::payments::receive_webhook;
use application::payments::start_payment;
use application::payments::transactions;
use domain::security::event::SecurityEventKind;
use domain::shared::ids::{HireId, UserId};
use ports::store::with_store;

use crate::back_office::dto::lists;
use crate::edge::caller::Caller;
use crate::legal_help::dto::{HireBody, HireDto, HirePatch, HirePatchBody};
use crate::payments::dto::payment::{
    CreatePaymentIntentBody, PaymentIntentDto, Received, TransactionBody, TransactionDto,
};
use crate::shared::body::{Body, read_bytes};
use crate::shared::error::{ApiError, ErrorBody};
use crate::shared::list_query::ListQuery;
use crate::shared::path::Id;
use crate::shared::resource::resource;
use crate::state::{State, as_user, as_user_detached, as_visitor, record_soon};

/// The largest event; Stripe's stay far below.
const LARGEST_EVENT: usize = 512 * 1024;

/// The routes.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(resource("/api/create-payment-intent", "POST").route(web::post().to(create_payment_intent)))
        .service(
            resource("/api/payment-transactions", "GET, POST")
                .route(web::get().to(list_transactions))
                .route(web::post().to(record_transaction)),
        )
        .service(
            resource("/api/lawyer-hires", "GET, POST")
                .route(web::get().to(list_hires))
                .route(web::post().to(record_hire)),
        )
        .service(resource("/api/lawyer-hires/{id}", "PATCH").route(web::patch().to(update_hire)))
        .service(resource("/api/lawyer-hires/{id}/cancel", "POST").route(web::post().to(cancel_hire)))
        .service(resource("/api/webhooks/stripe", "POST").route(web::post().to(stripe_webhook)));
}

/// Opens an intent for an item, or answers the one that is open.
#[utoipa::path(post, path = "/api/create-payment-intent", tag = "payments", request_body = CreatePaymentIntentBody,
responses(
    (status = 201, description = "The intent", body = PaymentIntentDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 402, description = "`payment_processing`: the bank is still working on it", body = ErrorBody),
    (status = 404, description = "No such item of the caller's", body = ErrorBody),
    (status = 409, description = "`amount_changed` with the right amount, or `already_paid`", body = ErrorBody),
    (status = 422, description = "Wrong fields", body = ErrorBody),
    (status = 503, description = "The payment provider is down; trying again is safe", body = ErrorBody),
))]
pub async fn create_payment_intent(
    state: State,
    caller: Caller,
    body: Body<CreatePaymentIntentBody>,
) -> Result<HttpResponse, ApiError> {
    let started = as_user_detached(&state, &caller, move |deps, actor| {
        let (payable, shown) = body.0.read()?;
        start_payment::start_payment(deps, actor, payable, shown)
    })
    .await?;
    Ok(HttpResponse::Created().json(PaymentIntentDto::from(started)))
}

/// The transaction of a succeeded payment; repeating the call answers the same record.
#[utoipa::path(post, path = "/api/payment-transactions", tag = "payments", request_body = TransactionBody, responses(
    (status = 201, description = "The transaction", body = TransactionDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 402, description = "`not_paid` or `payment_processing`", body = ErrorBody),
    (status = 403, description = "Another user named", body = ErrorBody),
    (status = 409, description = "`paid_twice`: this payment is being refunded", body = ErrorBody),
    (status = 422, description = "Wrong fields", body = ErrorBody),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
pub async fn record_transaction(
    state: State,
    caller: Caller,
    body: Body<TransactionBody>,
) -> Result<HttpResponse, ApiError> {
    let transaction = as_user_detached(&state, &caller, move |deps, actor| {
        body.0.user_id.map_or(Ok(()), |id| actor.must_be(UserId(id)))?;
        confirm_payment::transaction(deps, actor, body.0.payment_intent_id.as_deref())
    })
    .await?;
    Ok(HttpResponse::Created().json(TransactionDto::from(transaction)))
}

/// Transactions: a driver's own, all for staff.
#[utoipa::path(get, path = "/api/payment-transactions", tag = "back office", params(
    ("userId" = Option<i32>, Query, description = "Of this user; a driver may name themself alone"),
    ("type" = Option<String>, Query, description = "`all`, `traffic_ticket`, `parking` or `toll`"),
    ("status" = Option<String>, Query, description = "`Completed` or `Refunded`"),
    ("q" = Option<String>, Query, description = "Id of the user, or a part of violation or confirmation number"),
    ("sort" = Option<String>, Query, description = "`id`, `amount` or `createdAt`; with `-` before it falling"),
    ("limit" = Option<i32>, Query, description = "50 unless told, at most 200"),
    ("offset" = Option<i32>, Query, description = "At most 10,000"),
    ("before" = Option<i32>, Query, description = "Only what comes after the row with this id, newest first"),
), responses(
    (status = 200, description = "Newest first", body = Vec<TransactionDto>),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Another user", body = ErrorBody),
    (status = 422, description = "Wrong query", body = ErrorBody),
))]
pub async fn list_transactions(
    state: State,
    caller: Caller,
    query: ListQuery,
) -> Result<HttpResponse, ApiError> {
    let asked = lists::transactions(&query);
    let paged =
        as_user(&state, &caller, move |_, store, actor| transactions::list(store, actor, asked?)).await?;
    Ok(query.answer_on(paged, |record| record.id.0, TransactionDto::from))
}

/// The hire of a succeeded lawyer payment; repeating the call answers the same record.
#[utoipa::path(post, path = "/api/lawyer-hires", tag = "payments", request_body = HireBody, responses(
    (status = 201, description = "The hire", body = HireDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 402, description = "`not_paid` or `payment_processing`", body = ErrorBody),
    (status = 403, description = "Another user named", body = ErrorBody),
    (status = 409, description = "`paid_twice`: this payment is being refunded", body = ErrorBody),
    (status = 422, description = "Wrong fields", body = ErrorBody),
    (status = 503, description = "The payment provider is down", body = ErrorBody),
))]
pub async fn record_hire(
    state: State,
    caller: Caller,
    body: Body<HireBody>,
) -> Result<HttpResponse, ApiError> {
    let hire = as_user_detached(&state, &caller, move |deps, actor| {
        body.0.user_id.map_or(Ok(()), |id| actor.must_be(UserId(id)))?;
        confirm_payment::hire(deps, actor, body.0.payment_intent_id.as_deref())
    })
    .await?;
    Ok(HttpResponse::Created().json(HireDto::from(hire)))
}

/// Hires: a driver's own, all for staff.
#[utoipa::path(get, path = "/api/lawyer-hires", tag = "hires", params(
    ("userId" = Option<i32>, Query, description = "Of this user; a driver may name themself alone"),
    ("status" = Option<String>, Query, description = "`Pending`, `In Progress`, `Contacted`, `Completed` or `Cancelled`"),
    ("solved" = Option<bool>, Query, description = "Dealt with, or not"),
    ("seen" = Option<bool>, Query, description = "Seen by staff, or not"),
    ("q" = Option<String>, Query, description = "Id of user or ticket, or a part of violation or confirmation number"),
    ("sort" = Option<String>, Query, description = "`id`, `amount` or `createdAt`; with `-` before it falling"),
    ("limit" = Option<i32>, Query, description = "50 unless told, at most 200"),
    ("offset" = Option<i32>, Query, description = "At most 10,000"),
    ("before" = Option<i32>, Query, description = "Only what comes after the row with this id, newest first"),
), responses(
    (status = 200, description = "Newest first", body = Vec<HireDto>),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Another user", body = ErrorBody),
    (status = 422, description = "Wrong query", body = ErrorBody),
))]
pub async fn list_hires(state: State, caller: Caller, query: ListQuery) -> Result<HttpResponse, ApiError> {
    let asked = lists::hires(&query);
    let paged = as_user(&state, &caller, move |_, store, actor| hires::list(store, actor, asked?)).await?;
    Ok(query.answer_on(paged, |hire| hire.id.0, HireDto::from))
}

/// Stores how to reach the driver about a hire; or, from staff, moves the hire on.
#[utoipa::path(patch, path = "/api/lawyer-hires/{id}", tag = "payments", params(("id" = i32, Path)),
    request_body = HirePatchBody, responses(
    (status = 200, description = "The hire", body = HireDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 404, description = "No such hire of the caller's", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`, with `changedBy` and `changedAt`; `hire_refunded`, `hire_replaced`: it stays cancelled",
        body = ErrorBody),
    (status = 422, description = "Wrong fields", body = ErrorBody),
))]
pub async fn update_hire(
    state: State,
    caller: Caller,
    id: Id,
    body: Body<HirePatchBody>,
) -> Result<HttpResponse, ApiError> {
    let hire = as_user_detached(&state, &caller, move |deps, actor| {
        match body.0.read(actor.must_be_admin().is_ok())? {
            HirePatch::Contact(contact) => {
                with_store(&*deps.database, |store| hires::set_contact(store, actor, HireId(id.0), &contact))
            }
            HirePatch::Status(to, from) => hires::set_status(deps, actor, HireId(id.0), to, from),
        }
    })
    .await?;
    Ok(HttpResponse::Ok().json(HireDto::from(hire)))
}

/// Calls a hire off for a full refund: a driver within its window, staff at any time, also a hire that they had set to
/// `Cancelled` before. Repeating the call answers the same hire.
#[utoipa::path(post, path = "/api/lawyer-hires/{id}/cancel", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "The hire, cancelled", body = HireDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 404, description = "No such hire of the caller's", body = ErrorBody),
    (status = 409, description = "`cancellation_closed`, for a driver", body = ErrorBody),
))]
pub async fn cancel_hire(state: State, caller: Caller, id: Id) -> Result<HttpResponse, ApiError> {
    let hire = as_user_detached(&state, &caller, move |deps, actor| {
        cancel_hire::cancel_hire(deps, actor, HireId(id.0))
    })
    .await?;
    Ok(HttpResponse::Ok().json(HireDto::from(hire)))
}

/// The provider's signed events. Doubled, late and unread ones are answered `200` too.
#[utoipa::path(post, path = "/api/webhooks/stripe", tag = "payments",
request_body(content = String, content_type = "application/json", description = "The raw event, signed"),
params(("Stripe-Signature" = String, Header)), responses(
    (status = 200, description = "Stored", body = Received),
    (status = 400, description = "`bad_signature`", body = ErrorBody),
    (status = 413, description = "Too large", body = ErrorBody),
    (status = 503, description = "The database is down; send it again", body = ErrorBody),
))]
pub async fn stripe_webhook(
    request: HttpRequest,
    payload: web::Payload,
    state: State,
    caller: Caller,
) -> Result<HttpResponse, ApiError> {
    let signature = request.headers().get("stripe-signature").and_then(|value| value.to_str().ok());
    let Some(signature) = signature.map(str::to_owned) else {
        record_soon(&state, SecurityEventKind::BadWebhookSignature, &caller).await;
        let message = "The signature is not valid.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "bad_signature", message, &caller.request_id));
    };
    let bytes = read_bytes(&request, &mut payload.into_inner(), LARGEST_EVENT).await?;
    as_visitor(&state, &caller, move |deps, _| receive_webhook::receive_webhook(deps, &bytes, &signature))
        .await?;
    Ok(HttpResponse::Ok().json(Received { received: true }))
}
