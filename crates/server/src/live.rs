//! Relay of database notifications to WebSockets, cached sessions and blocked addresses.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use adapters_postgres::PgDatabase;
use anyhow::Context;
use lanewise_http::edge::live::relay::relay;
use lanewise_http::state::State;

/// Wait before the relay starts again after its first panic. Each further panic doubles the
/// wait, up to [`MAX_DELAY`].
const FIRST_DELAY: Duration = Duration::from_secs(1);
const MAX_DELAY: Duration = Duration::from_secs(60);
/// If the relay ran at least this long before it panicked, the wait is [`FIRST_DELAY`] again.
const STABLE_AFTER: Duration = Duration::from_secs(60);

/// Starts the thread that passes notifications of all server processes to this process's WebSockets, cached
/// sessions and blocked addresses. The thread ends soon after `state.hub` stops, and restarts after a panic.
///
/// # Errors
/// Fails when blocks or recognized addresses can't be read, or the LISTEN connection or the thread can't be created.
pub fn start_relay(state: &State, database: &PgDatabase) -> anyhow::Result<JoinHandle<()>> {
    drop(database.feed()?);
    let (state, database) = (state.clone(), database.clone());
    // Load blocks and recognized addresses before the first request.
    state.blocks.reload(&state.deps).context("reading the blocked addresses")?;
    state.known_addresses.reload(&state.deps).context("reading recognized login devices and networks")?;
    thread::Builder::new()
        .name("chat-relay".to_owned())
        .spawn(move || {
            let run = || match database.feed() {
                Ok(mut feed) => {
                    relay(&state.deps, &state.hub, state.chat, &state.blocks, &state.sessions, &mut feed);
                }
                Err(error) => tracing::error!(%error, "the relay can't start"),
            };
            repeat_after_panics(run, |delay| {
                tracing::error!(delay = delay.as_secs(), "the relay panicked; it will start again");
                metrics::counter!("feed_lost_total").increment(1);
                metrics::gauge!("feed_connected").set(0.0);
                // Notifications are lost until the new connection is open, so cached sessions may be out of date.
                state.sessions.mark_disconnected();
                thread::sleep(delay);
            });
        })
        .context("starting the chat relay")
}

/// Does the work until it ends without a panic. `wait` is called with the delay before the work is repeated.
fn repeat_after_panics(mut work: impl FnMut(), mut wait: impl FnMut(Duration)) {
    let mut delay = FIRST_DELAY;
    loop {
        let started_at = Instant::now();
        if catch_unwind(AssertUnwindSafe(&mut work)).is_ok() {
            return;
        }
        if started_at.elapsed() >= STABLE_AFTER {
            delay = FIRST_DELAY;
        }
        wait(delay);
        delay = (delay * 2).min(MAX_DELAY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_repeated_after_each_panic_with_growing_delays() {
        let (mut runs, mut delays) = (0, vec![]);
        repeat_after_panics(
            || {
                runs += 1;
                assert!(runs > 8, "a panic");
            },
            |delay| delays.push(delay.as_secs()),
        );
        assert_eq!((runs, delays), (9, vec![1, 2, 4, 8, 16, 32, 60, 60]));
    }
}
