//! The proxies: HAProxy in front of the servers, with the sample configuration of the Debian package, and a
//! PgBouncer in front of the primary.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};

use super::nodes::{NODES, command_as_unprivileged_user, free_port};
use super::wait_until;

const SAMPLE: &str = include_str!("../../../package/haproxy.cfg");
const MAX_WAIT: Duration = Duration::from_secs(30);

/// A process that is killed when this value is dropped.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _gone = self.0.kill().and_then(|()| self.0.wait());
    }
}

/// The HAProxy that receives all requests of users.
pub struct HaProxy {
    /// Base URL for all requests of users.
    pub base: String,
    stats: PathBuf,
    _child: Running,
}

impl HaProxy {
    /// Starts HAProxy with the servers at these ports. The servers needn't be running yet.
    pub fn start(folder: &Path, servers: [u16; 3]) -> anyhow::Result<Self> {
        let (port, stats) = (free_port()?, folder.join("haproxy.sock"));
        let config = folder.join("haproxy.cfg");
        fs::write(&config, fill_in_sample_config(port, &stats, servers))?;
        let program = std::env::var("HAPROXY").context("HAPROXY: run make cluster-test")?;
        let log = fs::File::create(folder.join("haproxy.log"))?;
        let child = Command::new(program)
            .arg("-db")
            .arg("-f")
            .arg(&config)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .context("starting HAProxy")?;
        let proxy = Self { base: format!("http://127.0.0.1:{port}"), stats, _child: Running(child) };
        wait_until("HAProxy responds", MAX_WAIT, || Ok(proxy.up().is_ok()))?;
        Ok(proxy)
    }

    /// Returns the number of servers that HAProxy considers up.
    pub fn up(&self) -> anyhow::Result<usize> {
        let mut line = UnixStream::connect(&self.stats)?;
        line.write_all(b"show stat lanewise 4 -1\n")?;
        let mut table = String::new();
        line.read_to_string(&mut table)?;
        // The 18th column is the server's status.
        Ok(table.lines().filter(|row| row.split(',').nth(17).is_some_and(|it| it.starts_with("UP"))).count())
    }

    /// Makes HAProxy stop (`is_draining`) or resume sending new requests to this server.
    pub fn set_draining(&self, index: usize, is_draining: bool) -> anyhow::Result<()> {
        let name = NODES.get(index).context("the index is out of range")?;
        let state = if is_draining { "drain" } else { "ready" };
        let mut line = UnixStream::connect(&self.stats)?;
        line.write_all(format!("set server lanewise/{name} state {state}\n").as_bytes())?;
        let mut answer = String::new();
        line.read_to_string(&mut answer)?;
        ensure!(answer.trim().is_empty(), "HAProxy says {answer}");
        Ok(())
    }

    /// Waits until HAProxy considers this number of servers up.
    pub fn wait_for(&self, servers: usize) -> anyhow::Result<()> {
        wait_until("HAProxy has checked the servers", MAX_WAIT, || Ok(self.up()? == servers))
    }
}

/// Prefixes of the lines in the sample configuration that this test leaves out, because they need root
/// or get other values.
const OMITTED_SETTINGS: &[&str] = &["user ", "group ", "chroot ", "stats socket ", "log stdout", "server "];

/// Returns the sample configuration for the servers at the ports `servers`. HAProxy listens on `port`, and its
/// admin socket is `stats`. The configuration omits TLS and the user, which `make package-test` tests.
fn fill_in_sample_config(port: u16, stats: &Path, servers: [u16; 3]) -> String {
    let mut lines = vec![];
    for line in SAMPLE.lines() {
        let words = line.trim_start();
        if words.contains("ssl") || OMITTED_SETTINGS.iter().any(|begin| words.starts_with(begin)) {
            continue;
        }
        match words {
            "bind :80" => lines.push(format!("    bind 127.0.0.1:{port}")),
            "global" => {
                lines.push(format!("global\n    stats socket {} mode 600 level admin", stats.display()))
            }
            // Allow fewer connections, so that a shell's default limit on file descriptors is enough.
            "maxconn 32000" => lines.push("    maxconn 400".to_owned()),
            _ => lines.push(line.to_owned()),
        }
    }
    // The sample configuration ends with the list of servers, so the test's own servers are added at the end.
    let listed =
        servers.iter().zip(NODES).map(|(port, name)| format!("    server {name} 127.0.0.1:{port} check"));
    lines.extend(listed);
    lines.push(String::new());
    lines.join("\n")
}

/// A PgBouncer in session mode. PgBouncer doesn't know the standbys, so after promoting a standby the
/// test must redirect it.
pub struct Bouncer {
    /// Port on which PgBouncer accepts connections.
    pub port: u16,
    config: PathBuf,
    users: PathBuf,
    child: Option<Running>,
}

impl Bouncer {
    /// Starts PgBouncer with the primary at this port.
    pub fn start(folder: &Path, primary: u16) -> anyhow::Result<Self> {
        let program = std::env::var("PGBOUNCER").context("PGBOUNCER: run make cluster-test")?;
        let users = folder.join("pgbouncer.users");
        fs::write(&users, "\"lanewise_server\" \"\"\n\"lanewise_owner\" \"\"\n")?;
        let mut bouncer =
            Self { port: free_port()?, config: folder.join("pgbouncer.ini"), users, child: None };
        bouncer.set_up(primary)?;
        let log = fs::File::create(folder.join("pgbouncer.log"))?;
        let child = command_as_unprivileged_user(&program)
            .arg(&bouncer.config)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .context("starting PgBouncer")?;
        bouncer.child = Some(Running(child));
        Ok(bouncer)
    }

    /// Returns a connection URL for PgBouncer.
    pub fn url(&self, role: &str) -> String {
        format!("postgres://{role}@127.0.0.1:{}/lanewise", self.port)
    }

    /// Writes PgBouncer's settings for the primary at this port, as docs/DEPLOY.md#a-pooler describes.
    fn set_up(&self, primary: u16) -> anyhow::Result<()> {
        let settings = format!(
            "[databases]\nlanewise = host=127.0.0.1 port={primary}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {}\n\
             unix_socket_dir =\nauth_type = trust\nauth_file = {}\npool_mode = session\ndefault_pool_size = 60\nmax_client_conn = 200\n\
             server_login_retry = 1\nserver_connect_timeout = 2\nquery_wait_timeout = 3\n",
            self.port,
            self.users.display()
        );
        Ok(fs::write(&self.config, settings)?)
    }

    /// Redirects PgBouncer to the primary at this port.
    pub fn set_primary(&self, primary: u16) -> anyhow::Result<()> {
        self.set_up(primary)?;
        self.signal("-HUP")
    }

    /// Pauses or resumes PgBouncer's process with a signal.
    pub fn set_paused(&self, is_paused: bool) -> anyhow::Result<()> {
        self.signal(if is_paused { "-STOP" } else { "-CONT" })
    }

    /// Sends a signal, such as `-HUP`, to PgBouncer's process.
    fn signal(&self, which: &str) -> anyhow::Result<()> {
        let id = self.child.as_ref().map(|running| running.0.id()).context("the proxy is not running")?;
        Command::new("kill").args([which, &id.to_string()]).status()?;
        Ok(())
    }
}
