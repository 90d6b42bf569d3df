//! Control requests, with which tests and developers change a running sandbox: faults, the webhook's URL,
//! deliveries, settling, charge dates, disputes, payouts and fees.

use actix_web::web::{self, Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::call::pipeline::require_secret_key;
use crate::delivery::events;
use crate::memory::faults::Fault;
use crate::memory::money::{DisputeStatus, PayoutStatus};
use crate::memory::records::{Charge, RefundStatus};
use crate::memory::world::{Call, Caller, Shared, Tx};
use crate::objects::balance;
use crate::objects::confirm;
use crate::objects::disputes::{self, Claim};
use crate::objects::payouts;
use crate::objects::refunds;
use crate::serving::answers::{control_response, header};
use crate::shapes;

/// Registers the routes of the control requests.
pub(crate) fn configure(config: &mut web::ServiceConfig) {
    config
        .route("/health", web::get().to(health))
        .route("/authenticate", web::post().to(authenticate))
        .default_service(web::to(control));
}

/// Responds that the sandbox is running.
async fn health() -> HttpResponse {
    control_response(Ok(json!({ "ok": true })))
}

/// Checks the secret key, then performs a control request.
async fn control(shared: Data<Shared>, request: HttpRequest, body: Bytes) -> HttpResponse {
    let path = request.path().strip_prefix("/_sandbox/").unwrap_or_default();
    if let Err(error) = require_secret_key(&shared, header(&request, "authorization").as_deref()) {
        return control_response(Err(error));
    }
    let perform = |tx: &mut Tx<'_>| perform_control_request(tx, request.method().as_str(), path, &body);
    let (result, version) = shared.transact(Call::default(), perform);
    shared.wait_until_saved(version).await;
    control_response(result)
}

/// Performs a control request. `path` is the part after `/_sandbox/`; the body is JSON or empty.
pub(crate) fn perform_control_request(
    tx: &mut Tx<'_>,
    method: &str,
    path: &str,
    body: &[u8],
) -> Result<Value, ApiError> {
    let segments: Vec<&str> = path.split('/').collect();
    match (method, segments.as_slice()) {
        ("GET", ["faults"]) => Ok(json!({ "faults": tx.world.faults.list() })),
        ("POST", ["faults"]) => add_fault(tx, body),
        ("DELETE", ["faults"]) => {
            clear_faults(tx);
            Ok(json!({ "faults": [] }))
        }
        ("POST", ["webhook"]) => {
            let Webhook { url } = parse_body(body)?;
            tx.world.webhook_url = url;
            Ok(json!({ "url": tx.world.webhook_url }))
        }
        ("POST", ["events", id, "redeliver"]) => events::redeliver_event(tx, id),
        ("POST", ["payment_intents", id, "settle"]) => {
            let outcome = parse_body::<Settle>(body)?.outcome;
            confirm::settle_intent(tx, id, outcome == Outcome::Succeeded)
        }
        ("POST", ["refunds", id, "settle"]) => {
            let to = match parse_body::<Settle>(body)?.outcome {
                Outcome::Succeeded => RefundStatus::Succeeded,
                Outcome::Failed => RefundStatus::Failed,
            };
            refunds::settle_refund(tx, id, to)
        }
        ("POST", ["disputes"]) => open_dispute(tx, body),
        ("POST", ["disputes", id, "resolve"]) => resolve_dispute(tx, id, body),
        ("POST", ["disputes", id, "due"]) => disputes::set_deadline(tx, id, parse_body::<Due>(body)?.due_by),
        ("POST", ["payouts"]) => pay_out(tx, body),
        ("POST", ["payouts", id, "settle"]) => {
            let to = match parse_body::<Settle>(body)?.outcome {
                Outcome::Succeeded => PayoutStatus::Paid,
                Outcome::Failed => PayoutStatus::Failed,
            };
            payouts::settle_payout(tx, id, to)
        }
        ("POST", ["charges", "date"]) => set_charge_date(tx, body),
        ("POST", ["fees"]) => {
            let ProviderFee { amount, description } = parse_body(body)?;
            Ok(balance::record_fee(tx, amount, &description))
        }
        _ => Err(ApiError::no_such_url(method, path)),
    }
}

/// Parses the JSON body of a control request. An empty body counts as `{}`.
fn parse_body<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    let body = if body.is_empty() { b"{}" } else { body };
    serde_json::from_slice(body)
        .map_err(|error| ApiError::invalid(format!("The call can't be parsed: {error}")))
}

/// Switches on the fault in the body, and returns all active faults.
fn add_fault(tx: &mut Tx<'_>, body: &[u8]) -> Result<Value, ApiError> {
    let fault: Fault = parse_body(body)?;
    if !fault.is_valid() {
        return Err(ApiError::invalid(
            "Not a fault: a status must be 403, 429 or 5xx, and reordering needs a count above 1.",
        ));
    }
    tx.world.faults.add(fault);
    Ok(json!({ "faults": tx.world.faults.list() }))
}

/// Switches all faults off, and releases the deliveries that they held back.
pub(crate) fn clear_faults(tx: &mut Tx<'_>) {
    tx.world.faults.clear();
    events::release_held_deliveries(tx.world);
}

/// Body of the control request that sets the webhook's URL. Without a URL, the sandbox sends no webhooks.
#[derive(Deserialize)]
struct Webhook {
    url: Option<String>,
}

