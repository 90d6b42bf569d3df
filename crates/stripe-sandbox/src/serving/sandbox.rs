//! Starts and stops a Stripe sandbox, and gives tests access to it.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

use actix_web::{App, HttpServer};
use serde_json::Value;
use tokio::sync::oneshot;

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
    /// The port is in use or not permitted.
    #[error("the sandbox could not listen on 127.0.0.1:{port}")]
    Listen {
        /// The port that was requested.
        port: u16,
        /// Why the sandbox could not listen on the port.
        source: std::io::Error,
    },
    /// The state file exists but can't be read.
    #[error("could not read the sandbox's state from {path}")]
    State {
        /// Path of the file.
        path: String,
        /// Why the file could not be read.
        source: std::io::Error,
    },
    /// The server ended during its start.
    #[error("the sandbox's server did not start")]
    Server(#[source] std::io::Error),
}

/// A running Stripe sandbox, which stops when this value is dropped.
#[derive(Debug)]
pub struct Sandbox {
    shared: Arc<Shared>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Starts a sandbox on a thread and runtime of its own, so that both blocking and async code can start one.
pub fn start(options: Options) -> Result<Sandbox, StartError> {
    let listen = |source| StartError::Listen { port: options.port, source };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).map_err(listen)?;
    let port = listener.local_addr().map_err(listen)?.port();
    let state_file = options.state_file.clone();
    let mut state = match &state_file {
        Some(path) => store::load(path)
            .map_err(|source| StartError::State { path: path.display().to_string(), source })?,
        None => State::default(),
    };
    events::release_all(&mut state);
    let settles = settling::next_settling_time(&state);
    let world = World { state, settles, webhook_url: options.webhook_url.clone(), ..World::default() };
    let shared = Arc::new(Shared::new(Settings::new(options, port), state_file, world));
    let (stop, stopped) = oneshot::channel();
    let (started, starting) = mpsc::channel();
    let serving = Arc::clone(&shared);
    let thread = std::thread::Builder::new()
        .name("stripe-sandbox".to_owned())
        .spawn(move || serve(&serving, listener, &started, stopped))
        .map_err(StartError::Server)?;
    match starting.recv() {
        Ok(Ok(())) => Ok(Sandbox { shared, stop: Some(stop), thread: Some(thread) }),
        Ok(Err(error)) => Err(StartError::Server(error)),
        Err(_) => Err(StartError::Server(std::io::Error::other("its thread ended"))),
    }
}

fn serve(
    shared: &Arc<Shared>,
    listener: TcpListener,
    started: &mpsc::Sender<std::io::Result<()>>,
    stopped: oneshot::Receiver<()>,
) {
    actix_web::rt::System::new().block_on(async {
        let data = http::data(shared);
        let server = HttpServer::new(move || App::new().app_data(data.clone()).configure(http::configure))
            .workers(1)
            .disable_signals()
            .shutdown_timeout(1)
            .listen(listener);
        let server = match server {
            Ok(server) => server.run(),
            Err(error) => {
                let _ = started.send(Err(error));
                return;
            }
        };
        let handle = server.handle();
        actix_web::rt::spawn(server);
        actix_web::rt::spawn(webhooks::run(Arc::clone(shared)));
        actix_web::rt::spawn(save_changes(Arc::clone(shared)));
        let _ = started.send(Ok(()));
        // The server runs until the `Sandbox` value stops it or is dropped.
        let _ = stopped.await;
        handle.stop(false).await;
        let version = shared.world().version;
        shared.wait_until_saved(version).await;
    });
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

    /// Switches all faults off.
    pub fn clear_faults(&self) {
        let _ = self.shared.transact(Call::default(), control::clear);
    }

    /// Performs an API request with the secret key, without HTTP, faults or idempotency. Returns
    /// the status and the response. For example, `call("POST", "/v1/payment_intents/pi_…/confirm",
    /// &[("payment_method", "pm_card_visa")])` pays an intent.
    pub fn call(&self, method: &str, path: &str, params: &[(&str, &str)]) -> (u16, Value) {
        let encoded = form_urlencoded::Serializer::new(String::new()).extend_pairs(params).finish();
        let (result, _) = self.shared.transact(Call::default(), |tx| {
            Params::parse(&encoded).and_then(|params| api::route(tx, method, path, &params))
        });
        match result {
            Ok(body) => (200, body),
            Err(error) => (error.status, error.body()),
        }
    }

    /// Performs a control request. For example, `control("POST", "disputes", &json!({
    /// "payment_intent": "pi_…" }))` disputes a payment.
    pub fn control(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let (result, _) =
            self.shared.transact(Call::default(), |tx| control::act(tx, method, path, body.as_bytes()));
        match result {
            Ok(body) => (200, body),
            Err(error) => (error.status, error.body()),
        }
    }

    /// Responds to the 3-D Secure challenge of an intent, like a payer on the challenge page. Returns the intent.
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

    /// Sends an event to the webhook again. Returns false if the event doesn't exist.
    pub fn redeliver(&self, event: &str) -> bool {
        self.shared.transact(Call::default(), |tx| events::redeliver_event(tx, event).is_ok()).0
    }

    /// Returns how many deliveries the webhook has not yet confirmed with a 2xx response.
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
    pub fn calls(&self) -> u64 {
        self.shared.world().calls
    }

    /// Stops the sandbox. Waits until the port is free and the state is saved.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the sandbox's thread panicked");
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.end();
    }
}
