//! Structured logs on standard error, as text or as JSON.

use std::io::{IsTerminal, stderr};

use traces::Traces;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::process::line_bounds::LogLineLimits;

/// Starts logging, as JSON if `json` is true. `RUST_LOG` overrides the default filter.
pub(crate) fn start_logging(json: bool, traces: &Traces) {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,actix_server=warn"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(stderr)
        .with_ansi(stderr().is_terminal())
        .with_target(false);
    let bounds = LogLineLimits::of_process();
    // Tests start logging several times. Only the first call installs its subscriber.
    let _kept = if json {
        builder.json().flatten_event(true).finish().with(traces.layer()).with(bounds).try_init()
    } else {
        builder.compact().finish().with(traces.layer()).with(bounds).try_init()
    };
}
