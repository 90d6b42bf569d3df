//! Creates the pool's connections and detects dead ones.

use std::time::Duration;

use diesel::PgConnection;
use diesel::r2d2::{Error as ManagerError, ManageConnection, R2D2Connection};

use crate::connection::watch::connect;

/// Creates watched connections, and checks them without a query.
pub struct Manager {
    address: String,
    limit: Duration,
}

impl std::fmt::Debug for Manager {
    /// Leaves out the URL, which may contain a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Manager").field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl Manager {
    /// Creates a manager for this URL. If a statement takes longer than the limit, its connection is closed.
    pub fn new(address: String, limit: Duration) -> Self {
        Self { address, limit }
    }
}

impl ManageConnection for Manager {
    type Connection = PgConnection;
    type Error = ManagerError;

    fn connect(&self) -> Result<PgConnection, ManagerError> {
        connect(&self.address, self.limit).map_err(ManagerError::ConnectionError)
    }

    /// Runs whenever a connection is handed out, so it must not cost a round trip: it only reads what has
    /// already arrived. When the server closes a connection, it sends a message first. The first read gets
    /// that message, the second finds the closed socket.
    fn is_valid(&self, connection: &mut PgConnection) -> Result<(), ManagerError> {
        for _look in 0..2 {
            for announcement in connection.notifications_iter() {
                announcement.map_err(ManagerError::QueryError)?;
            }
        }
        Ok(())
    }

    fn has_broken(&self, connection: &mut PgConnection) -> bool {
        std::thread::panicking() || connection.is_broken()
    }
}