/// Body of the control requests that settle a payment, a refund or a payout.
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

/// Body of the control request that opens a dispute: `{"payment_intent": "pi_…"}` or `{"charge": "ch_…"}`, and
/// optionally the other fields. `amount` is in cents, and `due_by` in seconds since 1970.
#[derive(Deserialize)]
struct OpenDispute {
    charge: Option<String>,
    payment_intent: Option<String>,
    #[serde(default = "default_reason")]
    reason: String,
    #[serde(default)]
    inquiry: bool,
    amount: Option<i64>,
    due_by: Option<i64>,
}

/// Default reason of a dispute in a control request.
fn default_reason() -> String {
    "fraudulent".to_owned()
}

/// Opens the dispute that the body, an [`OpenDispute`], describes.
fn open_dispute(tx: &mut Tx<'_>, body: &[u8]) -> Result<Value, ApiError> {
    let OpenDispute { charge, payment_intent, reason, inquiry, amount, due_by } = parse_body(body)?;
    let charge = find_charge(tx, charge, payment_intent)?;
    disputes::open_dispute(tx, charge, Claim { reason, inquiry, amount, due_by })
}

/// Returns the charge with the id `charge`. If `charge` is `None`, returns the latest charge of the
/// intent with the id `intent`.
fn find_charge(tx: &Tx<'_>, charge: Option<String>, intent: Option<String>) -> Result<Charge, ApiError> {
    if let Some(charge) = charge {
        return tx.charge(&charge);
    }
    let intent = intent.ok_or_else(|| ApiError::missing_parameter("payment_intent"))?;
    tx.charge(tx.intent(&intent)?.latest_charge.as_deref().unwrap_or_default())
}

/// Body of the control request that decides a dispute.
#[derive(Deserialize)]
struct Resolve {
    outcome: Verdict,
}

/// A bank's decision about a dispute. For an inquiry, `closed` ends it and `escalated` turns it into a dispute.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Won,
    Lost,
    Closed,
    Escalated,
}

/// Decides the dispute with this id as the body, a [`Resolve`], says.
fn resolve_dispute(tx: &mut Tx<'_>, id: &str, body: &[u8]) -> Result<Value, ApiError> {
    let to = match parse_body::<Resolve>(body)?.outcome {
        Verdict::Won => DisputeStatus::Won,
        Verdict::Lost => DisputeStatus::Lost,
        Verdict::Closed => DisputeStatus::WarningClosed,
        Verdict::Escalated => DisputeStatus::NeedsResponse,
    };
    disputes::settle_dispute(tx, id, to)
}

/// Body of the control request that sets a dispute's deadline for evidence, in seconds since 1970.
#[derive(Deserialize)]
struct Due {
    due_by: i64,
}

/// Body of the control request that makes a day's automatic payouts. `{}` pays out the whole balance, including
/// pending money, and marks the payouts as paid.
#[derive(Deserialize)]
struct PayOut {
    #[serde(default = "default_true")]
    with_pending: bool,
    #[serde(default)]
    outcome: Arrival,
}

/// Default of `with_pending` in a control request.
fn default_true() -> bool {
    true
}

/// Status of a payout after the control request.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Arrival {
    #[default]
    Paid,
    Failed,
    InTransit,
}

/// Makes the automatic payouts that the body, a [`PayOut`], describes.
fn pay_out(tx: &mut Tx<'_>, body: &[u8]) -> Result<Value, ApiError> {
    let PayOut { with_pending, outcome } = parse_body(body)?;
    let end = match outcome {
        Arrival::Paid => PayoutStatus::Paid,
        Arrival::Failed => PayoutStatus::Failed,
        Arrival::InTransit => PayoutStatus::InTransit,
    };
    payouts::make_daily_payouts(tx, with_pending, end)
}

/// Body of the control request that changes a charge's date: `{"payment_intent": "pi_…"}` or
/// `{"charge": "ch_…"}`, and the new creation time in seconds since 1970.
#[derive(Deserialize)]
struct ChargeDate {
    charge: Option<String>,
    payment_intent: Option<String>,
    created: i64,
}

/// Changes the creation time of a charge and of its balance transaction as the body, a [`ChargeDate`],
/// says. Tests use this to make a charge look old.
fn set_charge_date(tx: &mut Tx<'_>, body: &[u8]) -> Result<Value, ApiError> {
    let ChargeDate { charge, payment_intent, created } = parse_body(body)?;
    let charge = Charge { created, ..find_charge(tx, charge, payment_intent)? };
    let state = tx.state();
    if let Some(moved) = charge.transaction.as_ref().and_then(|id| state.transactions.get_mut(id)) {
        moved.created = created;
    }
    state.charges.insert(charge.id.clone(), charge.clone());
    Ok(shapes::charges::charge_json(state, &charge))
}

/// Body of the control request that records a fee that Stripe charges separately from payments. The amount is in cents.
#[derive(Deserialize)]
struct ProviderFee {
    amount: i64,
    description: String,
}

/// Handles the payer's response from the 3-D Secure challenge page. The request needs the intent's client secret,
/// but no API key.
async fn authenticate(shared: Data<Shared>, body: String) -> HttpResponse {
    let call = Call { caller: Caller::Browser, ..Call::default() };
    let (result, version) = shared
        .transact(call, |tx| Params::parse(&body).and_then(|params| confirm::authenticate(tx, &params)));
    shared.wait_until_saved(version).await;
    control_response(result)
}
