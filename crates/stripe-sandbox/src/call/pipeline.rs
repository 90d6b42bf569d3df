//! Handles a request in steps: parses its parameters, checks its API key, applies faults, looks up its idempotency
//! key, performs the request, and saves the state.

use std::sync::Arc;

use serde_json::Value;

use crate::call::api;
use crate::call::auth;
use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::call::idempotency::{self, KeyLookup};
use crate::memory::faults::CallFaults;
use crate::memory::ids;
use crate::memory::world::{Call, Caller, Shared, Tx};

/// An HTTP request under `/v1`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    pub method: String,
    pub path: String,
    pub query: String,
    pub body: String,
    pub authorization: Option<String>,
    pub idempotency_key: Option<String>,
    /// API version in the header `Stripe-Version`, if the request has one.
    pub version: Option<String>,
}

/// The response to a [`Request`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    pub status: u16,
    pub body: Value,
    /// Id of the request.
    pub request: String,
    /// If this is the stored response to an earlier request with the same idempotency key, the earlier request's id.
    pub original: Option<String>,
    /// Whether to drop the connection instead of responding.
    pub drops_connection: bool,
}

impl Answer {
    /// Creates the response to the request with the id `request`.
    fn new(request: String, result: Result<Value, ApiError>) -> Self {
        let (status, body) = match result {
            Ok(body) => (200, body),
            Err(error) => (error.status, error.body()),
        };
        Self { status, body, request, original: None, drops_connection: false }
    }
}

/// Handles a request under `/v1` with the effects of active faults, and returns the response.
pub(crate) async fn handle_request(shared: Arc<Shared>, request: Request) -> Answer {
    let id = ids::random("req_", 14);
    shared.world().calls += 1;
    let (call, params) = match parse_and_authenticate(&shared, &request, &id) {
        Ok(read) => read,
        Err(error) => return Answer::new(id, Err(error)),
    };
    let faults = shared.world().faults.take_for_call(&request.method, &request.path);
    if let Some(status) = faults.error_before {
        return Answer::new(id, Err(ApiError::fault(status)));
    }
    let key = call.idempotency_key.clone().filter(|_| request.method == "POST");
    let fingerprint = idempotency::fingerprint(&request.method, &request.path, &params);
    if let Some(key) = &key {
        let met = idempotency::start_request(&mut shared.world(), key, &fingerprint);
        match met {
            Ok(KeyLookup::First) => {}
            Ok(KeyLookup::Again { status, body, original }) => {
                let answer = Answer {
                    status,
                    body,
                    request: id,
                    original: Some(original),
                    drops_connection: faults.drops_connection,
                };
                tokio::time::sleep(faults.slow_before + faults.slow_after).await;
                return answer;
            }
            Err(error) => return Answer::new(id, Err(error)),
        }
    }
    tokio::time::sleep(faults.slow_before).await;
    let answer =
        perform_with_faults(&shared, &request, call, &params, id, key.as_deref(), &fingerprint, &faults)
            .await;
    tokio::time::sleep(faults.slow_after).await;
    answer
}

/// Checks a request's API key. Returns the request's caller, id and idempotency key, and its parameters.
/// `id` is the request's id.
fn parse_and_authenticate(shared: &Shared, request: &Request, id: &str) -> Result<(Call, Params), ApiError> {
    let mut params = Params::parse(&request.query)?;
    params.extend(&request.body)?;
    let parameter = params.take_text("key");
    let caller =
        auth::identify_caller(&shared.settings, request.authorization.as_deref(), parameter.as_deref())?;
    // API versions with the name `endive` don't have the parameter `payment_method_types`. Requests use
    // `allowed_payment_method_types` or rely on the account's settings.
    if request.version.as_deref().is_some_and(|version| version.ends_with(".endive"))
        && params.has("payment_method_types")
    {
        return Err(ApiError::parameter(
            "parameter_unknown",
            "payment_method_types",
            "Received unknown parameter: payment_method_types. Did you mean allowed_payment_method_types?",
        ));
    }
    let idempotency_key = request.idempotency_key.clone();
    Ok((Call { caller, request: Some(id.to_owned()), idempotency_key }, params))
}

/// Performs the request with the id `id`, with the effects of active faults. Stores the response under the idempotency
/// key `key`, unless validation failed. Waits until the state is saved, except for a GET request.
#[expect(clippy::too_many_arguments, reason = "these are all parts of one call")]
async fn perform_with_faults(
    shared: &Shared,
    request: &Request,
    call: Call,
    params: &Params,
    id: String,
    key: Option<&str>,
    fingerprint: &str,
    faults: &CallFaults,
) -> Answer {
    let act = |tx: &mut Tx<'_>| {
        let mut result = match faults.error_instead {
            Some(status) => Err(ApiError::replayed_fault(status)),
            None => api::perform_request(tx, &request.method, &request.path, params),
        };
        if let Some(status) = faults.error_after {
            result = Err(ApiError::replayed_fault(status));
        }
        let executed = result.as_ref().map_or_else(|error| error.executed, |_| true);
        let mut answer = Answer::new(id, result);
        answer.drops_connection = faults.drops_connection;
        if let Some(key) = key {
            let stored_answer = executed.then_some((answer.status, &answer.body));
            idempotency::finish_request(tx.world, key, fingerprint, &answer.request, stored_answer);
        }
        answer
    };
    if request.method == "GET" {
        return shared.read(call, act);
    }
    let (answer, version) = shared.transact(call, act);
    shared.wait_until_saved(version).await;
    answer
}

/// Refuses a control request if its `Authorization` header doesn't contain the secret key.
pub(crate) fn require_secret_key(shared: &Shared, authorization: Option<&str>) -> Result<(), ApiError> {
    match auth::identify_caller(&shared.settings, authorization, None)? {
        Caller::Server => Ok(()),
        Caller::Browser => Err(ApiError::forbidden("Control calls need the secret key.")),
    }
}
