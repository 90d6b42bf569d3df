//! Payment methods: cards that a user typed into the card form, or test cards that a token names.

use chrono::Datelike;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::memory::ids;
use crate::memory::records::Method;
use crate::memory::world::{Caller, Tx};
use crate::objects::cards::{self, TestCard};
use crate::shapes;

/// `POST /v1/payment_methods`: creates a payment method from card details.
pub(crate) fn create_method(tx: &mut Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    params.refuse_unknown(&["type", "card", "billing_details", "metadata", "allow_redisplay", "expand"])?;
    let method = create_from_params(tx, params, &[])?;
    Ok(shapes::methods::method_json(&method))
}

/// Returns the payment method of a request, if any: the one that the parameter `payment_method` names by its id or
/// by a test card's token, or a new one that the parameter `payment_method_data` describes.
pub(crate) fn find_or_create_method(tx: &mut Tx<'_>, params: &Params) -> Result<Option<Method>, ApiError> {
    if let Some(token) = params.text(&["payment_method"]) {
        let token = token.to_owned();
        return match TestCard::by_token(&token) {
            Some(card) => Ok(Some(store_test_card(tx, card))),
            None => tx.method(&token).map(Some),
        };
    }
    if params.has("payment_method_data") {
        return create_from_params(tx, params, &["payment_method_data"]).map(Some);
    }
    Ok(None)
}

/// Stores a new payment method for a test card, and returns it.
pub(crate) fn store_test_card(tx: &mut Tx<'_>, card: &TestCard) -> Method {
    let typed = cards::TypedCard {
        number: card.number.to_owned(),
        exp_month: 12,
        exp_year: i64::from(ids::system_time().year()) + 3,
    };
    store_card(tx, &typed, Some(card), true, empty_billing())
}

/// Creates a payment method from the parameters nested under the names in `under`, or from the parameters at the top
/// level if `under` is empty. Refuses a card number if the request uses the secret key.
fn create_from_params(tx: &mut Tx<'_>, params: &Params, under: &[&str]) -> Result<Method, ApiError> {
    let at = |path: &[&'static str]| params.text(&[under, path].concat());
    let name = |field: &str| [under, &[field]].concat().join(".");
    match at(&["type"]) {
        None => return Err(ApiError::missing_parameter(&name("type"))),
        Some("card") => {}
        Some(other) => {
            return Err(ApiError::parameter(
                "payment_method_unsupported_type",
                &name("type"),
                format!(
                    "The payment method type '{other}' is not supported by the stand-in, which supports only 'card'."
                ),
            ));
        }
    }
    let billing = billing_details(params, under);
    if let Some(token) = at(&["card", "token"]) {
        let card =
            TestCard::by_token(token).ok_or_else(|| ApiError::not_found("token", token, "card[token]"))?;
        let method = store_test_card(tx, card);
        return Ok(method);
    }
    if tx.call.caller == Caller::Server {
        let mut error = ApiError::card(
            "secret_key_required",
            "Sending credit card numbers directly to the API with a secret key is unsafe, and refused. Use the \
             card form, or a test token such as pm_card_visa.",
        );
        error.kind = "invalid_request_error";
        error.code = None;
        return Err(error);
    }
    let required = |path: &[&'static str], field: &str| {
        at(path).ok_or_else(|| ApiError::missing_parameter(&name(field)))
    };
    let typed = cards::check_card(
        required(&["card", "number"], "card[number]")?,
        required(&["card", "exp_month"], "card[exp_month]")?,
        required(&["card", "exp_year"], "card[exp_year]")?,
        at(&["card", "cvc"]),
        ids::now(),
    )?;
    let card = TestCard::by_number(&typed.number);
    Ok(store_card(tx, &typed, card, at(&["card", "cvc"]).is_some(), billing))
}

/// Stores a card as a payment method, with only the last four digits and a part of the hash of the card's
/// number. `card` is the test card with this number, if there is one.
fn store_card(
    tx: &mut Tx<'_>,
    typed: &cards::TypedCard,
    card: Option<&TestCard>,
    cvc_given: bool,
    billing: Value,
) -> Method {
    let fingerprint = hex::encode(Sha256::digest(typed.number.as_bytes())).chars().take(16).collect();
    let method = Method {
        id: ids::new("pm_"),
        seq: tx.state().next_seq(),
        created: ids::now(),
        card: card.map(|card| card.name.to_owned()),
        brand: card.map_or_else(|| cards::brand_of(&typed.number), TestCard::brand).to_owned(),
        funding: card.map_or("credit", TestCard::funding).to_owned(),
        last4: cards::last4(&typed.number),
        exp_month: typed.exp_month,
        exp_year: typed.exp_year,
        fingerprint,
        cvc_given,
        billing,
    };
    tx.state().methods.insert(method.id.clone(), method.clone());
    method
}

/// Returns billing details without any values, as JSON.
fn empty_billing() -> Value {
    let address = json!({ "city": null, "country": null, "line1": null, "line2": null, "postal_code": null, "state": null });
    json!({ "address": address, "email": null, "name": null, "phone": null, "tax_id": null })
}

/// Returns the parameter `billing_details` that is nested under the names in `under`, as JSON.
fn billing_details(params: &Params, under: &[&str]) -> Value {
    let at = |path: &[&'static str]| params.text(&[under, &["billing_details"], path].concat());
    json!({
        "address": {
            "city": at(&["address", "city"]), "country": at(&["address", "country"]),
            "line1": at(&["address", "line1"]), "line2": at(&["address", "line2"]),
            "postal_code": at(&["address", "postal_code"]), "state": at(&["address", "state"]),
        },
        "email": at(&["email"]), "name": at(&["name"]), "phone": at(&["phone"]), "tax_id": null,
    })
}
