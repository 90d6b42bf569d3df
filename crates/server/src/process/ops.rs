//! The operators' address for metrics and the API document (docs/product/running.md#operators-address).

use std::net::SocketAddr;

use actix_web::HttpServer;
use actix_web::dev::ServerHandle;
use anyhow::Context;
use lanewise_http::operations::app::app;
use lanewise_http::state::State;

use crate::config::{Config, Environment};

/// Maximum number of connections, enough for a few metrics scrapers and a person.
const MAX_CONNECTIONS: usize = 32;

/// The listener at the operators' address.
pub struct OperatorsListener {
    /// The address that the listener is bound to.
    pub address: SocketAddr,
    /// Handle that stops the listener.
    pub handle: ServerHandle,
}

/// Starts the listener if the settings have an address. In development, a failure to listen is only logged.
/// `None` if no listener was started.
///
/// # Errors
/// Fails in production when the process can't listen on the address.
pub fn start_operators_listener(config: &Config, state: &State) -> anyhow::Result<Option<OperatorsListener>> {
    let Some(wanted) = config.ops_address else { return Ok(None) };
    match listen(wanted, state) {
        Ok(operators) => {
            tracing::info!("metrics and the API document are at http://{}", operators.address);
            Ok(Some(operators))
        }
        Err(error) if config.environment == Environment::Development => {
            tracing::warn!("no metrics: {error:#}; set OPS_ADDRESS to another address, or to off");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Starts a server at the address `wanted`, for metrics and the API document.
fn listen(wanted: SocketAddr, state: &State) -> anyhow::Result<OperatorsListener> {
    let state = state.clone();
    let server = HttpServer::new(move || app(state.clone()))
        .workers(1)
        .max_connections(MAX_CONNECTIONS)
        .disable_signals()
        .bind(wanted)
        .with_context(|| format!("listening on OPS_ADDRESS {wanted}"))?;
    let address = server.addrs().first().copied().unwrap_or(wanted);
    let server = server.run();
    let handle = server.handle();
    actix_web::rt::spawn(server);
    Ok(OperatorsListener { address, handle })
}
