//! Starts and stops a Stripe sandbox, and gives tests access to it.

use std::net::TcpListener;
use std::sync::Arc;

use sandbox_server::{Server, listen};
use serde_json::Value;

use crate::call::api;
use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::config::{Options, Settings};
use crate::delivery::events;
use crate::delivery::webhooks;
use crate::memory::faults::Fault;
use crate::memory::state::State;
use crate::memory::store;
use crate::memory::world::{Call, Shared, World};
use crate::objects::past::{self, PastPayment};
use crate::objects::settling;
use crate::serving::control;
use crate::serving::http;

/// Why a Stripe sandbox didn't start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Server(#[from] sandbox_server::StartError),
    /// The state file exists but can't be read.
    #[error("could not read the sandbox's state from {path}")]
    State { path: String, source: std::io::Error },
}

/// A running Stripe sandbox, which stops when this value is dropped.
#[derive(Debug)]
pub struct Sandbox {
    shared: Arc<Shared>,
    _server: Server,
}

/// Starts a sandbox, with the state in the state file if there is one.
pub fn start(options: Options) -> Result<Sandbox, StartError> {
    let (listener, port) = listen(options.port)?;
    let state_file = options.state_file.clone();
    let mut state = match &state_file {
        Some(path) => store::load(path)
            .map_err(|source| StartError::State { path: path.display().to_string(), source })?,
        None => State::default(),
    };
    events::release_all(&mut state);
    let next_settlement_at = settling::next_settling_time(&state);
    let world =
        World { state, next_settlement_at, webhook_url: options.webhook_url.clone(), ..World::default() };
    let shared = Arc::new(Shared::new(Settings::new(options, port), state_file, world));
    let server = serve(&shared, listener)?;
    Ok(Sandbox { shared, _server: server })
}

/// Starts the HTTP server and the tasks that deliver events and save the state.
fn serve(shared: &Arc<Shared>, listener: TcpListener) -> Result<Server, sandbox_server::StartError> {
    let [serving, working, ending] = [shared, shared, shared].map(Arc::clone);
    Server::start(
        "stripe-sandbox",
        listener,
        move |config| http::configure(config, &serving),
        move || {
            actix_web::rt::spawn(webhooks::deliver_and_settle(Arc::clone(&working)));
            actix_web::rt::spawn(save_changes(working));
        },
        async move || {
            let version = ending.world().version;
            ending.wait_until_saved(version).await;
        },
    )
}

/// Writes the state file after each change. Changes during a write share the next write.
async fn save_changes(shared: Arc<Shared>) {
    let Some(path) = shared.state_file.clone() else { return };
    loop {
        shared.dirty.notified().await;
        let (bytes, version) = {
            let world = shared.world();
            (serde_json::to_vec(&world.state), world.version)
        };
        let path = path.clone();
        let written = actix_web::rt::task::spawn_blocking(move || store::save(&path, &bytes?)).await;
        match written {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "could not save the sandbox's state"),
            Err(error) => tracing::error!(%error, "could not save the sandbox's state"),
        }
        shared.saved.send_replace(version);
    }
}

