//! Confirms intents: charges the card, declines it, or requires 3-D Secure.

use serde_json::Value;

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::delivery::events;
use crate::memory::faults::FaultKind;
use crate::memory::ids;
use crate::memory::records::{Charge, Failure, Intent, IntentStatus, Method};
use crate::memory::world::Tx;
use crate::objects::balance;
use crate::objects::cards::{Behavior, Decline, LaterEvent, NOT_A_TEST_CARD, TestCard};
use crate::objects::checks::{find_authorized_intent, wrong_state_error};
use crate::objects::disputes::{self, Claim};
use crate::objects::methods;
use crate::shapes;

/// Parameters of a request to confirm an intent.
pub(crate) const PARAMS: &[&str] = &[
    "client_secret",
    "error_on_requires_action",
    "expand",
    "is_stripe_sdk",
    "mandate_data",
    "off_session",
    "payment_method",
    "payment_method_data",
    "payment_method_options",
    "receipt_email",
    "return_url",
    "use_stripe_sdk",
];

/// `POST /v1/payment_intents/{id}/confirm`: confirms an intent with a card.
pub(crate) fn confirm(tx: &mut Tx<'_>, id: &str, params: &Params) -> Result<Value, ApiError> {
    params.refuse_unknown(PARAMS)?;
    let intent = find_authorized_intent(tx, id, params)?;
    confirm_authorized(tx, intent, params)
}

/// Confirms an intent without checking that the request may access it.
pub(crate) fn confirm_authorized(
    tx: &mut Tx<'_>,
    mut intent: Intent,
    params: &Params,
) -> Result<Value, ApiError> {
    if !intent.status.is_open() {
        return Err(wrong_state_error(tx, &intent, "confirm"));
    }
    let given_method = methods::find_or_create_method(tx, params)?;
    let method = match (given_method, &intent.payment_method) {
        (Some(given_method), _) => given_method,
        (None, Some(stored_method)) => tx.method(&stored_method.clone())?,
        (None, None) => {
            return Err(ApiError::unexpected_state(
                "payment_intent_unexpected_state",
                "You cannot confirm this PaymentIntent because it's missing a payment method. To confirm the \
                 PaymentIntent with a payment method, pass it in the payment_method parameter.",
            ));
        }
    };
    if let Some(email) = params.text(&["receipt_email"]) {
        intent.receipt_email = Some(email.to_owned());
    }
    intent.payment_method = Some(method.id.clone());
    intent.last_error = None;
    if let Some(url) = params.text(&["return_url"])
        && !(url.starts_with("https://") || url.starts_with("http://"))
    {
        return Err(ApiError::parameter("url_invalid", "return_url", "Not a valid URL"));
    }
    let handled_by_page = params.flag("use_stripe_sdk")?;
    intent.redirect_to = if handled_by_page { None } else { params.text(&["return_url"]).map(str::to_owned) };
    let behavior = match method.card.as_deref().and_then(TestCard::by_name) {
        Some(card) => card.behavior,
        None => Behavior::Declines(NOT_A_TEST_CARD),
    };
    match behavior {
        Behavior::Succeeds => succeed(tx, intent, &method, false),
        Behavior::Declines(why) => decline(tx, intent, &method, why),
        Behavior::Authenticates(_)
            if params.flag("error_on_requires_action")? || params.flag("off_session")? =>
        {
            decline(tx, intent, &method, AUTHENTICATION_REQUIRED)
        }
        Behavior::Authenticates(_) => {
            intent.status = IntentStatus::RequiresAction;
            tx.put_intent(&intent);
            let value = shapes::intents::full_intent_json(tx, &intent);
            events::record_event(tx, "payment_intent.requires_action", &value);
            Ok(shapes::intents::intent_json(tx, &intent))
        }
    }
}

const AUTHENTICATION_REQUIRED: Decline = Decline {
    code: "authentication_required",
    decline_code: Some("authentication_required"),
    message: "Your card was declined. This transaction requires authentication.",
};

/// Handles the payer's response to the 3-D Secure challenge, and returns the intent. The parameter `outcome` has the
/// response: `succeeded` passes the challenge, `look` changes nothing, and any other value fails the challenge. Also
/// changes nothing if the intent doesn't wait for a challenge.
pub(crate) fn authenticate(tx: &mut Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    params.refuse_unknown(&["payment_intent", "client_secret", "outcome"])?;
    let id = params.text(&["payment_intent"]).ok_or_else(|| ApiError::missing_parameter("payment_intent"))?;
    let mut intent = find_authorized_intent(tx, id, params)?;
    let outcome = params.text(&["outcome"]).unwrap_or_default();
    if intent.status != IntentStatus::RequiresAction || outcome == "look" {
        return Ok(shapes::intents::intent_json(tx, &intent));
    }
    let method = tx.method(intent.payment_method.as_deref().unwrap_or_default())?;
    if outcome == "succeeded" {
        let card = method.card.as_deref().and_then(TestCard::by_name);
        return match card.map(|card| card.behavior) {
            Some(Behavior::Authenticates(Some(why))) => match decline(tx, intent, &method, why) {
                // A declined card is not an error of this request. The response is the intent,
                // which contains the reason.
                Err(declined) => declined.related.payment_intent.clone().ok_or(declined),
                done => done,
            },
            _ => succeed(tx, intent, &method, true),
        };
    }
    let mut error = ApiError::invalid(
        "We are unable to authenticate your payment method. Please choose a different payment method and try \
         again.",
    )
    .code("payment_intent_authentication_failure");
    error.related.payment_method = Some(shapes::methods::method_json(&method));
    intent.status = IntentStatus::RequiresPaymentMethod;
    intent.payment_method = None;
    intent.last_error = Some(error.to_value());
    tx.put_intent(&intent);
    let value = shapes::intents::full_intent_json(tx, &intent);
    events::record_event(tx, "payment_intent.payment_failed", &value);
    Ok(shapes::intents::intent_json(tx, &intent))
}

