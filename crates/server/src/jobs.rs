//! Work that nobody waits for: reconciliation, tidying.

use std::time::Duration;

use application::{Deps, reconcile};
use lanewise_http::state::State;
use ports::store::with_store;
use tokio::task::JoinHandle;

const RECONCILE_EVERY: Duration = Duration::from_secs(30);
const TIDY_EVERY: Duration = Duration::from_secs(600);

/// Starts the jobs; they end with the runtime.
pub fn start(state: &State) -> Vec<JoinHandle<()>> {
    let (reconciling, tidying) = (state.deps.clone(), state.clone());
    vec![
        actix_web::rt::spawn(async move {
            let mut at_start = true;
            loop {
                let deps = reconciling.clone();
                let _ended = actix_web::web::block(move || reconcile_once(&deps, at_start)).await;
                at_start = false;
                tokio::time::sleep(RECONCILE_EVERY).await;
            }
        }),
        actix_web::rt::spawn(async move {
            loop {
                tokio::time::sleep(TIDY_EVERY).await;
                let state = tidying.clone();
                let _ended = actix_web::web::block(move || tidy(&state)).await;
            }
        }),
    ]
}

fn reconcile_once(deps: &Deps, at_start: bool) {
    match reconcile::reconcile(deps, at_start) {
        Ok(summary) if summary.seen > 0 => {
            tracing::info!(seen = summary.seen, failed = summary.failed, "reconciled")
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "reconciliation did not run; it will try again"),
    }
}

fn tidy(state: &State) {
    state.rate_limits.tidy();
    let now = state.deps.clock.now();
    let removed = with_store(&*state.deps.database, |store| store.delete_expired_sessions(now));
    match removed {
        Ok(count) => tracing::debug!(count, "expired sessions removed"),
        Err(error) => tracing::warn!(%error, "expired sessions could not be removed"),
    }
}
