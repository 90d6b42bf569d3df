//! A PostgreSQL primary with two standbys. The primary confirms a commit only after at least one standby has
//! received it.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use diesel::connection::SimpleConnection;
use diesel::sql_types::{Nullable, Text};
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, sql_query};

use super::links::Links;
use super::wait_until;

/// Names of the nodes. Any node may be the primary.
pub const NODES: [&str; 3] = ["one", "two", "three"];
/// The database role that creates the cluster, replicates and promotes. Also the operating
/// system's user for PostgreSQL.
const SUPERUSER: &str = "postgres";
/// Creates the roles that docs/DEPLOY.md#database-roles describes.
const ROLES: &str = "CREATE ROLE lanewise_owner LOGIN; CREATE ROLE lanewise_server LOGIN";
/// Maximum wait for a step. A busy machine may be slow.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// The three nodes. Each node has its own port, and its own links to all nodes, through which it follows the
/// primary. Data and logs are in one folder.
pub struct Nodes {
    tools: PathBuf,
    folder: PathBuf,
    ports: [u16; 3],
    links: [Links; 3],
}

pub fn free_port() -> anyhow::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// Returns a connection URL with all of these ports. The database driver connects to the writable node.
pub fn url_of(ports: [u16; 3], role: &str) -> String {
    let hosts = ports.map(|port| format!("127.0.0.1:{port}")).join(",");
    format!("postgres://{role}@{hosts}/lanewise?target_session_attrs=read-write")
}

/// Returns a command that runs a program. If this process is root, the program runs as an unprivileged user,
/// because PostgreSQL and PgBouncer refuse to run as root.
pub fn command_as_unprivileged_user(program: &str) -> Command {
    let is_root = fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0);
    if is_root {
        // `setpriv` replaces itself with the program, so killing the child kills the program.
        let mut command = Command::new("setpriv");
        command.args(["--reuid", SUPERUSER, "--regid", SUPERUSER, "--clear-groups", "--", program]);
        command
    } else {
        Command::new(program)
    }
}

impl Nodes {
    /// Creates a primary with the roles and an empty database, and its standbys.
    pub fn make(folder: &Path) -> anyhow::Result<Self> {
        let tools = PathBuf::from(std::env::var("PG_TOOLS").context("PG_TOOLS: run make cluster-test")?);
        fs::set_permissions(folder, fs::Permissions::from_mode(0o777))?;
        let ports = [free_port()?, free_port()?, free_port()?];
        let links = [Links::to_nodes(ports)?, Links::to_nodes(ports)?, Links::to_nodes(ports)?];
        let nodes = Self { tools, folder: folder.to_owned(), ports, links };
        nodes.tool("initdb", &["-D", "one", "-A", "trust", "-U", SUPERUSER, "--no-sync", "-E", "UTF8"])?;
        // These settings are described in docs/DEPLOY.md#a-primary-with-standbys.
        let settings = format!(
            "listen_addresses = '127.0.0.1'\nunix_socket_directories = '{}'\nmax_connections = 200\nwal_keep_size = '256MB'\n\
             wal_retrieve_retry_interval = '500ms'\nsynchronous_standby_names = 'ANY 1 ({})'\n",
            folder.display(),
            NODES.join(", ")
        );
        nodes.append("one/postgresql.conf", &settings)?;
        nodes.set_up(0)?;
        nodes.start(0)?;
        // No standby exists yet that could confirm these commits.
        nodes.execute(0, "postgres", "SET synchronous_commit = local", ROLES)?;
        let database = "CREATE DATABASE lanewise OWNER lanewise_owner";
        nodes.execute(0, "postgres", "SET synchronous_commit = local", database)?;
        for standby in [1, 2] {
            nodes.copy(0, standby)?;
        }
        nodes.wait_for_standbys(0, 2)?;
        Ok(nodes)
    }

