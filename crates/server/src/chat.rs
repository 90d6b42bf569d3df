//! Keeps the chat's sockets fed and the blocked addresses known.

use std::thread::JoinHandle;

use adapters_postgres::PgDatabase;
use anyhow::Context;
use lanewise_http::help::chat::relay::relay;
use lanewise_http::state::State;

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
        .spawn(move || relay(&state.deps, &state.chat, &state.blocks, &state.sessions, &mut feed))
        .context("starting the chat's relay")
}
