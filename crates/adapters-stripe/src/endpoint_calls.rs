//! The API call that lists the account's webhook endpoints.

use miniserde::Deserialize;
use serde::Serialize;
use stripe::StripeRequest;
use stripe_client_core::{RequestBuilder, StripeMethod};

/// `GET /v1/webhook_endpoints`: one page is enough, because an account has at most 16.
#[derive(Serialize)]
pub(crate) struct ListEndpoints {
    pub(crate) limit: i64,
}

/// A page of endpoints. The library's own type is in a separate crate.
#[derive(Debug, Deserialize)]
pub(crate) struct Endpoints {
    pub(crate) data: Vec<WebhookEndpoint>,
}

/// The fields of an endpoint that we use.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct WebhookEndpoint {
    /// The URL that receives the events.
    pub url: String,
    /// `enabled` or `disabled`: whether the endpoint receives events.
    pub status: String,
    /// Event types that are sent; `*` means all.
    pub enabled_events: Vec<String>,
}

impl StripeRequest for ListEndpoints {
    type Output = Endpoints;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Get, "/webhook_endpoints").query(self)
    }
}
