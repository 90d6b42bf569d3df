//! The steps of handling a request: API key, parameters, faults, idempotency, work, saving, and the
//! response.

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

/// The request as the sandbox received it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    pub method: String,
    pub path: String,
    pub query: String,
    pub body: String,
    pub authorization: Option<String>,
    pub idempotency_key: Option<String>,
    pub version: Option<String>,
}

/// The response to a request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    pub status: u16,
    pub body: Value,
    pub request: String,
    /// Id of the first request with the same idempotency key, if this response repeats its response.
    pub original: Option<String>,
    /// Whether to drop the connection instead of responding.
    pub lost: bool,
}

impl Answer {
    fn new(request: String, result: Result<Value, ApiError>) -> Self {
        let (status, body) = match result {
            Ok(body) => (200, body),
            Err(error) => (error.status, error.body()),
        };
        Self { status, body, request, original: None, lost: false }
    }
}

/// Handles a request in all its steps.
pub(crate) async fn run(shared: Arc<Shared>, request: Request) -> Answer {
    let id = ids::random("req_", 14);
    shared.world().calls += 1;
    let (call, params) = match read(&shared, &request, &id) {
        Ok(read) => read,
        Err(error) => return Answer::new(id, Err(error)),
    };
    let trouble = shared.world().faults.take_for_call(&request.method, &request.path);
    if let Some(status) = trouble.error_before {
        return Answer::new(id, Err(ApiError::fault(status)));
    }
    let key = call.idempotency_key.clone().filter(|_| request.method == "POST");
    let fingerprint = idempotency::fingerprint(&request.method, &request.path, &params);
    if let Some(key) = &key {
        let met = idempotency::begin(&mut shared.world(), key, &fingerprint);
        match met {
            Ok(KeyLookup::First) => {}
            Ok(KeyLookup::Again { status, body, original }) => {
                let answer =
                    Answer { status, body, request: id, original: Some(original), lost: trouble.lost };
                tokio::time::sleep(trouble.slow_before + trouble.slow_after).await;
                return answer;
            }
            Err(error) => return Answer::new(id, Err(error)),
        }
    }
    tokio::time::sleep(trouble.slow_before).await;
    let answer = work(&shared, &request, call, &params, id, key.as_deref(), &fingerprint, &trouble).await;
    tokio::time::sleep(trouble.slow_after).await;
    answer
}

fn read(shared: &Shared, request: &Request, id: &str) -> Result<(Call, Params), ApiError> {
    let mut params = Params::parse(&request.query)?;
    params.extend(&request.body)?;
    let parameter = params.remove("key");
    let caller = auth::caller(&shared.settings, request.authorization.as_deref(), parameter.as_deref())?;
    // Since this API version, the account's settings and `allowed_payment_method_types` replace
    // `payment_method_types`.
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

#[expect(clippy::too_many_arguments, reason = "these are all parts of one call")]
async fn work(
    shared: &Shared,
    request: &Request,
    call: Call,
    params: &Params,
    id: String,
    key: Option<&str>,
    fingerprint: &str,
    trouble: &CallFaults,
) -> Answer {
    let act = |tx: &mut Tx<'_>| {
        let mut result = match trouble.error_instead {
            Some(status) => Err(ApiError::replayed_fault(status)),
            None => api::route(tx, &request.method, &request.path, params),
        };
        if let Some(status) = trouble.error_after {
            result = Err(ApiError::replayed_fault(status));
        }
        let executed = result.as_ref().map_or_else(|error| error.executed, |_| true);
        let mut answer = Answer::new(id, result);
        answer.lost = trouble.lost;
        if let Some(key) = key {
            let stored_answer = executed.then_some((answer.status, &answer.body));
            idempotency::end(tx.world, key, fingerprint, &answer.request, stored_answer);
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

/// Refuses control requests without the secret key.
pub(crate) fn only_server(shared: &Shared, authorization: Option<&str>) -> Result<(), ApiError> {
    match auth::caller(&shared.settings, authorization, None)? {
        Caller::Server => Ok(()),
        Caller::Browser => Err(ApiError::forbidden("Control calls need the secret key.")),
    }
}
