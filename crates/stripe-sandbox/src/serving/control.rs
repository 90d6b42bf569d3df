//! The control calls: faults, deliveries and settling, for tests and for a developer's hands.

use actix_web::web::{self, Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::call::pipeline::only_server;
use crate::delivery::events;
use crate::memory::faults::Fault;
use crate::memory::state::RefundStatus;
use crate::memory::world::{Call, Caller, Shared, Tx};
use crate::objects::confirm;
use crate::objects::refunds;
use crate::serving::http::{answer, header};

pub(crate) fn configure(config: &mut web::ServiceConfig) {
    config
        .route("/health", web::get().to(health))
        .service(
            web::resource("/faults")
                .route(web::get().to(list_faults))
                .route(web::post().to(add_fault))
                .route(web::delete().to(clear_faults)),
        )
        .route("/webhook", web::post().to(set_webhook))
        .route("/events/{id}/redeliver", web::post().to(redeliver))
        .route("/refunds/{id}/settle", web::post().to(settle_refund))
        .route("/payment_intents/{id}/settle", web::post().to(settle_payment))
        .route("/authenticate", web::post().to(authenticate));
}

async fn health() -> HttpResponse {
    answer(Ok(json!({ "ok": true })))
}

fn guarded(
    shared: &Shared,
    request: &HttpRequest,
    work: impl FnOnce(&mut Tx<'_>) -> Result<Value, ApiError>,
) -> HttpResponse {
    let result = only_server(shared, header(request, "authorization").as_deref())
        .and_then(|()| shared.transact(Call::default(), work).0);
    answer(result)
}

fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, ApiError> {
    serde_json::from_slice(body).map_err(|error| ApiError::invalid(format!("Not a readable call: {error}")))
}

async fn list_faults(shared: Data<Shared>, request: HttpRequest) -> HttpResponse {
    guarded(&shared, &request, |tx| Ok(json!({ "faults": tx.world.faults.list() })))
}

async fn add_fault(shared: Data<Shared>, request: HttpRequest, body: Bytes) -> HttpResponse {
    guarded(&shared, &request, |tx| {
        let fault: Fault = read(&body)?;
        if !fault.is_valid() {
            return Err(ApiError::invalid(
                "Not a fault: a status must be 429 or 5xx, and reordering needs a count above 1.",
            ));
        }
        tx.world.faults.add(fault);
        Ok(json!({ "faults": tx.world.faults.list() }))
    })
}

async fn clear_faults(shared: Data<Shared>, request: HttpRequest) -> HttpResponse {
    guarded(&shared, &request, |tx| {
        clear(tx);
        Ok(json!({ "faults": [] }))
    })
}

/// Switches all faults off; what was held goes out.
pub(crate) fn clear(tx: &mut Tx<'_>) {
    tx.world.faults.clear();
    events::release(tx.world);
}

#[derive(Deserialize)]
struct Webhook {
    url: Option<String>,
}

async fn set_webhook(shared: Data<Shared>, request: HttpRequest, body: Bytes) -> HttpResponse {
    guarded(&shared, &request, |tx| {
        let Webhook { url } = read(&body)?;
        tx.world.webhook_url = url;
        Ok(json!({ "url": tx.world.webhook_url }))
    })
}

async fn redeliver(shared: Data<Shared>, request: HttpRequest, id: Path<String>) -> HttpResponse {
    guarded(&shared, &request, |tx| events::redeliver(tx, &id))
}

#[derive(Deserialize)]
struct Settle {
    outcome: Outcome,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Succeeded,
    Failed,
}

async fn settle_refund(
    shared: Data<Shared>,
    request: HttpRequest,
    id: Path<String>,
    body: Bytes,
) -> HttpResponse {
    guarded(&shared, &request, |tx| {
        let to = match read::<Settle>(&body)?.outcome {
            Outcome::Succeeded => RefundStatus::Succeeded,
            Outcome::Failed => RefundStatus::Failed,
        };
        refunds::settle(tx, &id, to)
    })
}

async fn settle_payment(
    shared: Data<Shared>,
    request: HttpRequest,
    id: Path<String>,
    body: Bytes,
) -> HttpResponse {
    guarded(&shared, &request, |tx| {
        let outcome = read::<Settle>(&body)?.outcome;
        confirm::settle(tx, &id, outcome == Outcome::Succeeded)
    })
}

/// The challenge page's answer: anyone with the client secret may give it.
async fn authenticate(shared: Data<Shared>, body: String) -> HttpResponse {
    let call = Call { caller: Caller::Browser, ..Call::default() };
    let (result, version) = shared
        .transact(call, |tx| Params::parse(&body).and_then(|params| confirm::authenticate(tx, &params)));
    shared.kept(version).await;
    answer(result)
}
