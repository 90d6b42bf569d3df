//! Creates connections for the pool, and detects dead ones.

use std::time::Duration;

use diesel::PgConnection;
use diesel::r2d2::{Error as ManagerError, ManageConnection, R2D2Connection};

use crate::connection::watch::connect;

/// Creates connections for the pool. Limits the duration of statements, and tests connections without a query.
pub struct Manager {
    address: String,
    limit: Duration,
}

impl std::fmt::Debug for Manager {
    /// Formats the manager without its URL, which may contain a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Manager").field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl Manager {
    /// Creates a manager for the URL `address`. If a statement takes longer than `limit`, its connection is closed.
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

    /// Tests a connection each time the pool hands it out. To avoid a round trip, this only reads bytes that
    /// have already arrived. A server that closes a connection sends a message first. The first read gets the
    /// message, and the second one notices the closed socket.
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
