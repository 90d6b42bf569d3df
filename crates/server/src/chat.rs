//! Starts the thread that passes database notifications to WebSockets and reads blocked addresses
//! again.

use std::thread::JoinHandle;

use adapters_postgres::PgDatabase;
use anyhow::Context;
use lanewise_http::help::chat::relay::relay;
use lanewise_http::state::State;

/// Starts the thread that passes notifications of all server processes to this process's sockets.
/// The thread ends soon after the hub stops.
///
/// # Errors
/// Fails when the LISTEN connection or the thread can't be created.
pub fn start_relay(state: &State, database: &PgDatabase) -> anyhow::Result<JoinHandle<()>> {
    let (state, mut feed) = (state.clone(), database.feed()?);
    // Blocks and recognized addresses are read before the first request. After that, blocks are
    // read again at each notification, and recognized addresses regularly.
    state.blocks.reload(&state.deps).context("reading the blocked addresses")?;
    state.places.reload(&state.deps).context("reading recognized login devices and networks")?;
    std::thread::Builder::new()
        .name("chat-relay".to_owned())
        .spawn(move || relay(&state.deps, &state.chat, &state.blocks, &state.sessions, &mut feed))
        .context("starting the chat relay")
}
