//! All repositories on one database connection.

use diesel::{Connection, PgConnection, QueryResult};
use ports::shared::store_error::{StoreError, StoreResult};
use ports::store::Store;

use crate::error::store_error;

/// The repositories on a borrowed connection.
pub struct PgStore<'a> {
    connection: &'a mut PgConnection,
    aborted: bool,
}

impl<'a> PgStore<'a> {
    /// Creates the repositories on this connection.
    pub fn new(connection: &'a mut PgConnection) -> Self {
        Self { connection, aborted: false }
    }

    /// Whether a statement failed, so that the surrounding transaction can't commit.
    pub(crate) fn is_aborted(&self) -> bool {
        self.aborted
    }

    /// Returns the connection, for statements that no port has.
    pub(crate) fn raw(&mut self) -> &mut PgConnection {
        self.connection
    }

    /// Runs a query, and remembers whether it failed.
    pub(crate) fn run<T>(
        &mut self,
        query: impl FnOnce(&mut PgConnection) -> QueryResult<T>,
    ) -> StoreResult<T> {
        query(self.connection).map_err(|error| {
            self.aborted = true;
            store_error(error)
        })
    }

    /// Runs a write that may violate a unique key, in a savepoint. After a `Duplicate`, the transaction
    /// continues as if the write hadn't been tried.
    pub(crate) fn run_unique<T>(
        &mut self,
        query: impl FnOnce(&mut PgConnection) -> QueryResult<T>,
    ) -> StoreResult<T> {
        self.connection.transaction(query).map_err(|error| {
            let error = store_error(error);
            self.aborted |= !matches!(error, StoreError::Duplicate(_));
            error
        })
    }
}

impl Store for PgStore<'_> {}
