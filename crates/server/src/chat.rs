//! Keeps the chat's sockets fed and the blocked addresses known, and lets none of them hold the server up: neither when it stops nor when a client vanishes.

use std::any::Any;
use std::thread::JoinHandle;

use actix_web::dev::Extensions;
use adapters_postgres::PgDatabase;
use anyhow::Context;
use lanewise_http::help::chat::relay::relay;
use lanewise_http::state::State;
use tokio::signal::unix::{SignalKind, signal};

/// Starts the thread that tells sockets what any server process announced; it ends soon after the hub stops.
///
/// # Errors
/// When there can be no line to the database, or no thread.
pub fn start(state: &State, database: &PgDatabase) -> anyhow::Result<JoinHandle<()>> {
    let (state, mut feed) = (state.clone(), database.feed()?);
    state.places.reload(&state.deps).context("reading from where people log in")?;
    // Before the first request; from then on the feed tells.
    state.blocks.reload(&state.deps).context("reading the blocked addresses")?;
    std::thread::Builder::new()
        .name("chat-relay".to_owned())
        .spawn(move || relay(&state.deps, &state.chat, &state.blocks, &mut feed))
        .context("starting the chat's relay")
}

/// Closes all sockets when the server is told to stop: the server itself waits for its last connection.
///
/// # Errors
/// When the signal cannot be heard.
pub fn stop_on_signal(state: &State) -> anyhow::Result<()> {
    let state = state.clone();
    let mut told = signal(SignalKind::terminate()).context("listening for SIGTERM")?;
    actix_web::rt::spawn(async move {
        if told.recv().await.is_some() {
            state.chat.stop();
        }
    });
    Ok(())
}

/// Cuts a connection whose client takes nothing for this long: a reader that stands still would keep it for ever. Only
/// Linux can.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "nothing to be set there"))]
pub fn bound_waiting(connection: &dyn Any, _: &mut Extensions) {
    #[cfg(target_os = "linux")]
    if let Some(stream) = connection.downcast_ref::<actix_web::rt::net::TcpStream>() {
        let bound = Some(std::time::Duration::from_secs(30));
        if let Err(error) = socket2::SockRef::from(stream).set_tcp_user_timeout(bound) {
            tracing::debug!(%error, "a connection without a bound");
        }
    }
}
