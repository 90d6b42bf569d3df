//! Graceful shutdown on a signal (docs/product/running.md#stopping).

use std::time::Duration;

use actix_web::dev::ServerHandle;
use anyhow::Context;
use lanewise_http::state::State;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Makes a signal shut the server down. After SIGTERM, the server reports "not ready" for the time `notice`,
/// so that proxies can react, and then finishes the requests in progress. Other signals stop the server at
/// once. A second signal ends the time `notice` early.
///
/// # Errors
/// Fails when signal handlers can't be installed.
pub fn stop_on_signal(state: &State, server: &ServerHandle, notice: Duration) -> anyhow::Result<()> {
    let (state, server) = (state.clone(), server.clone());
    let mut terminate = install_signal_handler(SignalKind::terminate())?;
    let (mut interrupt, mut quit) =
        (install_signal_handler(SignalKind::interrupt())?, install_signal_handler(SignalKind::quit())?);
    actix_web::rt::spawn(async move {
        let is_patient = tokio::select! {
            _ = terminate.recv() => true,
            _ = interrupt.recv() => false,
            _ = quit.recv() => false,
        };
        state.shutdown.begin();
        if is_patient && !notice.is_zero() {
            tracing::info!(
                seconds = notice.as_secs(),
                "stopping: no longer ready, so that the proxy sends no new requests"
            );
            tokio::select! {
                () = tokio::time::sleep(notice) => {}
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
                _ = quit.recv() => {}
            }
        }
        state.hub.stop();
        server.stop(is_patient).await;
    });
    Ok(())
}

/// Installs a handler for a signal.
fn install_signal_handler(kind: SignalKind) -> anyhow::Result<Signal> {
    signal(kind).context("listening for signals")
}