    /// Returns the name of the node with this index.
    fn node_name(node: usize) -> anyhow::Result<&'static str> {
        NODES.get(node).copied().context("the index is out of range")
    }

    /// Returns a node's port.
    pub fn port(&self, node: usize) -> anyhow::Result<u16> {
        self.ports.get(node).copied().context("the index is out of range")
    }

    /// Returns the links through which a node follows the primary.
    pub fn links(&self, node: usize) -> anyhow::Result<&Links> {
        self.links.get(node).context("the index is out of range")
    }

    /// Returns a connection URL with all nodes. The database driver connects to the writable node.
    pub fn url(&self, role: &str) -> String {
        url_of(self.ports, role)
    }

    /// Returns a connection URL with all nodes. The database driver connects to a standby.
    pub fn standby_url(&self, role: &str) -> String {
        self.url(role).replace("read-write", "standby")
    }

    /// Runs a program in the nodes' folder. Fails if the program fails.
    fn run(&self, program: &str, arguments: &[&str]) -> anyhow::Result<()> {
        let done = command_as_unprivileged_user(program)
            .args(arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(fs::File::options().create(true).append(true).open(self.folder.join("tools.log"))?)
            .status()?;
        ensure!(done.success(), "{program} {arguments:?} failed");
        Ok(())
    }

    /// Runs a PostgreSQL program, such as `pg_ctl`.
    fn tool(&self, tool: &str, arguments: &[&str]) -> anyhow::Result<()> {
        self.run(&self.tools.join(tool).to_string_lossy(), arguments)
    }

    /// Appends a text to a file in the nodes' folder.
    fn append(&self, file: &str, text: &str) -> anyhow::Result<()> {
        self.run("sh", &["-c", &format!("cat >> {file} <<'END'\n{text}\nEND")])
    }

    /// Appends a node's own settings to its configuration file. Later lines override earlier lines, so a copied
    /// node doesn't use the settings of its source.
    fn set_up(&self, node: usize) -> anyhow::Result<()> {
        let (name, ports) =
            (Self::node_name(node)?, self.links(node)?.ports.map(|port| port.to_string()).join(","));
        let settings = format!(
            "port = {}\nprimary_conninfo = 'host=127.0.0.1,127.0.0.1,127.0.0.1 port={ports} user={SUPERUSER} \
             application_name={name} target_session_attrs=read-write connect_timeout=2'",
            self.port(node)?
        );
        self.append(&format!("{name}/postgresql.conf"), &settings)
    }

    /// Starts a node whose data folder exists.
    pub fn start(&self, node: usize) -> anyhow::Result<()> {
        let name = Self::node_name(node)?;
        self.tool("pg_ctl", &["-D", name, "-l", &format!("{name}.log"), "-w", "-t", "60", "start"])
    }

    /// Stops a node immediately, as a crash would. The node can be started again.
    pub fn stop(&self, node: usize) -> anyhow::Result<()> {
        self.tool("pg_ctl", &["-D", Self::node_name(node)?, "-m", "immediate", "-w", "stop"])
    }

    /// Makes `node` a standby with a fresh copy of the primary's data, and starts it.
    pub fn copy(&self, primary: usize, node: usize) -> anyhow::Result<()> {
        let (name, port) = (Self::node_name(node)?, self.port(primary)?.to_string());
        self.run("rm", &["-rf", name])?;
        self.tool(
            "pg_basebackup",
            &["-D", name, "-h", "127.0.0.1", "-p", &port, "-U", SUPERUSER, "-c", "fast", "--no-sync"],
        )?;
        self.run("touch", &[&format!("{name}/standby.signal")])?;
        self.set_up(node)?;
        self.start(node)
    }

    /// Waits until `count` standbys follow the primary.
    pub fn wait_for_standbys(&self, primary: usize, count: usize) -> anyhow::Result<()> {
        let follow = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'";
        wait_until("standbys follow", MAX_WAIT, || {
            Ok(self.value(primary, "postgres", follow)? == count.to_string())
        })
    }

    /// Kills all processes of a node with SIGKILL and waits until they have ended. Only then can another
    /// node be safely promoted.
    pub fn kill(&self, node: usize) -> anyhow::Result<()> {
        let file = fs::read_to_string(self.folder.join(Self::node_name(node)?).join("postmaster.pid"))?;
        let postmaster: u32 = file.lines().next().context("the file is empty")?.parse()?;
        let mut all = children_of(postmaster)?;
        all.push(postmaster);
        let ids: Vec<String> = all.iter().map(ToString::to_string).collect();
        // Some processes may have ended since they were listed.
        let _killed = Command::new("kill").arg("-KILL").args(&ids).stderr(Stdio::null()).status()?;
        wait_until("all processes of the node have ended", MAX_WAIT, || {
            Ok(children_of(postmaster)?.is_empty() && all.iter().all(|id| !is_alive(*id)))
        })
    }

    /// Promotes the standby that has received more of the lost primary's data than the other standby.
    /// Returns the standby's index.
    pub fn promote_instead_of(&self, lost: usize) -> anyhow::Result<usize> {
        let mut best: Option<(u64, usize)> = None;
        for node in (0..NODES.len()).filter(|node| *node != lost) {
            let received = self.value(
                node,
                "postgres",
                "SELECT pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')::bigint",
            )?;
            best = best.max(Some((received.parse()?, node)));
        }
        let (_, node) = best.context("there is no standby")?;
        ensure!(
            self.value(node, "postgres", "SELECT pg_promote(true, 30)")? == "true",
            "it was not promoted"
        );
        Ok(node)
    }

    /// Runs a query as the superuser and returns the first column of its first row as text. The text is empty if the
    /// value is NULL or there is no row.
    pub fn value(&self, node: usize, database: &str, sql: &str) -> anyhow::Result<String> {
        #[derive(QueryableByName)]
        struct Row {
            #[diesel(sql_type = Nullable<Text>)]
            value: Option<String>,
        }
        let sql = format!("WITH query (value) AS ({sql}) SELECT value::text FROM query");
        let rows: Vec<Row> = sql_query(sql).load(&mut self.connect(node, database)?)?;
        Ok(rows.into_iter().next().and_then(|row| row.value).unwrap_or_default())
    }

    /// Executes `settings` and then `sql` as the superuser.
    pub fn execute(&self, node: usize, database: &str, settings: &str, sql: &str) -> anyhow::Result<()> {
        let mut connection = self.connect(node, database)?;
        connection.batch_execute(settings)?;
        Ok(connection.batch_execute(sql)?)
    }

    /// Connects to a database of a node as the superuser.
    fn connect(&self, node: usize, database: &str) -> anyhow::Result<PgConnection> {
        let url =
            format!("postgres://{SUPERUSER}@127.0.0.1:{}/{database}?connect_timeout=5", self.port(node)?);
        Ok(PgConnection::establish(&url)?)
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        for name in NODES {
            if self.folder.join(name).join("postmaster.pid").exists() {
                let _stopped = self.tool("pg_ctl", &["-D", name, "-m", "immediate", "-w", "stop"]);
            }
        }
    }
}

/// Returns a process's parent and state from `/proc`; `None` if the process doesn't exist. Parsing starts after the
/// process's name, which may contain any characters.
fn parent_and_state(id: u32) -> Option<(u32, char)> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut words = rest.split(' ');
    let state = words.next()?.chars().next()?;
    Some((words.next()?.parse().ok()?, state))
}

/// Returns whether a process exists and hasn't ended.
fn is_alive(id: u32) -> bool {
    parent_and_state(id).is_some_and(|(_, state)| state != 'Z')
}

/// Returns the ids of a process's child processes.
fn children_of(parent: u32) -> anyhow::Result<Vec<u32>> {
    if !Path::new("/proc/self/stat").exists() {
        bail!("this test reads /proc");
    }
    let ids = fs::read_dir("/proc")?.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    Ok(ids
        .filter(|id| parent_and_state(*id).is_some_and(|(of, state)| of == parent && state != 'Z'))
        .collect())
}

/// Waits for this number of seconds.
pub fn pause(seconds: u64) {
    sleep(Duration::from_secs(seconds));
}
