//! Starts a server program that uses the Stripe sandbox.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use stripe_sandbox::Sandbox;
use ureq::Agent;

/// A running server process, which is killed when this value is dropped.
pub struct Server(pub Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _gone = self.0.kill().and_then(|()| self.0.wait());
    }
}

/// The data key of all processes on one database. The key needn't be secret, because the data is deleted at the
/// end of the program.
pub const DATA_KEY: &str = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";

/// Returns the settings that make a server use this sandbox.
pub fn sandbox_settings(sandbox: &Sandbox) -> [(&'static str, String); 5] {
    [
        ("STRIPE_SECRET_KEY", sandbox.secret_key().to_owned()),
        ("STRIPE_PUBLISHABLE_KEY", sandbox.publishable_key().to_owned()),
        ("STRIPE_WEBHOOK_SECRET", sandbox.webhook_secret().to_owned()),
        ("STRIPE_API_BASE", sandbox.base_url().to_owned()),
        ("STRIPE_JS_URL", sandbox.js_url()),
    ]
}

/// Maximum time until a server is ready, including its migrations.
const MAX_WAIT: Duration = Duration::from_secs(300);

/// Starts the server that `command` runs, with the sandbox as its payment provider. Discards the server's
/// output, and waits until the server is ready at the URL `base`. Fails if the server can't be started or
/// isn't ready in time.
pub fn start_server(command: &mut Command, sandbox: &Sandbox, base: &str) -> anyhow::Result<Server> {
    command.envs(sandbox_settings(sandbox)).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().with_context(|| format!("starting {:?}", command.get_program()))?;
    let mut server = Server(child);
    wait_until_ready(&mut server.0, base)?;
    Ok(server)
}

/// Waits until the server at this base URL is ready. Fails if its process has exited.
fn wait_until_ready(server: &mut Child, base: &str) -> anyhow::Result<()> {
    let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
    let deadline = Instant::now() + MAX_WAIT;
    while !agent.get(format!("{base}/readyz")).call().is_ok_and(|answer| answer.status() == 200) {
        ensure!(server.try_wait()?.is_none(), "the server exited: start it by hand to see why");
        ensure!(Instant::now() < deadline, "the server does not start");
        sleep(Duration::from_millis(100));
    }
    Ok(())
}