/// Charges the card, records the events, and returns the intent as JSON. `is_authenticated` says whether
/// the payer passed 3-D Secure. If the fault `PaymentProcessing` is on, only starts the payment.
fn succeed(
    tx: &mut Tx<'_>,
    mut intent: Intent,
    method: &Method,
    is_authenticated: bool,
) -> Result<Value, ApiError> {
    if tx.world.faults.take(&FaultKind::PaymentProcessing) {
        intent.status = IntentStatus::Processing;
        intent.settles_at = tx.settles_at();
        tx.put_intent(&intent);
        let value = shapes::intents::full_intent_json(tx, &intent);
        events::record_event(tx, "payment_intent.processing", &value);
        return Ok(shapes::intents::intent_json(tx, &intent));
    }
    let mut charge = new_charge(tx, &intent, method, is_authenticated);
    charge.succeeded = true;
    let later =
        method.card.as_deref().and_then(TestCard::by_name).map_or(LaterEvent::Nothing, |card| card.later);
    charge.transaction = Some(balance::record_charge(tx, &charge, &intent, later == LaterEvent::Available));
    tx.put_charge(&charge);
    intent.status = IntentStatus::Succeeded;
    intent.latest_charge = Some(charge.id.clone());
    intent.settles_at = None;
    tx.put_intent(&intent);
    let value = shapes::charges::charge_json(&tx.world.state, &charge);
    events::record_event(tx, "charge.succeeded", &value);
    let value = shapes::intents::full_intent_json(tx, &intent);
    events::record_event(tx, "payment_intent.succeeded", &value);
    if let LaterEvent::Disputed(reason) | LaterEvent::Inquired(reason) = later {
        let inquiry = matches!(later, LaterEvent::Inquired(_));
        let claim = Claim { reason: reason.to_owned(), inquiry, amount: None, due_by: None };
        disputes::open_dispute(tx, charge, claim)?;
    }
    Ok(shapes::intents::intent_json(tx, &intent))
}

/// Records a charge that failed for the reason `why`. Always returns the error for the request.
fn decline(tx: &mut Tx<'_>, mut intent: Intent, method: &Method, why: Decline) -> Result<Value, ApiError> {
    let mut charge = new_charge(tx, &intent, method, false);
    charge.failure = Some(Failure {
        code: why.code.to_owned(),
        decline_code: why.decline_code.map(str::to_owned),
        message: why.message.to_owned(),
    });
    tx.put_charge(&charge);
    let mut error = ApiError::card(why.code, why.message);
    error.decline_code = why.decline_code;
    error.related.charge = Some(charge.id.clone());
    error.related.payment_method = Some(shapes::methods::method_json(method));
    error.param = match why.code {
        "incorrect_cvc" => Some("cvc".to_owned()),
        "expired_card" => Some("exp_month".to_owned()),
        _ => None,
    };
    intent.status = IntentStatus::RequiresPaymentMethod;
    intent.payment_method = None;
    intent.settles_at = None;
    intent.latest_charge = Some(charge.id.clone());
    intent.last_error = Some(error.to_value());
    tx.put_intent(&intent);
    let value = shapes::charges::charge_json(&tx.world.state, &charge);
    events::record_event(tx, "charge.failed", &value);
    let value = shapes::intents::full_intent_json(tx, &intent);
    events::record_event(tx, "payment_intent.payment_failed", &value);
    error.related.payment_intent = Some(shapes::intents::intent_json(tx, &intent));
    Err(error)
}

/// Returns a new charge that has neither succeeded nor failed yet. Doesn't store it.
fn new_charge(tx: &mut Tx<'_>, intent: &Intent, method: &Method, is_authenticated: bool) -> Charge {
    Charge {
        id: ids::new("ch_"),
        seq: tx.state().next_seq(),
        intent: intent.id.clone(),
        created: ids::now(),
        method: method.id.clone(),
        amount: intent.amount,
        refunded: 0,
        succeeded: false,
        failure: None,
        authenticated: is_authenticated,
        transaction: None,
        disputed: false,
    }
}

/// Settles the processing payment of the intent with this id: charges the card if `succeeds` is true,
/// or else declines it.
pub(crate) fn settle_intent(tx: &mut Tx<'_>, id: &str, succeeds: bool) -> Result<Value, ApiError> {
    let intent = tx.intent(id)?;
    if intent.status != IntentStatus::Processing {
        return Err(wrong_state_error(tx, &intent, "settle"));
    }
    let method = tx.method(intent.payment_method.as_deref().unwrap_or_default())?;
    if succeeds {
        return succeed(tx, intent, &method, false);
    }
    let why = Decline {
        code: "card_declined",
        decline_code: Some("generic_decline"),
        message: "Your card was declined.",
    };
    match decline(tx, intent, &method, why) {
        Err(declined) => declined.related.payment_intent.clone().ok_or(declined),
        done => done,
    }
}
