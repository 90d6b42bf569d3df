//! The call about webhook endpoints: where the account's events go.

use miniserde::Deserialize;
use serde::Serialize;
use stripe::StripeRequest;
use stripe_client_core::{RequestBuilder, StripeMethod};

/// `GET /v1/webhook_endpoints`, the largest page: an account has 16 at the most.
#[derive(Serialize)]
pub(crate) struct ListEndpoints {
    pub(crate) limit: i64,
}

/// A page of them. The library's own shape is in a crate of its own.
#[derive(Debug, Deserialize)]
pub(crate) struct Endpoints {
    pub(crate) data: Vec<WebhookEndpoint>,
}

/// Of an endpoint, what is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct WebhookEndpoint {
    /// Where events go.
    pub url: String,
    /// `enabled` or `disabled`.
    pub status: String,
    /// Which are sent; `*` for all.
    pub enabled_events: Vec<String>,
}

impl StripeRequest for ListEndpoints {
    type Output = Endpoints;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Get, "/webhook_endpoints").query(self)
    }
}
