//! Implements `expand[]`: replaces ids in a response with their objects.

use serde_json::{Value, json};

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::memory::ids;
use crate::memory::world::{Caller, Tx};
use crate::shapes;

/// Maximum number of field names in one path of `expand[]`.
const MAX_DEPTH: usize = 4;
/// Prefixes of the ids that the sandbox can replace with their objects.
const EXPANDABLE_PREFIXES: &[&str] = &["ch_", "du_", "pi_", "pm_", "po_", "re_", "txn_"];

/// Replaces the ids in the response `value` with their objects, in each field that the parameter `expand` lists.
pub(crate) fn expand(tx: &Tx<'_>, mut value: Value, params: &Params) -> Result<Value, ApiError> {
    for path in params.list("expand").unwrap_or_default() {
        if tx.call.caller == Caller::Browser && path != "payment_method" {
            return Err(ApiError::forbidden(format!("A publishable key cannot expand {path}.")));
        }
        let names: Vec<&str> = path.split('.').collect();
        if names.len() > MAX_DEPTH || !replace(tx, &mut value, &names) {
            return Err(ApiError::parameter(
                "parameter_invalid",
                "expand",
                format!("This property cannot be expanded ({path})."),
            ));
        }
    }
    Ok(value)
}

/// Replaces ids in `value` with their objects. `names` is the path of field names that leads to the ids.
/// Returns false if a request can't expand this path.
fn replace(tx: &Tx<'_>, value: &mut Value, names: &[&str]) -> bool {
    let Some((first, rest)) = names.split_first() else { return true };
    if let Some(items) = value.as_array_mut() {
        return items.iter_mut().all(|item| replace(tx, item, names));
    }
    let Some(found) = value.get_mut(*first) else {
        // A request may expand `failure_balance_transaction` although only a failed refund has this field.
        return *first == "refunds" && add_refunds(tx, value) || *first == "failure_balance_transaction";
    };
    if let Some(id) = found.as_str() {
        if !EXPANDABLE_PREFIXES.iter().any(|prefix| id.starts_with(prefix)) {
            return false;
        }
        match find_object(tx, id) {
            Some(named) => *found = named,
            // The sandbox may have deleted the object with this id, because it keeps only the newest objects.
            None => return true,
        }
    }
    found.is_null() || replace(tx, found, rest)
}

/// Adds the field `refunds` to a charge. A charge has this field only if the request expands it. Returns
/// false if `charge` isn't a JSON object.
fn add_refunds(tx: &Tx<'_>, charge: &mut Value) -> bool {
    let Some(fields) = charge.as_object_mut() else { return false };
    let id = fields.get("id").and_then(Value::as_str).unwrap_or_default();
    let data: Vec<Value> =
        tx.world.state.refunds_of(id).into_iter().map(shapes::refunds::refund_json).collect();
    let url = format!("/v1/charges/{id}/refunds");
    fields.insert(
        "refunds".to_owned(),
        json!({ "object": "list", "data": data, "has_more": false, "url": url }),
    );
    true
}

/// Returns the object with this id as JSON. Returns `None` if the sandbox doesn't have it or can't expand
/// this kind of object.
fn find_object(tx: &Tx<'_>, id: &str) -> Option<Value> {
    let state = &tx.world.state;
    let (prefix, _) = id.split_once('_')?;
    match prefix {
        "ch" => state.charges.get(id).map(|charge| shapes::charges::charge_json(state, charge)),
        "du" => state.disputes.get(id).map(|dispute| shapes::disputes::dispute_json(state, dispute)),
        "pi" => state.intents.get(id).map(|intent| shapes::intents::full_intent_json(tx, intent)),
        "pm" => state.methods.get(id).map(shapes::methods::method_json),
        "po" => state.payouts.get(id).map(shapes::payouts::payout_json),
        "re" => state.refunds.get(id).map(shapes::refunds::refund_json),
        "txn" => state
            .transactions
            .get(id)
            .map(|transaction| shapes::balance::transaction_json(transaction, ids::now())),
        _ => None,
    }
}
