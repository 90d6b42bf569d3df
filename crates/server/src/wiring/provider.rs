//! Connects to the payment provider: Stripe or, in development without keys, the built-in sandbox.

use std::sync::Arc;

use adapters_postgres::DemoPayment;
use adapters_stripe::{StripeGateway, StripeOptions, StripeWebhooks};
use lanewise_http::edge::provider_calls;
use ports::payments::gateway::WebhookVerifier;
use tokio::runtime::{Handle, Runtime};

use crate::config::{Config, Provider, StripeKeys};
#[cfg(feature = "sandbox")]
use crate::demo;

/// A connected payment provider.
pub struct ConnectedProvider {
    /// Client for the provider's API.
    pub gateway: StripeGateway,
    /// Verifier for the signatures of webhook requests.
    pub webhooks: Arc<dyn WebhookVerifier>,
    /// Publishable key for the page.
    pub publishable_key: String,
    /// URL of Stripe.js for the page.
    pub js_url: String,
    /// Whether payments are in test mode and move no money.
    pub test_mode: bool,
    /// Runtime for requests to the provider. The runtime ends when this value is dropped.
    runtime: Runtime,
    #[cfg(feature = "sandbox")]
    sandbox: Option<stripe_sandbox::Sandbox>,
}

impl ConnectedProvider {
    /// Returns a handle of the runtime that sends the requests to the provider.
    pub fn runtime_handle(&self) -> Handle {
        self.runtime.handle().clone()
    }

    /// Adds the demo payments to the sandbox, so that staff can refund them. Does nothing for Stripe.
    pub fn add_demo_payments(&self, payments: &[DemoPayment]) {
        #[cfg(feature = "sandbox")]
        if let Some(sandbox) = &self.sandbox {
            let payments: Vec<_> = payments.iter().map(demo::to_past_payment).collect();
            sandbox.add_past_payments(&payments);
        }
        #[cfg(not(feature = "sandbox"))]
        let _ = payments;
    }
}

/// Connects to the provider, or starts the sandbox.
///
/// # Errors
/// Fails when the sandbox can't start or isn't part of this build, or when the client can't be created.
pub fn connect_provider(config: &Config) -> anyhow::Result<ConnectedProvider> {
    match &config.provider {
        Provider::Stripe(keys) => {
            if keys.api_base.as_deref().is_some_and(|base| !base.starts_with("https://")) {
                tracing::warn!(
                    "STRIPE_API_BASE is not https: others on the network can read the account's secret key"
                );
            }
            connect_stripe(keys)
        }
        Provider::Sandbox => start_sandbox(config),
    }
}

/// Creates the client for Stripe and the verifier of its webhooks.
fn connect_stripe(keys: &StripeKeys) -> anyhow::Result<ConnectedProvider> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .max_blocking_threads(provider_calls::MAX_CALLS)
        .enable_all()
        .build()?;
    let options = StripeOptions { api_base: keys.api_base.clone(), ..StripeOptions::default() };
    if keys.webhook_secret.is_none() {
        tracing::warn!(
            "STRIPE_WEBHOOK_SECRET is missing: webhooks are refused, and only reconciliation settles payments"
        );
    }
    // If the settings have no secret, a random secret makes every signature invalid.
    let webhook_secret = keys
        .webhook_secret
        .clone()
        .unwrap_or_else(|| format!("whsec_{}", hex::encode(rand::random::<[u8; 32]>())));
    Ok(ConnectedProvider {
        gateway: StripeGateway::new(&keys.secret, options, runtime.handle().clone())?,
        webhooks: Arc::new(StripeWebhooks::new(&webhook_secret)),
        publishable_key: keys.publishable.clone(),
        js_url: keys.js_url.clone(),
        test_mode: keys.publishable.contains("_test_"),
        runtime,
        #[cfg(feature = "sandbox")]
        sandbox: None,
    })
}

/// Starts the sandbox and connects to it.
#[cfg(feature = "sandbox")]
fn start_sandbox(config: &Config) -> anyhow::Result<ConnectedProvider> {
    use anyhow::Context;

    let sandbox = stripe_sandbox::start(stripe_sandbox::Options {
        state_file: Some(config.data_dir.join("stripe-sandbox.json")),
        webhook_url: Some(format!("http://127.0.0.1:{}/api/webhooks/stripe", config.port)),
        app_url: Some(config.public_url.clone()),
        ..stripe_sandbox::Options::default()
    })
    .context("starting the stand-in for Stripe")?;
    tracing::info!(address = sandbox.base_url(), "payments are in test mode: no Stripe keys are set");
    let keys = StripeKeys {
        secret: sandbox.secret_key().to_owned(),
        publishable: sandbox.publishable_key().to_owned(),
        webhook_secret: Some(sandbox.webhook_secret().to_owned()),
        api_base: Some(sandbox.base_url().to_owned()),
        js_url: sandbox.js_url(),
    };
    Ok(ConnectedProvider { sandbox: Some(sandbox), ..connect_stripe(&keys)? })
}

/// Fails, because this build has no sandbox.
#[cfg(not(feature = "sandbox"))]
fn start_sandbox(_: &Config) -> anyhow::Result<ConnectedProvider> {
    anyhow::bail!(
        "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are missing, and this build has no stand-in for Stripe"
    )
}
