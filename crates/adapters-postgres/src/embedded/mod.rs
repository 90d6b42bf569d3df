//! A PostgreSQL of our own: a child process over a folder, for development and trials (docs/PRODUCT.md#embedded-database).
//!
//! It listens on a Unix socket alone, has one owner at a time, and ends when its owner does, however that comes about: a
//! pipe that the kernel closes tells it. Whatever a killed owner leaves behind is put right at the next start. One that dies
//! while its owner lives is started again (`keeper.rs`).

mod binaries;
mod cluster;
mod conf;
mod error;
mod identity;
mod keeper;
mod names;
mod postmaster;
mod roles;
mod socket;

use std::fs::File;
use std::path::Path;
use std::time::Instant;

#[cfg(feature = "testing")]
pub(crate) use cluster::Cluster;
#[cfg(not(feature = "testing"))]
use cluster::Cluster;
pub use error::EmbeddedError;
#[cfg(feature = "testing")]
pub(crate) use keeper::LIFELINE;
use keeper::{Keeper, PATIENCE};
pub(crate) use names::{NAME, SERVER, SUPERUSER};
#[cfg(feature = "testing")]
pub(crate) use roles::make as make_roles;

/// A running embedded PostgreSQL. Dropping the owner's stops it.
#[derive(Debug)]
pub struct Embedded {
    url: String,
    owner_url: String,
    owned: Option<Owned>,
}

#[derive(Debug)]
struct Owned {
    keeper: Keeper,
    _lock: File,
}

/// Starts the PostgreSQL that keeps its data in `data_dir`, made at the first start. When another process has started it
/// already, answers that one's address.
///
/// The server's programs come from `$PG_BIN_DIR`, the npm bundle in `node_modules`, `PATH` or the usual places; existing data
/// binds the major version. Root runs them as another user, as PostgreSQL wants.
///
/// # Errors
/// When there is no PostgreSQL that can run here, or it does not start.
pub fn start(data_dir: &Path, node_modules: &Path) -> Result<Embedded, EmbeddedError> {
    let deadline = Instant::now() + PATIENCE;
    let cluster = Cluster::locate(data_dir, node_modules)?;
    let [url, owner_url, superuser] = [SERVER, NAME, SUPERUSER].map(|role| cluster.url(NAME, role));
    let Some(lock) = cluster.try_own()? else {
        cluster.wait_for_other_owner(deadline)?;
        roles::make(&superuser)?;
        return Ok(Embedded { url, owner_url, owned: None });
    };
    if !cluster.is_initialised() {
        cluster.initialise(NAME, &[])?;
    }
    let keeper = Keeper::start(cluster, deadline)?;
    let embedded = Embedded { url, owner_url, owned: Some(Owned { keeper, _lock: lock }) };
    roles::make(&superuser)?;
    Ok(embedded)
}

impl Embedded {
    /// Where the database is, for the role that serves.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The same, for the role that owns it and migrates.
    pub fn owner_url(&self) -> &str {
        &self.owner_url
    }

    /// Whether it ends with this process.
    pub fn is_owner(&self) -> bool {
        self.owned.is_some()
    }

    /// Process id of the postmaster, when it is ours. It changes when one that died is started again.
    pub fn postmaster(&self) -> Option<u32> {
        self.owned.as_ref().map(|owned| owned.keeper.postmaster())
    }

    /// What is done when one of ours died and could not be started again.
    pub fn on_giving_up(&self, gave_up: impl FnOnce(EmbeddedError) + Send + 'static) {
        if let Some(owned) = &self.owned {
            owned.keeper.on_giving_up(gave_up);
        }
    }

    /// Stops it, when it is ours, and waits until its data is safe.
    pub fn stop(&mut self) {
        if let Some(mut owned) = self.owned.take() {
            owned.keeper.stop();
        }
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        self.stop();
    }
}
