//! The HTTP client for Stripe. The client sends the requests that async-stripe builds, because that library's
//! own client can't add the trace header.

use std::fmt::Write;

use bytes::Bytes;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, InvalidHeaderValue};
use reqwest::{Client, Method, Url};
use stripe::{CustomizedStripeRequest, StripeError};
use stripe_client_core::{RequestBuilder, SharedConfigBuilder, StripeClient, StripeMethod};
use traces::{OutgoingCall, TRACEPARENT};
use tracing::Instrument;

use crate::failures::{CONNECT, UNREADABLE_ERROR};

/// Base URL of Stripe's API.
const STRIPE: &str = "https://api.stripe.com";
const VERSION: HeaderName = HeaderName::from_static("stripe-version");
const KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// An HTTP client that authenticates with the account's secret key.
#[derive(Clone, Debug)]
pub(crate) struct Wire {
    client: Client,
    base: String,
}

impl Wire {
    /// Creates a client for the API at the base URL `base`; `None` means Stripe's own. Fails if the URL
    /// or the key is invalid, or if TLS isn't available.
    pub(crate) fn new(secret_key: &str, base: Option<&str>) -> Result<Self, StripeError> {
        let config = SharedConfigBuilder::new(secret_key);
        let base = base.unwrap_or(STRIPE).trim_end_matches('/').to_owned();
        Url::parse(&base).map_err(|error| StripeError::ConfigError(format!("invalid URL: {error}")))?;
        let mut secret = header(&format!("Bearer {secret_key}"))?;
        secret.set_sensitive(true);
        let headers = HeaderMap::from_iter([
            (AUTHORIZATION, secret),
            (VERSION, header(config.stripe_version.as_str())?),
        ]);
        let client = client(headers).map_err(|error| StripeError::ConfigError(error.to_string()))?;
        Ok(Self { client, base })
    }

    /// Sends a request once, and returns the body of the response. `key` is the idempotency key, if any.
    /// `call` is the trace span.
    async fn send_once(
        &self,
        request: RequestBuilder,
        key: Option<HeaderValue>,
        call: &OutgoingCall,
    ) -> Result<Bytes, StripeError> {
        let mut address = format!("{}/v1{}", self.base, request.path);
        if let Some(query) = &request.query {
            let _ = write!(address, "?{query}");
        }
        let mut builder =
            self.client.request(method(request.method), address).header(TRACEPARENT, call.header());
        if let Some(key) = key {
            builder = builder.header(KEY, key);
        }
        if let Some(body) = request.body {
            builder = builder.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body);
        }
        let answer = builder.send().await.map_err(convert_error)?;
        let status = answer.status();
        call.record_status(status.as_u16());
        let body = answer.bytes().await.map_err(convert_error)?;
        if status.is_success() { Ok(body) } else { Err(parse_refusal(&body, status.as_u16())) }
    }
}

impl StripeClient for Wire {
    type Err = StripeError;

    /// Sends a request once. `tries.rs` makes the retries.
    async fn execute(&self, request: CustomizedStripeRequest) -> Result<Bytes, StripeError> {
        let (request, options) = request.into_pieces();
        let key = options.request_strategy.and_then(|strategy| strategy.get_key());
        let key = key.map(|key| header(key.as_str())).transpose()?;
        let call = OutgoingCall::to("payment provider");
        let response = self.send_once(request, key, &call).instrument(call.span().clone());
        match options.timeout {
            Some(timeout) => {
                tokio::time::timeout(timeout, response).await.unwrap_or(Err(StripeError::Timeout))
            }
            None => response.await,
        }
    }
}

/// Creates the HTTP client. The client keeps no idle connections. If Stripe closed an idle connection while a request
/// is being sent on it, it would be unknown whether the request took effect.
fn client(headers: HeaderMap) -> Result<Client, Box<dyn std::error::Error + Send + Sync>> {
    Ok(Client::builder()
        .tls_backend_preconfigured(tls::client_config()?)
        .default_headers(headers)
        .user_agent(concat!("Lanewise/", env!("CARGO_PKG_VERSION")))
        .pool_max_idle_per_host(0)
        .redirect(reqwest::redirect::Policy::none())
        .build()?)
}

/// Converts the library's HTTP method.
fn method(method: StripeMethod) -> Method {
    match method {
        StripeMethod::Get => Method::GET,
        StripeMethod::Post => Method::POST,
        StripeMethod::Delete => Method::DELETE,
    }
}

/// Creates a header value. Fails if `text` has characters that a header can't contain.
fn header(text: &str) -> Result<HeaderValue, StripeError> {
    let wrong = |error: InvalidHeaderValue| StripeError::ConfigError(error.to_string());
    HeaderValue::from_str(text).map_err(wrong)
}

/// Converts an error without a response. Leaves out the URL, because it contains ids.
fn convert_error(error: reqwest::Error) -> StripeError {
    let kind = if error.is_connect() { CONNECT } else { "no response" };
    StripeError::ClientError(format!("{kind}: {}", error.without_url()))
}

#[derive(miniserde::Deserialize)]
struct Refusal {
    error: Box<stripe::ApiErrors>,
}

/// Returns the error that the body of a response with an error status describes.
fn parse_refusal(body: &[u8], status: u16) -> StripeError {
    let details = std::str::from_utf8(body).ok().and_then(|text| miniserde::json::from_str(text).ok());
    match details {
        Some(Refusal { error }) => StripeError::Stripe(error, status),
        None => StripeError::JSONDeserialize(UNREADABLE_ERROR.to_owned()),
    }
}
