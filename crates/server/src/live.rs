//! Relay of database notifications to WebSockets, cached sessions and blocked addresses.

use std::thread::JoinHandle;

use adapters_postgres::PgDatabase;
use anyhow::Context;
use lanewise_http::edge::live::relay::relay;
use lanewise_http::state::State;

/// Starts the thread that passes notifications of all server processes to this process's WebSockets, cached
/// sessions and blocked addresses. The thread ends soon after `state.hub` stops, and restarts after a panic.
///
/// # Errors
/// Fails when blocks or recognized addresses can't be read, or the LISTEN connection or the thread can't be created.
pub fn start_relay(state: &State, database: &PgDatabase) -> anyhow::Result<JoinHandle<()>> {
    let (state, mut feed) = (state.clone(), database.feed()?);
    // Load blocks and recognized addresses before the first request. Later, notifications reload the blocks, and a
    // regular job reloads the recognized addresses.
    state.blocks.reload(&state.deps).context("reading the blocked addresses")?;
    state.known_addresses.reload(&state.deps).context("reading recognized login devices and networks")?;
    std::thread::Builder::new()
        .name("chat-relay".to_owned())
        .spawn(move || relay(&state.deps, &state.hub, state.chat, &state.blocks, &state.sessions, &mut feed))
        .context("starting the chat relay")
}
