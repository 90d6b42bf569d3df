//! How the pool makes connections, and how it sees that one is gone.

use diesel::PgConnection;
use diesel::r2d2::{ConnectionManager, Error as ManagerError, ManageConnection};

/// Makes connections as diesel does, and judges them without asking the database.
#[derive(Debug)]
pub struct Manager(ConnectionManager<PgConnection>);

impl Manager {
    /// Connections to this address.
    pub fn new(address: String) -> Self {
        Self(ConnectionManager::new(address))
    }
}

impl ManageConnection for Manager {
    type Connection = PgConnection;
    type Error = ManagerError;

    fn connect(&self) -> Result<PgConnection, ManagerError> {
        self.0.connect()
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
        self.0.has_broken(connection)
    }
}
