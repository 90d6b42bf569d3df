//! The server program, run as an operator runs it.

use std::env;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::{App, eventually, sandbox_keys};

pub fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

/// Returns the path of the server program: this build's, or the one in `SERVER_BIN`.
fn program() -> PathBuf {
    env::var_os("SERVER_BIN").map_or_else(|| env!("CARGO_BIN_EXE_server").into(), PathBuf::from)
}

/// A server in a separate process, with the same database and payment sandbox as `app`.
pub struct Server {
    child: Child,
    pub base: String,
}

impl Server {
    pub fn start(app: &App, data_dir: &Path) -> Self {
        Self::start_at(app, data_dir, free_port(), |_| {})
    }

    /// Starts a server on this port with changed settings.
    pub fn start_at(app: &App, data_dir: &Path, port: u16, change: impl FnOnce(&mut Command)) -> Self {
        let keys = sandbox_keys(&app.sandbox);
        // Start with a low limit of file descriptors, so that the server has to raise it.
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "ulimit -S -n 1024 && exec \"$0\""]).arg(program());
        command
            .env_clear()
            .envs(app.database.settings())
            .env("DATA_DIR", data_dir)
            .env("LANEWISE_DATA_KEY", super::DATA_KEY)
            .env("PORT", port.to_string())
            .env("OPS_ADDRESS", "off")
            .env("CITATION_SOURCES", "off")
            .env("STRIPE_SECRET_KEY", keys.secret)
            .env("STRIPE_PUBLISHABLE_KEY", keys.publishable)
            .env("STRIPE_WEBHOOK_SECRET", keys.webhook_secret.unwrap())
            .env("STRIPE_API_BASE", keys.api_base.unwrap())
            .env("STRIPE_JS_URL", keys.js_url)
            .stdin(Stdio::null())
            .stderr(Stdio::null());
        change(&mut command);
        let server = Self { child: command.spawn().unwrap(), base: format!("http://127.0.0.1:{port}") };
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        eventually("the server is ready", || {
            agent.get(format!("{}/readyz", server.base)).call().is_ok_and(|answer| answer.status() == 200)
        });
        server
    }

    /// Waits until the server ends by itself.
    pub fn wait(mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// Returns the server's process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills the server with SIGKILL.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Server {
    /// Sends SIGTERM to the server, as an operator would.
    pub fn request_stop(&self) {
        let status = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// Stops the server with SIGTERM. Returns how long it took to end.
    pub fn stop(self) -> Duration {
        self.request_stop();
        self.wait_for_exit()
    }

    /// Waits until the server has ended successfully. Returns how long that took.
    pub fn wait_for_exit(mut self) -> Duration {
        let begin = Instant::now();
        assert!(self.child.wait().unwrap().success());
        begin.elapsed()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}
