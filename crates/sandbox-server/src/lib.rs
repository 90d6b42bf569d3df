//! Starts and stops the HTTP server of a sandbox (a local imitation of an outside service), and
//! runs a sandbox as a program.

pub mod program;

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::mpsc;
use std::thread::JoinHandle;

use actix_web::web::ServiceConfig;
use actix_web::{App, HttpServer};
use tokio::sync::oneshot;

/// Maximum time that stopping the server may take, in seconds.
const STOP_TIMEOUT: u64 = 1;

/// Why a sandbox's server didn't start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port is in use or not permitted.
    #[error("the sandbox could not listen on 127.0.0.1:{port}")]
    Listen {
        /// The port that was requested.
        port: u16,
        source: io::Error,
    },
    /// The server or its thread couldn't be started.
    #[error("the sandbox's server did not start")]
    Server(#[source] io::Error),
}

/// Listens on a port of 127.0.0.1, where 0 means any free port. Returns the listener and its port.
///
/// # Errors
/// Fails if the port is in use or not permitted.
pub fn listen(port: u16) -> Result<(TcpListener, u16), StartError> {
    let failed = |source| StartError::Listen { port, source };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    Ok((listener, port))
}

/// A running server, which stops when this value is dropped.
#[derive(Debug)]
pub struct Server {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a server on its own runtime and on its own thread, which is called `name`. Both
    /// blocking and async code can call this function. `configure` registers the routes. `tasks`
    /// runs on the runtime when the server has started, and `finish` when it has stopped.
    pub fn start(
        name: &str,
        listener: TcpListener,
        configure: impl Fn(&mut ServiceConfig) + Clone + Send + 'static,
        tasks: impl FnOnce() + Send + 'static,
        finish: impl AsyncFnOnce() + Send + 'static,
    ) -> Result<Self, StartError> {
        let (stop, stopped) = oneshot::channel();
        let (started, starting) = mpsc::channel();
        let run = async move || {
            let server = HttpServer::new(move || App::new().configure(configure.clone()))
                .workers(1)
                .disable_signals()
                .shutdown_timeout(STOP_TIMEOUT)
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
            tasks();
            let _ = started.send(Ok(()));
            // The server runs until the `Server` value is dropped.
            let _ = stopped.await;
            handle.stop(false).await;
            finish().await;
        };
        let thread = std::thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || actix_web::rt::System::new().block_on(run()))
            .map_err(StartError::Server)?;
        match starting.recv() {
            Ok(Ok(())) => Ok(Self { stop: Some(stop), thread: Some(thread) }),
            Ok(Err(error)) => Err(StartError::Server(error)),
            Err(_) => Err(StartError::Server(io::Error::other("its thread ended"))),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the sandbox's thread panicked");
        }
    }
}
