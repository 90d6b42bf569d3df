//! Error responses in Stripe's format: `{"error": {"type", "code", "message", …}}`.

use serde_json::{Map, Value, json};

/// The objects that an error response includes: a charge's id, and a payment intent and a payment method as JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RelatedObjects {
    pub charge: Option<String>,
    pub payment_intent: Option<Value>,
    pub payment_method: Option<Value>,
}

/// An error response. `kind` is Stripe's error type, and `param` the name of the parameter that caused the error.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ApiError {
    pub status: u16,
    pub kind: &'static str,
    pub code: Option<&'static str>,
    pub decline_code: Option<&'static str>,
    pub message: String,
    pub param: Option<String>,
    pub related: Box<RelatedObjects>,
    /// Whether the error occurred after validation, while the sandbox performed the request. The sandbox stores only
    /// such errors under the idempotency key.
    pub executed: bool,
}

impl ApiError {
    /// Creates an error with an HTTP status and with Stripe's error type `kind`.
    fn new(status: u16, kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            kind,
            code: None,
            decline_code: None,
            message: message.into(),
            param: None,
            related: Box::default(),
            executed: false,
        }
    }

    /// Creates the error for an invalid request, with status 400.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(400, "invalid_request_error", message)
    }

    /// Creates the error for an invalid value of the parameter `param`. `code` is Stripe's error code.
    pub(crate) fn parameter(code: &'static str, param: &str, message: impl Into<String>) -> Self {
        Self::invalid(message).code(code).param(param)
    }

    /// Creates the error for a request without the required parameter `param`.
    pub(crate) fn missing_parameter(param: &str) -> Self {
        Self::parameter("parameter_missing", param, format!("Missing required param: {param}."))
    }

    /// Creates the error for a missing or unknown API key, with status 401.
    pub(crate) fn unauthorized(message: impl Into<String>) -> Self {
        Self::new(401, "invalid_request_error", message)
    }

    /// Creates the error for a request that a publishable key doesn't allow, with status 403.
    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(403, "invalid_request_error", message).code("secret_key_required")
    }

    /// Creates the error for an unknown id, with status 404. `object` is the kind of object, and `param`
    /// the parameter with the id.
    pub(crate) fn not_found(object: &str, id: &str, param: &str) -> Self {
        Self::new(404, "invalid_request_error", format!("No such {object}: '{id}'"))
            .code("resource_missing")
            .param(param)
    }

    /// Creates the error for a request that the sandbox doesn't support, with status 404.
    pub(crate) fn no_such_url(method: &str, path: &str) -> Self {
        Self::new(
            404,
            "invalid_request_error",
            format!("Unrecognized request URL ({method}: {path}). The stand-in doesn't support it."),
        )
    }

    /// Creates the error for a request that the object's state doesn't allow.
    pub(crate) fn unexpected_state(code: &'static str, message: impl Into<String>) -> Self {
        let mut error = Self::invalid(message).code(code);
        error.executed = true;
        error
    }

    /// Creates the error for a declined card or invalid card details, with status 402.
    pub(crate) fn card(code: &'static str, message: impl Into<String>) -> Self {
        let mut error = Self::new(402, "card_error", message).code(code);
        error.executed = true;
        error
    }

    /// Creates the error for an idempotency key that an earlier request used with other parameters.
    pub(crate) fn idempotency_mismatch(key: &str) -> Self {
        Self::new(
            400,
            "idempotency_error",
            format!(
                "Keys for idempotent requests can only be used with the same parameters they were first used \
                 with. Try using a key other than '{key}' if you meant to execute a different request."
            ),
        )
    }

    /// Creates the error for an idempotency key that a request in progress uses.
    pub(crate) fn idempotency_in_use(key: &str) -> Self {
        Self::new(
            409,
            "idempotency_error",
            format!("There is currently another in-progress request using this Idempotent Key: {key}."),
        )
        .code("idempotency_key_in_use")
    }

    /// Creates the error response that an injected fault causes.
    pub(crate) fn fault(status: u16) -> Self {
        if status == 429 {
            Self::new(429, "rate_limit_error", "Too many requests hit the API too quickly.")
                .code("rate_limit")
        } else {
            Self::new(
                status,
                "api_error",
                "Sorry! There was an error while talking to the stand-in (a fault).",
            )
        }
    }

    /// Like [`Self::fault`], but retries with the same idempotency key get the same error.
    pub(crate) fn replayed_fault(status: u16) -> Self {
        Self { executed: true, ..Self::fault(status) }
    }

    /// Returns the error, changed to have this error code.
    pub(crate) fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// Returns the error, changed to name the parameter `param` as its cause.
    pub(crate) fn param(mut self, param: &str) -> Self {
        self.param = Some(param.to_owned());
        self
    }

    /// Returns the error as JSON: the value of `error` in a response, and of `last_payment_error` in a failed intent.
    pub(crate) fn to_value(&self) -> Value {
        let mut error = Map::new();
        let mut put = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                error.insert(name.to_owned(), value);
            }
        };
        put("charge", self.related.charge.clone().map(Value::from));
        put("code", self.code.map(Value::from));
        put("decline_code", self.decline_code.map(Value::from));
        put(
            "doc_url",
            self.code
                .map(|code| json!(format!("https://docs.stripe.com/error-codes#{}", code.replace('_', "-")))),
        );
        put("message", Some(json!(self.message)));
        put("param", self.param.clone().map(Value::from));
        put("payment_intent", self.related.payment_intent.clone());
        put("payment_method", self.related.payment_method.clone());
        put("type", Some(json!(self.kind)));
        Value::Object(error)
    }

    /// Returns the JSON body of the error response.
    pub(crate) fn body(&self) -> Value {
        json!({ "error": self.to_value() })
    }
}
