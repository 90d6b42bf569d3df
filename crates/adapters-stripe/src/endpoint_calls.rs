//! The API request that lists the account's webhook endpoints.

use miniserde::Deserialize;
use serde::Serialize;
use stripe::StripeRequest;
use stripe_client_core::{RequestBuilder, StripeMethod};

/// `GET /v1/webhook_endpoints`: one page. One page is enough, because an account has at most 16 endpoints.
#[derive(Serialize)]
pub(crate) struct ListEndpoints {
    pub(crate) limit: i64,
}

/// A page of webhook endpoints. The library's own type is in a crate that isn't used here.
#[derive(Debug, Deserialize)]
pub(crate) struct Endpoints {
    pub(crate) data: Vec<WebhookEndpoint>,
}

/// The fields of a webhook endpoint that `server check` uses.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct WebhookEndpoint {
    /// The URL to which Stripe sends events.
    pub url: String,
    /// Whether Stripe sends events to the endpoint: `enabled` or `disabled`.
    pub status: String,
    /// Types of the events that Stripe sends to the endpoint. `*` means all types.
    pub enabled_events: Vec<String>,
}

impl StripeRequest for ListEndpoints {
    type Output = Endpoints;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Get, "/webhook_endpoints").query(self)
    }
}
