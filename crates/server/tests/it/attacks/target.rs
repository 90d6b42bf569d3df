//! The attacked server. It runs in a separate process, so that its memory can be measured.

use std::fs;
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

use crate::support::App;
use crate::support::process::{Server, free_port};

pub const PASSWORD: &str = "violet-harbor-93-lantern";

/// The attacked server, and the test's own app on the same database.
pub struct Target {
    pub server: Server,
    /// URL of the attacked server's listener for operators.
    pub operators: String,
    /// The database and the payment sandbox, and a second server that isn't attacked.
    pub app: App,
    _data: tempfile::TempDir,
}

impl Target {
    /// Starts a server with all limits on. Clients on this machine can choose their address in `X-Forwarded-For`.
    pub fn start(change: impl FnOnce(&mut Command)) -> Self {
        let app = App::start();
        let data = tempfile::tempdir().unwrap();
        let operators = format!("127.0.0.1:{}", free_port());
        let server = Server::start_at(&app, data.path(), free_port(), |command| {
            command
                .env("OPS_ADDRESS", &operators)
                .env("TRUSTED_PROXIES", "127.0.0.1")
                .env("RUST_LOG", "warn")
                .stdout(std::process::Stdio::null());
            change(command);
        });
        Self { server, operators: format!("http://{operators}"), app, _data: data }
    }

    /// Returns the server's current memory (`VmRSS`) or its peak (`VmHWM`), in MB; `None` if unknown.
    pub fn memory(&self, field: &str) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.server.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))?;
        let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kilobytes / 1024)
    }
}

/// Creates a client that keeps connections open and doesn't treat statuses as errors.
pub fn agent() -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        .allow_non_standard_methods(true)
        .timeout_global(Some(Duration::from_secs(60)))
        .build()
        .into()
}

/// Logs in from an IP address. Returns the status and the body. Asserts that a 429 or 503 has a Retry-After header.
pub fn log_in(agent: &Agent, base: &str, address: &str, email: &str, password: &str) -> (u16, Value) {
    let body = json!({"email": email, "password": password});
    let answer = agent
        .post(format!("{base}/api/authenticate"))
        .header("sec-fetch-site", "same-origin")
        .header("x-forwarded-for", address)
        .send_json(&body);
    let mut answer = answer.unwrap();
    let status = answer.status().as_u16();
    assert!(![429, 503].contains(&status) || answer.headers().contains_key("retry-after"), "{status}");
    (status, answer.body_mut().read_json().unwrap_or_default())
}

/// Durations of requests, collected from several threads.
#[derive(Default)]
pub struct Times(Mutex<Vec<Duration>>);

impl Times {
    pub fn measure<T>(&self, call: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let answer = call();
        self.0.lock().unwrap().push(begin.elapsed());
        answer
    }

    pub fn count(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    /// Returns a percentile of the durations, in milliseconds.
    pub fn percentile(&self, percent: usize) -> u128 {
        let mut times = self.0.lock().unwrap().clone();
        times.sort_unstable();
        let place = (times.len() * percent).div_ceil(100).saturating_sub(1);
        times.get(place).map_or(0, Duration::as_millis)
    }
}