impl Sandbox {
    /// Returns the base URL, such as `http://127.0.0.1:12111`.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.shared.settings.base_url
    }

    /// Returns the secret key, which servers use.
    #[must_use]
    pub fn secret_key(&self) -> &str {
        &self.shared.settings.secret_key
    }

    /// Returns the publishable key, which pages use.
    #[must_use]
    pub fn publishable_key(&self) -> &str {
        &self.shared.settings.publishable_key
    }

    /// Returns the secret that signs webhooks.
    #[must_use]
    pub fn webhook_secret(&self) -> &str {
        &self.shared.settings.webhook_secret
    }

    /// Returns the URL of the script that replaces Stripe.js.
    #[must_use]
    pub fn js_url(&self) -> String {
        format!("{}/stripe.js", self.base_url())
    }

    /// Sets the URL to which the sandbox sends pending and later events.
    pub fn set_webhook_url(&self, url: impl Into<String>) {
        let url = url.into();
        let _ = self.shared.transact(Call::default(), |tx| tx.world.webhook_url = Some(url));
    }

    /// Adds payments that seem to be from before the sandbox started. The caller must pass the oldest first. Adding
    /// them causes no events.
    pub fn add_past_payments(&self, payments: &[PastPayment]) {
        let _ = self.shared.transact(Call::default(), |tx| past::add_past_payments(tx, payments));
    }

    /// Switches a fault on.
    pub fn inject(&self, fault: Fault) {
        let _ = self.shared.transact(Call::default(), |tx| tx.world.faults.add(fault));
    }

    /// Switches all faults off, and releases the deliveries that they held back.
    pub fn clear_faults(&self) {
        let _ = self.shared.transact(Call::default(), control::clear_faults);
    }

    /// Performs an API request with the secret key, without HTTP, idempotency, and the faults that affect HTTP
    /// requests. Other faults, such as pending refunds, still occur. Returns the status and the response. For example,
    /// `call("POST", "/v1/payment_intents/pi_…/confirm", &[("payment_method", "pm_card_visa")])` pays an intent.
    pub fn call(&self, method: &str, path: &str, params: &[(&str, &str)]) -> (u16, Value) {
        let encoded = form_urlencoded::Serializer::new(String::new()).extend_pairs(params).finish();
        let (result, _) = self.shared.transact(Call::default(), |tx| {
            Params::parse(&encoded).and_then(|params| api::perform_request(tx, method, path, &params))
        });
        match result {
            Ok(body) => (200, body),
            Err(error) => (error.status, error.body()),
        }
    }

    /// Performs a control request. Returns the status and the response. For example, `control("POST",
    /// "disputes", &json!({ "payment_intent": "pi_…" }))` disputes a payment.
    pub fn control(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let (result, _) = self.shared.transact(Call::default(), |tx| {
            control::perform_control_request(tx, method, path, body.as_bytes())
        });
        match result {
            Ok(body) => (200, body),
            Err(error) => (error.status, error.body()),
        }
    }

    /// Responds to the 3-D Secure challenge of the intent with the id `intent`, like a payer on the challenge page.
    /// `succeeds` says whether the payer passes it. Returns the intent or the error, as JSON.
    pub fn authenticate(&self, intent: &str, succeeds: bool) -> Value {
        let outcome = if succeeds { "succeeded" } else { "failed" };
        let encoded = form_urlencoded::Serializer::new(String::new())
            .extend_pairs([("payment_intent", intent), ("outcome", outcome)])
            .finish();
        let (result, _) = self.shared.transact(Call::default(), |tx| {
            Params::parse(&encoded).and_then(|params| crate::objects::confirm::authenticate(tx, &params))
        });
        result.unwrap_or_else(|error: ApiError| error.body())
    }

    /// Sends the event with the id `event` to the webhook again. Returns false if the event doesn't exist.
    pub fn redeliver(&self, event: &str) -> bool {
        self.shared.transact(Call::default(), |tx| events::redeliver_event(tx, event).is_ok()).0
    }

    /// Returns how many deliveries of events are pending.
    #[must_use]
    pub fn pending_deliveries(&self) -> usize {
        self.shared.world().state.deliveries.len()
    }

    /// Returns how many refunds will still succeed or fail without a control request.
    #[must_use]
    pub fn refunds_under_way(&self) -> usize {
        self.shared.world().state.refunds.values().filter(|refund| refund.settles.is_some()).count()
    }

    /// Returns how many API requests have arrived over HTTP.
    #[must_use]
    pub fn call_count(&self) -> u64 {
        self.shared.world().calls
    }

    /// Stops the sandbox. Waits until the port is free and the state is saved.
    pub fn stop(self) {
        drop(self);
    }
}
