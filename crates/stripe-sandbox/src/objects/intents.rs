//! Payment intents: creating, updating, canceling and reading. For confirming, see
//! [`crate::objects::confirm`].

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::delivery::events;
use crate::memory::ids;
use crate::memory::records::{Intent, IntentStatus};
use crate::memory::world::Tx;
use crate::objects::checks::{find_authorized_intent, merge_metadata, wrong_state_error};
use crate::objects::confirm;
use crate::objects::methods;
use crate::shapes;

/// Minimum amount of an intent, in cents.
const MIN_AMOUNT: i64 = 50;
/// Maximum amount of an intent, in cents.
const MAX_AMOUNT: i64 = 99_999_999;
const CURRENCIES: &[&str] = &["usd", "eur", "gbp", "cad", "aud", "mxn", "chf"];
/// Reasons for which a request can cancel an intent.
const REASONS: &[&str] = &["duplicate", "fraudulent", "requested_by_customer", "abandoned"];

/// Parameters of a request to create an intent, in addition to those of a confirmation.
const CREATE: &[&str] = &[
    "amount",
    "currency",
    "allowed_payment_method_types",
    "payment_method_types",
    "automatic_payment_methods",
    "capture_method",
    "confirm",
    "confirmation_method",
    "description",
    "metadata",
    "shipping",
    "statement_descriptor_suffix",
];

/// `POST /v1/payment_intents`: creates an intent, and confirms it if requested.
pub(crate) fn create_intent(tx: &mut Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    params.refuse_unknown(&[CREATE, confirm::PARAMS].concat())?;
    let confirming = params.flag("confirm")?;
    if !confirming && params.has("off_session") {
        return Err(ApiError::parameter(
            "parameter_unknown",
            "off_session",
            "This parameter may only be sent with confirm=true.",
        ));
    }
    require_one_of(params, "capture_method", &["automatic", "automatic_async"])?;
    require_one_of(params, "confirmation_method", &["automatic"])?;
    let amount = parse_amount(params)?.ok_or_else(|| ApiError::missing_parameter("amount"))?;
    let currency = parse_currency(params)?;
    let allowed_types = parse_method_types(params)?;
    let metadata = merge_metadata(params, BTreeMap::new())?;
    let method = methods::find_or_create_method(tx, params)?;
    let id = ids::new("pi_");
    let intent = Intent {
        client_secret: ids::random(&format!("{id}_secret_"), 25),
        id,
        seq: tx.state().next_seq(),
        amount,
        currency,
        created: ids::now(),
        status: match method {
            Some(_) => IntentStatus::RequiresConfirmation,
            None => IntentStatus::RequiresPaymentMethod,
        },
        description: text(params, "description"),
        receipt_email: text(params, "receipt_email"),
        statement_descriptor_suffix: text(params, "statement_descriptor_suffix"),
        metadata,
        shipping: shipping(params),
        automatic: allowed_types.is_none(),
        allowed_types: params.has("allowed_payment_method_types").then_some(allowed_types).flatten(),
        payment_method: method.map(|method| method.id),
        latest_charge: None,
        last_error: None,
        redirect_to: None,
        canceled_at: None,
        cancellation_reason: None,
        settles_at: None,
    };
    tx.put_intent(&intent);
    let value = shapes::intents::full_intent_json(tx, &intent);
    events::record_event(tx, "payment_intent.created", &value);
    if confirming { confirm::confirm_authorized(tx, intent, params) } else { Ok(value) }
}

/// `GET /v1/payment_intents/{id}`: reads one intent.
pub(crate) fn retrieve_intent(tx: &Tx<'_>, id: &str, params: &Params) -> Result<Value, ApiError> {
    params.refuse_unknown(&["client_secret", "expand", "is_stripe_sdk"])?;
    let intent = find_authorized_intent(tx, id, params)?;
    Ok(shapes::intents::intent_json(tx, &intent))
}

/// `POST /v1/payment_intents/{id}`: updates an intent. The amount, the currency and the payment method can
/// change only while the intent is open.
pub(crate) fn update_intent(tx: &mut Tx<'_>, id: &str, params: &Params) -> Result<Value, ApiError> {
    params.refuse_unknown(&[
        "amount",
        "currency",
        "description",
        "metadata",
        "receipt_email",
        "shipping",
        "payment_method",
        "statement_descriptor_suffix",
        "expand",
    ])?;
    let mut intent = tx.intent(id)?;
    if !intent.status.is_open()
        && ["amount", "currency", "payment_method"].iter().any(|name| params.has(name))
    {
        return Err(wrong_state_error(tx, &intent, "update"));
    }
    if let Some(amount) = parse_amount(params)? {
        intent.amount = amount;
    }
    if params.has("currency") {
        intent.currency = parse_currency(params)?;
    }
    intent.metadata = merge_metadata(params, intent.metadata)?;
    if params.has("description") {
        intent.description = text(params, "description");
    }
    if params.has("receipt_email") {
        intent.receipt_email = text(params, "receipt_email");
    }
    if params.has("statement_descriptor_suffix") {
        intent.statement_descriptor_suffix = text(params, "statement_descriptor_suffix");
    }
    if params.has("shipping") {
        intent.shipping = shipping(params);
    }
    if let Some(method) = methods::find_or_create_method(tx, params)? {
        intent.payment_method = Some(method.id);
        intent.status = IntentStatus::RequiresConfirmation;
    }
    tx.put_intent(&intent);
    Ok(shapes::intents::intent_json(tx, &intent))
}

