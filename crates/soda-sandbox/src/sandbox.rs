//! Starts and stops a SODA sandbox, and gives tests access to it.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

use actix_web::{App, HttpServer};
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use crate::faults::{ActiveFault, Fault};
use crate::rows::samples;
use crate::serve::{self, STOP_TIMEOUT, Shared};

/// Options of a SODA sandbox.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Port on 127.0.0.1; 0 means any free port.
    pub port: u16,
    /// Whether the sandbox starts without the sample rows.
    pub is_empty: bool,
    /// Number of requests that the sandbox accepts without an app token. The sandbox responds to further requests
    /// without a token with status 429. `None` means that there is no limit.
    pub anonymous_at_most: Option<u64>,
}

/// Why a sandbox didn't start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port is in use or not permitted.
    #[error("the sandbox could not listen on 127.0.0.1:{port}")]
    Listen {
        /// The port that was requested.
        port: u16,
        /// Why the sandbox could not listen on the port.
        source: std::io::Error,
    },
    /// The server ended during its start.
    #[error("the sandbox's server did not start")]
    Server(#[source] std::io::Error),
}

/// A running SODA sandbox, which stops when this value is dropped.
#[derive(Debug)]
pub struct Sandbox {
    base_url: String,
    shared: Arc<Shared>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Starts a sandbox on its own thread and runtime, so that both blocking and async code can start a sandbox.
pub fn start(options: Options) -> Result<Sandbox, StartError> {
    let Options { port, is_empty, anonymous_at_most } = options;
    let listen = |source| StartError::Listen { port, source };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(listen)?;
    let base_url = format!("http://{}", listener.local_addr().map_err(listen)?);
    let shared = Arc::new(Shared { anonymous_at_most, ..Shared::default() });
    if !is_empty {
        samples().for_each(|row| shared.world().table.put(row));
    }
    let (stop, stopped) = oneshot::channel();
    let (started, starting) = mpsc::channel();
    let serving = Arc::clone(&shared);
    let thread = std::thread::Builder::new()
        .name("soda-sandbox".to_owned())
        .spawn(move || run(&serving, listener, &started, stopped))
        .map_err(StartError::Server)?;
    match starting.recv() {
        Ok(Ok(())) => Ok(Sandbox { base_url, shared, stop: Some(stop), thread: Some(thread) }),
        Ok(Err(error)) => Err(StartError::Server(error)),
        Err(_) => Err(StartError::Server(std::io::Error::other("its thread ended"))),
    }
}

fn run(
    shared: &Arc<Shared>,
    listener: TcpListener,
    started: &mpsc::Sender<std::io::Result<()>>,
    stopped: oneshot::Receiver<()>,
) {
    actix_web::rt::System::new().block_on(async {
        let data = serve::data(shared);
        let server = HttpServer::new(move || App::new().app_data(data.clone()).configure(serve::configure))
            .workers(1)
            .disable_signals()
            .shutdown_timeout(STOP_TIMEOUT.as_secs())
            .listen(listener);
        let server = match server {
            Ok(server) => server.run(),
            Err(error) => {
                let _ = started.send(Err(error));
                return;
            }
        };
        let handle = server.handle();
        actix_web::rt::spawn(server);
        let _ = started.send(Ok(()));
        // The server runs until the `Sandbox` value is dropped.
        let _ = stopped.await;
        handle.stop(false).await;
    });
}

impl Sandbox {
    /// Returns the base URL, such as `http://127.0.0.1:12111`.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Adds rows to the dataset. A row replaces an existing row with the same citation number.
    pub fn put(&self, rows: impl IntoIterator<Item = Map<String, Value>>) {
        let mut world = self.shared.world();
        rows.into_iter().for_each(|row| world.table.put(row));
    }

    /// Removes the row with this citation number.
    pub fn remove(&self, number: &str) {
        self.shared.world().table.remove(number);
    }

    /// Switches a fault on for this many requests. `None` keeps the fault on until [`Self::clear_faults`].
    pub fn inject(&self, fault: Fault, times: Option<u32>) {
        self.shared.world().faults.push(ActiveFault { fault, times });
    }

    /// Switches all faults off.
    pub fn clear_faults(&self) {
        self.shared.world().faults.clear();
    }

    /// Returns how many requests for rows the sandbox has received.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.shared.calls.load(Relaxed)
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
