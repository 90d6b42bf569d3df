//! An embedded PostgreSQL for development and trials: a child process with its own data directory
//! (docs/product/running.md#embedded-database).
//!
//! The server listens only on a Unix socket and is owned by one process. The server stops when its owner ends
//! for any reason, because the kernel then closes a pipe. If the owner was killed, the next start cleans up. If
//! the postmaster dies while its owner runs, it is restarted (`supervisor.rs`).

mod binaries;
mod cluster;
mod conf;
mod error;
mod identity;
mod names;
mod postmaster;
mod roles;
mod socket;
mod supervisor;

use std::fs::File;
use std::path::Path;
use std::time::Instant;

#[cfg(feature = "testing")]
pub(crate) use cluster::Cluster;
#[cfg(not(feature = "testing"))]
use cluster::Cluster;
pub use error::EmbeddedError;
pub(crate) use names::{NAME, SERVER, SUPERUSER};
#[cfg(feature = "testing")]
pub(crate) use roles::create_serving_role as make_roles;
#[cfg(feature = "testing")]
pub(crate) use supervisor::LIFELINE;
use supervisor::{MAX_WAIT, Supervisor};

/// A running embedded PostgreSQL. Dropping this value stops the server, if this process owns it.
#[derive(Debug)]
pub struct Embedded {
    url: String,
    owner_url: String,
    owned: Option<OwnedCluster>,
}

#[derive(Debug)]
struct OwnedCluster {
    supervisor: Supervisor,
    _lock: File,
}

/// Starts a PostgreSQL with its data in `data_dir`, which the first start creates. If another process already
/// runs a PostgreSQL with this data, returns the URLs of that one.
///
/// The server's programs come from `$PG_BIN_DIR`, the npm bundle in `node_modules`, `PATH` or the usual
/// directories. Existing data determines the major version. If Lanewise runs as root, the programs run as
/// another user or in a user namespace, because PostgreSQL refuses to run as root.
///
/// # Errors
/// Fails if no PostgreSQL can run here, or if it doesn't start.
pub fn start(data_dir: &Path, node_modules: &Path) -> Result<Embedded, EmbeddedError> {
    let deadline = Instant::now() + MAX_WAIT;
    let cluster = Cluster::locate(data_dir, node_modules)?;
    let [url, owner_url, superuser] = [SERVER, NAME, SUPERUSER].map(|role| cluster.url(NAME, role));
    let Some(lock) = cluster.try_own()? else {
        cluster.wait_for_other_owner(deadline)?;
        roles::create_serving_role(&superuser)?;
        return Ok(Embedded { url, owner_url, owned: None });
    };
    if !cluster.is_initialised() {
        cluster.initialise(NAME, &[])?;
    }
    let supervisor = Supervisor::start(cluster, deadline)?;
    let embedded = Embedded { url, owner_url, owned: Some(OwnedCluster { supervisor, _lock: lock }) };
    roles::create_serving_role(&superuser)?;
    Ok(embedded)
}

impl Embedded {
    /// Returns the database's URL for the serving role.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the database's URL for the role that owns it and migrates.
    pub fn owner_url(&self) -> &str {
        &self.owner_url
    }

    /// Whether this PostgreSQL stops with this process.
    pub fn is_owner(&self) -> bool {
        self.owned.is_some()
    }

    /// Returns the postmaster's process id, if this process owns the server. The id changes when
    /// the postmaster is restarted.
    pub fn postmaster(&self) -> Option<u32> {
        self.owned.as_ref().map(|owned| owned.supervisor.postmaster())
    }

    /// Sets a function that is called if the postmaster has died and can't be restarted. Does nothing if another
    /// process owns the server.
    pub fn on_giving_up(&self, gave_up: impl FnOnce(EmbeddedError) + Send + 'static) {
        if let Some(owned) = &self.owned {
            owned.supervisor.on_giving_up(gave_up);
        }
    }

    /// Stops the server, if this process owns it. Waits until all data is on disk.
    pub fn stop(&mut self) {
        if let Some(mut owned) = self.owned.take() {
            owned.supervisor.stop();
        }
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        self.stop();
    }
}
