//! Starts and stops a SODA sandbox, and gives tests access to it.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use actix_web::web::ServiceConfig;
use sandbox_server::{Server, StartError, listen};
use serde_json::{Map, Value};

use crate::faults::{ActiveFault, Fault};
use crate::rows::samples;
use crate::serve::{self, Shared};

#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Port on 127.0.0.1; 0 means any free port.
    pub port: u16,
    /// Whether the sandbox starts without the sample rows.
    pub is_empty: bool,
    /// Number of requests that the sandbox accepts without an app token. The sandbox responds to further requests
    /// without a token with status 429. `None` means that there is no limit.
    pub max_anonymous_requests: Option<u64>,
}

/// A running SODA sandbox, which stops when this value is dropped.
#[derive(Debug)]
pub struct Sandbox {
    base_url: String,
    shared: Arc<Shared>,
    _server: Server,
}

/// Starts a sandbox in this process, on its own thread.
pub fn start(options: Options) -> Result<Sandbox, StartError> {
    let Options { port, is_empty, max_anonymous_requests } = options;
    let (listener, port) = listen(port)?;
    let shared = Arc::new(Shared { max_anonymous_requests, ..Shared::default() });
    if !is_empty {
        samples().for_each(|row| shared.lock_world().table.put(row));
    }
    let serving = Arc::clone(&shared);
    let configure = move |config: &mut ServiceConfig| serve::configure(config, &serving);
    let server = Server::start("soda-sandbox", listener, configure, || (), async || ())?;
    Ok(Sandbox { base_url: format!("http://127.0.0.1:{port}"), shared, _server: server })
}

impl Sandbox {
    /// Returns the base URL, such as `http://127.0.0.1:12111`.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Adds rows to the dataset. A row replaces an existing row with the same citation number.
    pub fn put(&self, rows: impl IntoIterator<Item = Map<String, Value>>) {
        let mut world = self.shared.lock_world();
        rows.into_iter().for_each(|row| world.table.put(row));
    }

    /// Removes the row with this citation number.
    pub fn remove(&self, number: &str) {
        self.shared.lock_world().table.remove(number);
    }

    /// Switches a fault on for this many requests. `None` keeps the fault on until [`Self::clear_faults`].
    pub fn inject(&self, fault: Fault, times: Option<u32>) {
        self.shared.lock_world().faults.push(ActiveFault { fault, times });
    }

    pub fn clear_faults(&self) {
        self.shared.lock_world().faults.clear();
    }

    /// Returns how many requests for rows the sandbox has received.
    #[must_use]
    pub fn call_count(&self) -> u64 {
        self.shared.calls.load(Relaxed)
    }
}
