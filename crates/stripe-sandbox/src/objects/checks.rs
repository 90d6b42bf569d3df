//! Checks that several requests share: access to an intent, its state, and metadata.

use std::collections::BTreeMap;

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::memory::records::{Intent, IntentStatus};
use crate::memory::world::{Caller, Tx};
use crate::shapes;

/// Returns the intent that a request is about. Fails if the request has a client secret that isn't the
/// intent's, or if a browser sent none.
pub(crate) fn find_authorized_intent(tx: &Tx<'_>, id: &str, params: &Params) -> Result<Intent, ApiError> {
    let intent = tx.intent(id)?;
    let secret = params.text(&["client_secret"]);
    if secret.is_some_and(|secret| secret != intent.client_secret) {
        return Err(ApiError::parameter(
            "payment_intent_invalid_parameter",
            "client_secret",
            "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
        ));
    }
    if tx.call.caller == Caller::Browser && secret.is_none() {
        return Err(ApiError::missing_parameter("client_secret"));
    }
    Ok(intent)
}

/// Returns the error for a request that the intent's status doesn't allow. `verb` says what the request
/// would do, such as `confirm`.
pub(crate) fn wrong_state_error(tx: &Tx<'_>, intent: &Intent, verb: &str) -> ApiError {
    let why = match intent.status {
        IntentStatus::Succeeded if verb == "confirm" => {
            "because it has already succeeded after being previously confirmed".to_owned()
        }
        other => format!("because it has a status of {}", other.as_str()),
    };
    let message = format!("You cannot {verb} this PaymentIntent {why}.");
    let mut error = ApiError::unexpected_state("payment_intent_unexpected_state", message);
    error.related.payment_intent = Some(shapes::intents::intent_json(tx, intent));
    error
}

/// Merges the metadata in `params` into the existing metadata, as Stripe does: adds or replaces names,
/// and removes names with an empty value. Removes all names if the parameter `metadata` is empty.
pub(crate) fn merge_metadata(
    params: &Params,
    mut existing: BTreeMap<String, String>,
) -> Result<BTreeMap<String, String>, ApiError> {
    let Some(entries) = params.map("metadata") else { return Ok(existing) };
    if entries.is_empty() {
        return Ok(entries);
    }
    for (name, value) in entries {
        if name.chars().count() > 40 || value.chars().count() > 500 {
            return Err(ApiError::parameter(
                "parameter_invalid",
                "metadata",
                "Metadata names can have up to 40 characters, values up to 500.",
            ));
        }
        if value.is_empty() {
            existing.remove(&name);
        } else {
            existing.insert(name, value);
        }
    }
    if existing.len() > 50 {
        return Err(ApiError::parameter("parameter_invalid", "metadata", "Metadata can have up to 50 keys."));
    }
    Ok(existing)
}
