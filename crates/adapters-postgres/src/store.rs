//! All repositories over one connection.

use diesel::{Connection, PgConnection, QueryResult};
use ports::shared::store_error::{StoreError, StoreResult};
use ports::store::Store;

use crate::error::store_error;

/// The repositories over a borrowed connection. Their queries are one file for each port.
pub struct PgStore<'a> {
    connection: &'a mut PgConnection,
    aborted: bool,
}

impl<'a> PgStore<'a> {
    /// Over this connection.
    pub fn new(connection: &'a mut PgConnection) -> Self {
        Self { connection, aborted: false }
    }

    /// Whether a statement failed, which in a transaction dooms all of it.
    pub(crate) fn is_aborted(&self) -> bool {
        self.aborted
    }

    /// The connection itself, for statements that belong to no port.
    pub(crate) fn raw(&mut self) -> &mut PgConnection {
        self.connection
    }

    /// Runs a query.
    pub(crate) fn run<T>(
        &mut self,
        query: impl FnOnce(&mut PgConnection) -> QueryResult<T>,
    ) -> StoreResult<T> {
        query(self.connection).map_err(|error| {
            self.aborted = true;
            store_error(error)
        })
    }

    /// Runs a write that may meet a unique key, within a savepoint: after a `Duplicate` the transaction goes on as if nothing
    /// had been tried.
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
