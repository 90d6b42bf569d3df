//! Structured logs on standard error, as text or, with `LOG_FORMAT=json`, as JSON. A collector of
//! traces receives spans through the same subscriber.

use std::io::{IsTerminal, stderr};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::process::collector::ExportLayer;
use crate::process::line_bounds::LogLineLimits;

/// Starts logging, and exporting traces if `exporting` is given. `RUST_LOG` overrides the default filter.
pub(crate) fn start(json: bool, exporting: Option<ExportLayer>) {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,actix_server=warn"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(stderr)
        .with_ansi(stderr().is_terminal())
        .with_target(false);
    let bounds = LogLineLimits::of_process();
    // Tests start logging several times, so the error is ignored. The first subscriber stays.
    let _kept = if json {
        builder.json().flatten_event(true).finish().with(exporting).with(bounds).try_init()
    } else {
        builder.compact().finish().with(exporting).with(bounds).try_init()
    };
}
