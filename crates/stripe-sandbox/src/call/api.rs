//! The API requests under `/v1`: routing and permissions.

use serde_json::Value;

use crate::call::errors::ApiError;
use crate::call::expand;
use crate::call::form::Params;
use crate::call::list;
use crate::delivery::events;
use crate::memory::ids;
use crate::memory::world::{Caller, Tx};
use crate::objects::balance;
use crate::objects::confirm;
use crate::objects::disputes;
use crate::objects::intents;
use crate::objects::methods;
use crate::objects::payouts;
use crate::objects::refunds;
use crate::shapes;

/// Performs one API request. The parameter `expand` lists fields of the response. Replaces the ids in these
/// fields with their objects.
pub(crate) fn perform_request(
    tx: &mut Tx<'_>,
    method: &str,
    path: &str,
    params: &Params,
) -> Result<Value, ApiError> {
    let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
    if tx.call.caller == Caller::Browser {
        check_allowed_for_pages(method, &segments)?;
    }
    let value = match (method, segments.as_slice()) {
        ("POST", ["v1", "payment_intents"]) => intents::create_intent(tx, params),
        ("GET", ["v1", "payment_intents"]) => list::list_intents(tx, params),
        ("GET", ["v1", "payment_intents", id]) => intents::retrieve_intent(tx, id, params),
        ("POST", ["v1", "payment_intents", id]) => intents::update_intent(tx, id, params),
        ("POST", ["v1", "payment_intents", id, "confirm"]) => confirm::confirm(tx, id, params),
        ("POST", ["v1", "payment_intents", id, "cancel"]) => intents::cancel_intent(tx, id, params),
        ("POST", ["v1", "refunds"]) => refunds::create_refund(tx, params),
        ("GET", ["v1", "refunds"]) => list::list_refunds(tx, params),
        ("GET", ["v1", "refunds", id]) => refunds::retrieve_refund(tx, id),
        ("POST", ["v1", "refunds", id]) => refunds::update_refund(tx, id, params),
        ("GET", ["v1", "charges"]) => list::list_charges(tx, params),
        ("GET", ["v1", "charges", id]) => {
            tx.charge(id).map(|charge| shapes::charges::charge_json(&tx.world.state, &charge))
        }
        ("GET", ["v1", "disputes"]) => list::list_disputes(tx, params),
        ("GET", ["v1", "disputes", id]) => disputes::retrieve_dispute(tx, id),
        ("POST", ["v1", "disputes", id]) => disputes::update_dispute(tx, id, params),
        ("POST", ["v1", "disputes", id, "close"]) => disputes::close_dispute(tx, id, params),
        ("GET", ["v1", "balance"]) => Ok(shapes::balance::balance_json(&tx.world.state, ids::now())),
        ("GET", ["v1", "balance_transactions"]) => list::list_transactions(tx, params),
        ("GET", ["v1", "balance_transactions", id]) => balance::retrieve_transaction(tx, id),
        ("POST", ["v1", "payouts"]) => payouts::create_payout(tx, params),
        ("GET", ["v1", "payouts"]) => list::list_payouts(tx, params),
        ("GET", ["v1", "payouts", id]) => payouts::retrieve_payout(tx, id),
        ("POST", ["v1", "payouts", id]) => payouts::update_payout(tx, id, params),
        ("POST", ["v1", "payouts", id, "cancel"]) => payouts::cancel_payout(tx, id),
        ("GET", ["v1", "events"]) => list::list_events(tx, params),
        ("GET", ["v1", "events", id]) => events::retrieve_event(tx, id),
        ("GET", ["v1", "webhook_endpoints"]) => list::list_endpoints(tx, params),
        ("POST", ["v1", "payment_methods"]) => methods::create_method(tx, params),
        ("GET", ["v1", "payment_methods", id]) => {
            tx.method(id).map(|method| shapes::methods::method_json(&method))
        }
        _ => Err(ApiError::no_such_url(method, path)),
    }?;
    expand::expand(tx, value, params)
}

/// Refuses requests that Stripe doesn't allow with a publishable key. `segments` are the parts of the path.
fn check_allowed_for_pages(method: &str, segments: &[&str]) -> Result<(), ApiError> {
    match (method, segments) {
        ("GET", ["v1", "payment_intents", _])
        | ("POST", ["v1", "payment_intents", _, "confirm"] | ["v1", "payment_methods"]) => Ok(()),
        _ => Err(ApiError::forbidden(
            "This API call cannot be made with a publishable API key. Please use a secret API key.",
        )),
    }
}