/// `POST /v1/payment_intents/{id}/cancel`: cancels an open intent.
pub(crate) fn cancel_intent(tx: &mut Tx<'_>, id: &str, params: &Params) -> Result<Value, ApiError> {
    params.refuse_unknown(&["cancellation_reason", "expand"])?;
    require_one_of(params, "cancellation_reason", REASONS)?;
    let mut intent = tx.intent(id)?;
    if !intent.status.is_open() {
        return Err(wrong_state_error(tx, &intent, "cancel"));
    }
    intent.status = IntentStatus::Canceled;
    intent.canceled_at = Some(ids::now());
    intent.cancellation_reason = text(params, "cancellation_reason");
    tx.put_intent(&intent);
    let value = shapes::intents::full_intent_json(tx, &intent);
    events::record_event(tx, "payment_intent.canceled", &value);
    Ok(value)
}

/// Returns a parameter's string, or `None` if the parameter is absent or empty.
fn text(params: &Params, name: &str) -> Option<String> {
    params.text(&[name]).map(str::to_owned)
}

/// Refuses the request if the parameter `name` has a value that isn't in `values`.
fn require_one_of(params: &Params, name: &str, values: &[&str]) -> Result<(), ApiError> {
    match params.text(&[name]) {
        Some(value) if !values.contains(&value) => Err(ApiError::parameter(
            "parameter_invalid",
            name,
            format!(
                "Invalid {name}: must be one of {} (the stand-in supports no others).",
                values.join(", ")
            ),
        )),
        _ => Ok(()),
    }
}

/// Returns the parameter `amount` in cents, or `None` if it is absent. Refuses an amount outside Stripe's limits.
pub(crate) fn parse_amount(params: &Params) -> Result<Option<i64>, ApiError> {
    match params.integer(&["amount"])? {
        Some(amount) if amount < MIN_AMOUNT => Err(ApiError::parameter(
            "amount_too_small",
            "amount",
            "The amount must be greater than or equal to the minimum charge amount allowed for your account and \
             the currency set.",
        )),
        Some(amount) if amount > MAX_AMOUNT => {
            Err(ApiError::parameter("amount_too_large", "amount", "Amount must be no more than $999,999.99."))
        }
        amount => Ok(amount),
    }
}

/// Returns the required parameter `currency` in lower case. Refuses a currency that isn't in [`CURRENCIES`].
fn parse_currency(params: &Params) -> Result<String, ApiError> {
    let code = params.text(&["currency"]).ok_or_else(|| ApiError::missing_parameter("currency"))?;
    let currency = code.to_ascii_lowercase();
    if CURRENCIES.contains(&currency.as_str()) {
        return Ok(currency);
    }
    Err(ApiError::parameter("parameter_invalid", "currency", format!("Invalid currency: {code}.")))
}

/// Returns the payment method types that a request to create an intent lists, or `None` if it lists none. Refuses
/// all types but `card`.
fn parse_method_types(params: &Params) -> Result<Option<Vec<String>>, ApiError> {
    for name in ["allowed_payment_method_types", "payment_method_types"] {
        if let Some(types) = params.list(name) {
            if let Some(other) = types.iter().find(|kind| **kind != "card") {
                return Err(ApiError::parameter(
                    "payment_intent_invalid_parameter",
                    name,
                    format!(
                        "The payment method type '{other}' is not supported by the stand-in, which supports only 'card'."
                    ),
                ));
            }
            return Ok(Some(types.into_iter().map(str::to_owned).collect()));
        }
    }
    Ok(None)
}

/// Returns the parameter `shipping` as JSON, or `None` if it is absent.
fn shipping(params: &Params) -> Option<Value> {
    params.has("shipping").then(|| {
        let at = |path: &[&'static str]| params.text(&[&["shipping"], path].concat());
        let address: Map<String, Value> = ["city", "country", "line1", "line2", "postal_code", "state"]
            .into_iter()
            .map(|field| (field.to_owned(), json!(at(&["address", field]))))
            .collect();
        json!({
            "address": address, "carrier": null, "name": at(&["name"]), "phone": at(&["phone"]),
            "tracking_number": null,
        })
    })
}
