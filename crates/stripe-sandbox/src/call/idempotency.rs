//! Idempotency keys: a request with the same key and parameters as an earlier one gets the earlier response.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::memory::ids;
use crate::memory::records::StoredResponse;
use crate::memory::text::StoredJson;
use crate::memory::world::World;

/// Maximum length of an idempotency key, in bytes.
const MAX_KEY_LENGTH: usize = 255;

/// The outcome of looking up an idempotency key.
#[derive(Debug, PartialEq)]
pub(crate) enum KeyLookup {
    /// The key is new. The caller must perform the request, then call [`finish_request`].
    First,
    /// An earlier request had this key. The caller must return this stored response. `original` is
    /// the earlier request's id.
    Again { status: u16, body: Value, original: String },
}

/// Returns a hash that is the same for requests with the same method, path and parameters.
pub(crate) fn fingerprint(method: &str, path: &str, params: &Params) -> String {
    hex::encode(Sha256::digest(format!("{method} {path}\n{}", params.canonical())))
}

/// Registers the start of a request with the idempotency key `key`. `fingerprint` is the request's
/// hash. Refuses a key of invalid length, a key that an earlier request used with other parameters,
/// and a key that a request in progress uses.
pub(crate) fn start_request(world: &mut World, key: &str, fingerprint: &str) -> Result<KeyLookup, ApiError> {
    if key.is_empty() || key.len() > MAX_KEY_LENGTH {
        return Err(ApiError::invalid("The Idempotency-Key must have 1 to 255 characters."));
    }
    if let Some(answered) = world.state.answered.get(key) {
        if answered.params != fingerprint {
            return Err(ApiError::idempotency_mismatch(key));
        }
        return Ok(KeyLookup::Again {
            status: answered.status,
            body: answered.body.value(),
            original: answered.request.clone(),
        });
    }
    if world.in_flight.insert(key.to_owned()) {
        Ok(KeyLookup::First)
    } else {
        Err(ApiError::idempotency_in_use(key))
    }
}

/// Registers the end of the request with the id `request`. Stores `answer`, its status and body, for
/// retries with the same idempotency key. If `answer` is `None`, a retry performs the request again.
pub(crate) fn finish_request(
    world: &mut World,
    key: &str,
    fingerprint: &str,
    request: &str,
    answer: Option<(u16, &Value)>,
) {
    world.in_flight.remove(key);
    if let Some((status, body)) = answer {
        let answered = StoredResponse {
            seq: world.state.next_seq(),
            params: fingerprint.to_owned(),
            status,
            body: StoredJson::of(body),
            request: request.to_owned(),
            at: ids::now(),
        };
        world.state.answered.insert(key.to_owned(), answered);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_repeated_idempotency_key_replays_the_response_and_refuses_other_parameters() {
        let mut world = World::default();
        assert_eq!(start_request(&mut world, "key", "a"), Ok(KeyLookup::First));
        assert_eq!(start_request(&mut world, "key", "a").unwrap_err().status, 409);
        finish_request(&mut world, "key", "a", "req_1", Some((500, &json!({ "error": 1 }))));
        let again = KeyLookup::Again { status: 500, body: json!({ "error": 1 }), original: "req_1".into() };
        assert_eq!(start_request(&mut world, "key", "a"), Ok(again));
        assert_eq!(start_request(&mut world, "key", "b").unwrap_err().kind, "idempotency_error");
    }

    #[test]
    fn an_idempotency_key_stays_unused_if_its_request_was_not_executed() {
        let mut world = World::default();
        assert_eq!(start_request(&mut world, "key", "a"), Ok(KeyLookup::First));
        finish_request(&mut world, "key", "a", "req_1", None);
        assert_eq!(start_request(&mut world, "key", "b"), Ok(KeyLookup::First));
    }
}
