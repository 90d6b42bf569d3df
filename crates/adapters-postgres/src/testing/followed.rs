//! A primary of a test's own, and a standby that follows it.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use ports::shared::store_error::BoxError;

use super::orderly;
use crate::connection::migrations::migrate;
use crate::embedded::{Cluster, LIFELINE, NAME, SERVER, SUPERUSER, make_roles};

/// A standby may have no fewer connections than its data knows: the usual ones stay.
const SETTINGS: &[&str] = &[
    "fsync=off",
    "wal_level=replica",
    "wal_retrieve_retry_interval=100ms",
    "shared_buffers=32MB",
    "jit=off",
];

const PATIENCE: Duration = Duration::from_secs(60);

/// Both. They end when this is dropped, and with the test's process, however that ends.
#[derive(Debug)]
pub struct Followed {
    standby: Running,
    primary: Running,
}

#[derive(Debug)]
struct Running {
    cluster: Cluster,
    postmaster: Child,
}

impl Followed {
    /// Starts them in this folder; the primary is migrated.
    ///
    /// # Panics
    /// When no PostgreSQL can be started.
    pub fn start(folder: &Path) -> Self {
        orderly(Self::make(folder))
    }

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

    /// The primary's address, for the role that serves.
    pub fn url(&self) -> String {
        self.primary.cluster.url(NAME, SERVER)
    }

    /// The same, for the role that owns the tables.
    pub fn owner_url(&self) -> String {
        self.primary.cluster.url(NAME, NAME)
    }

    /// The standby's, for the role that serves.
    pub fn standby_url(&self) -> String {
        self.standby.cluster.url(NAME, SERVER)
    }

    /// Has the standby stand still, or go on.
    ///
    /// # Panics
    /// When it does not take that.
    pub fn stand_still(&self, yes: bool) {
        let how = if yes { "pause" } else { "resume" };
        let url = self.standby.cluster.url(NAME, SUPERUSER);
        let told = PgConnection::establish(&url)
            .map_err(BoxError::from)
            .and_then(|mut standby| Ok(standby.batch_execute(&format!("SELECT pg_wal_replay_{how}()"))?));
        orderly(told);
    }
}

impl Running {
    fn start(cluster: Cluster, settings: &[&str]) -> Result<Self, BoxError> {
        let mut postmaster = cluster.spawn(LIFELINE, Stdio::piped(), settings)?;
        cluster.wait_until_ready(&mut postmaster, Instant::now() + PATIENCE)?;
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
