//! Three server processes on one database, each with its own port.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use stripe_sandbox::Sandbox;
use ureq::Agent;

use super::nodes::free_port;
use super::wait_until;
use crate::stand_in::{self, DATA_KEY};

/// How long a server reports "not ready" before it stops, in seconds. With the sample
/// configuration, HAProxy notices sooner.
const STOP_NOTICE: &str = "5";
/// Maximum age of the data that staff read from a standby, in seconds.
pub const REPLICA_LAG: u64 = 2;
const MAX_WAIT: Duration = Duration::from_secs(60);

/// A server program and its database connections.
#[derive(Clone)]
pub struct Release {
    /// Path of the program.
    pub program: PathBuf,
    /// Connection URL of each of the three servers.
    pub database: [String; 3],
    /// Connection URL for migrating.
    pub owner: String,
    /// Connection URL of the read replica that serves the lists; `None` if the program uses no replica.
    pub replica: Option<String>,
}

/// Three servers that share one database.
pub struct Servers {
    /// Port of each server.
    pub ports: [u16; 3],
    folder: PathBuf,
    settings: Vec<(String, String)>,
    running: [Mutex<Option<Child>>; 3],
}

impl Servers {
    /// Prepares three servers without starting them.
    pub fn prepare(folder: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            ports: [free_port()?, free_port()?, free_port()?],
            folder: folder.to_owned(),
            settings: vec![],
            running: Default::default(),
        })
    }

    /// Sets the environment variables that every server starts with: the public URL, test settings, and the
    /// settings for the sandbox.
    pub fn set_shared_settings(&mut self, sandbox: &Sandbox, public_url: &str) {
        let settings = [
            ("PUBLIC_URL", public_url),
            ("TRUSTED_PROXIES", "127.0.0.1"),
            ("OPS_ADDRESS", "off"),
            ("CITATION_SOURCES", "off"),
            // Turn rate limits off, because this test sends many requests.
            ("RATE_LIMITS", "off"),
            ("STOP_NOTICE_SECONDS", STOP_NOTICE),
            ("LANEWISE_DATA_KEY", DATA_KEY),
        ];
        let own = settings.map(|(name, value)| (name, value.to_owned()));
        let all = own.into_iter().chain(stand_in::sandbox_settings(sandbox));
        self.settings = all.map(|(name, value)| (name.to_owned(), value)).collect();
    }

    /// Locks and returns the process of the server with this index; `None` if it isn't running.
    fn lock(&self, index: usize) -> anyhow::Result<MutexGuard<'_, Option<Child>>> {
        let running = self.running.get(index).context("the index is out of range")?;
        Ok(running.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns a command that runs the program with the settings of this server.
    pub fn command(&self, release: &Release, index: usize) -> anyhow::Result<Command> {
        let (port, database) =
            self.ports.get(index).zip(release.database.get(index)).context("the index is out of range")?;
        let data = self.folder.join(format!("server-{index}"));
        fs::create_dir_all(&data)?;
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.folder.join(format!("server-{index}.log")))?;
        let mut command = Command::new(&release.program);
        command
            .env_clear()
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .env("DATABASE_URL", database)
            .env("MIGRATION_DATABASE_URL", &release.owner)
            .env("DATA_DIR", data)
            .env("PORT", port.to_string())
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log);
        if let Some(replica) = &release.replica {
            command.env("DATABASE_REPLICA_URL", replica).env("REPLICA_LAG_SECONDS", REPLICA_LAG.to_string());
        }
        Ok(command)
    }

    /// Starts a server and waits until it is ready.
    pub fn start(&self, release: &Release, index: usize) -> anyhow::Result<()> {
        let child = self.command(release, index)?.spawn().context("starting a server")?;
        *self.lock(index)? = Some(child);
        let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
        let port = self.ports.get(index).context("the index is out of range")?;
        wait_until("a server is ready", MAX_WAIT, || {
            Ok(agent.get(format!("http://127.0.0.1:{port}/readyz")).call().is_ok_and(|it| it.status() == 200))
        })
    }

    /// Kills a server with SIGKILL.
    pub fn kill(&self, index: usize) -> anyhow::Result<()> {
        let mut child = self.lock(index)?.take().context("the server is not running")?;
        child.kill()?;
        child.wait()?;
        Ok(())
    }

    /// Stops a server with SIGTERM. Returns how long the server took to exit.
    pub fn stop(&self, index: usize) -> anyhow::Result<Duration> {
        let mut child = self.lock(index)?.take().context("the server is not running")?;
        let started_at = Instant::now();
        Command::new("kill").args(["-TERM", &child.id().to_string()]).status()?;
        let ended = child.wait()?;
        ensure!(ended.success(), "the command failed: {ended}");
        Ok(started_at.elapsed())
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        for index in 0..self.running.len() {
            let _killed = self.kill(index);
        }
    }
}
