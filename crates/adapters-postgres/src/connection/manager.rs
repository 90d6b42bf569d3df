//! How the pool makes connections, and how it sees that one is gone.

use std::time::Duration;

use diesel::PgConnection;
use diesel::r2d2::{Error as ManagerError, ManageConnection, R2D2Connection};

use crate::connection::watch::connect;

/// Makes connections that are watched, and judges them without asking the database.
pub struct Manager {
    address: String,
    limit: Duration,
}

impl std::fmt::Debug for Manager {
    /// Without the address: it may hold a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Manager").field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl Manager {
    /// Connections to this address. A statement whose answer takes longer than the limit ends its connection.
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

    /// Asked each time a connection is handed out, so it must cost no round trip: it reads what has already arrived. A database
    /// that ended the connection has sent its farewell and closed: the first look reads the one, the second finds the other.
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
