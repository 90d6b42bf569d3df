//! Keeps the chat's sockets fed and the blocked addresses known, and lets none of them hold the server up when it stops.

use std::thread::JoinHandle;

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
    // Before the first request; from then on the feed tells.
    state.blocks.reload(&state.deps).context("reading the blocked addresses")?;
    state.places.reload(&state.deps).context("reading from where people log in")?;
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
