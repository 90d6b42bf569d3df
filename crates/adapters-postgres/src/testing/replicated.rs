//! A primary and a standby for one test.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use ports::shared::store_error::BoxError;

use super::unwrap_or_panic;
use crate::connection::migrations::migrate;
use crate::embedded::{Cluster, LIFELINE, NAME, SERVER, SUPERUSER, make_roles};

/// Settings of both servers. `max_connections` keeps its default, because a standby must allow as many
/// connections as its primary.
const SETTINGS: &[&str] = &[
    "fsync=off",
    "wal_level=replica",
    "wal_retrieve_retry_interval=100ms",
    "shared_buffers=32MB",
    "jit=off",
];

const MAX_WAIT: Duration = Duration::from_secs(60);

/// A primary and its standby. Both servers stop when this value is dropped or the test process ends for any reason.
#[derive(Debug)]
pub struct ReplicatedCluster {
    standby: Running,
    primary: Running,
}

#[derive(Debug)]
struct Running {
    cluster: Cluster,
    postmaster: Child,
}

impl ReplicatedCluster {
    /// Starts a primary and its standby in this folder, and migrates the primary.
    ///
    /// # Panics
    /// Panics when PostgreSQL can't be started.
    pub fn start(folder: &Path) -> Self {
        unwrap_or_panic(Self::make(folder))
    }

    /// Does the work of [`Self::start`], and returns errors instead of panicking.
    fn make(folder: &Path) -> Result<Self, BoxError> {
        let node_modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/node_modules");
        let [primary, standby] =
            ["primary", "standby"].map(|name| Cluster::locate(&folder.join(name), &node_modules));
        let (primary, standby) = (primary?, standby?);
        primary.initialise(NAME, &["--no-sync"])?;
        let copied = Command::new("cp").arg("-a").arg(primary.data()).arg(standby.data()).status()?;
        if !copied.success() {
            return Err("the primary's data was not copied".into());
        }
        fs::write(standby.data().join("standby.signal"), "")?;
        let followed = format!("primary_conninfo={}", primary.url("postgres", SUPERUSER));
        let primary = Running::start(primary, SETTINGS)?;
        let standby = Running::start(standby, &[SETTINGS, &[&followed]].concat())?;
        make_roles(&primary.cluster.url("postgres", SUPERUSER))?;
        let followed = Self { standby, primary };
        let _applied = migrate(&followed.owner_url(), &followed.url())?;
        Ok(followed)
    }

    /// Returns the primary's URL for the serving role.
    pub fn url(&self) -> String {
        self.primary.cluster.url(NAME, SERVER)
    }

    /// Returns the primary's URL for the role that owns the tables.
    pub fn owner_url(&self) -> String {
        self.primary.cluster.url(NAME, NAME)
    }

    /// Returns the standby's URL for the serving role.
    pub fn standby_url(&self) -> String {
        self.standby.cluster.url(NAME, SERVER)
    }

    /// Pauses or resumes replaying the log on the standby.
    ///
    /// # Panics
    /// Panics when the standby refuses.
    pub fn set_replay_paused(&self, is_paused: bool) {
        let how = if is_paused { "pause" } else { "resume" };
        let url = self.standby.cluster.url(NAME, SUPERUSER);
        let result = PgConnection::establish(&url)
            .map_err(BoxError::from)
            .and_then(|mut standby| Ok(standby.batch_execute(&format!("SELECT pg_wal_replay_{how}()"))?));
        unwrap_or_panic(result);
    }
}

impl Running {
    /// Starts a server with these `settings`, and waits until it is ready.
    fn start(cluster: Cluster, settings: &[&str]) -> Result<Self, BoxError> {
        let mut postmaster = cluster.spawn_postmaster(LIFELINE, Stdio::piped(), settings)?;
        cluster.wait_until_ready(&mut postmaster, Instant::now() + MAX_WAIT)?;
        Ok(Self { cluster, postmaster })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.postmaster.stdin.take());
        let _ended = self.postmaster.wait();
        self.cluster.clear_away_socket();
    }
}
