//! All repositories on one database connection.

use diesel::pg::Pg;
use diesel::query_builder::QueryFragment;
use diesel::query_dsl::methods::{ExecuteDsl, LimitDsl, LoadQuery};
use diesel::{Connection, OptionalExtension, PgConnection, QueryResult};
use ports::shared::store_error::{StoreError, StoreResult};
use ports::store::Store;

use crate::connection::prepared::execute_prepared;
use crate::error::store_error;
use crate::shared::rows::{convert_row, convert_rows};

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

    /// Runs an INSERT, UPDATE or DELETE.
    pub(crate) fn execute(&mut self, write: impl ExecuteDsl<PgConnection>) -> StoreResult<()> {
        self.count_changed(write)?;
        Ok(())
    }

    /// Like [`Self::execute`], but each connection prepares the statement only once, see [`execute_prepared`].
    pub(crate) fn execute_prepared(&mut self, write: impl QueryFragment<Pg>) -> StoreResult<()> {
        self.run(|connection| execute_prepared(connection, write))
    }

    /// Runs an INSERT, UPDATE or DELETE, and returns how many rows it changed.
    pub(crate) fn count_changed(&mut self, write: impl ExecuteDsl<PgConnection>) -> StoreResult<usize> {
        self.run(|connection| ExecuteDsl::execute(write, connection))
    }

    /// Loads the only row of a query. Fails if it has none.
    pub(crate) fn get_result<'query, Row>(
        &mut self,
        query: impl LoadQuery<'query, PgConnection, Row>,
    ) -> StoreResult<Row> {
        self.run(|connection| query.get_result(connection))
    }

    /// Loads the only row of a query; `None` if it has none.
    pub(crate) fn optional<'query, Row>(
        &mut self,
        query: impl LoadQuery<'query, PgConnection, Row>,
    ) -> StoreResult<Option<Row>> {
        self.run(|connection| query.get_result(connection).optional())
    }

    /// Loads the first row of a query; `None` if it has none.
    pub(crate) fn first<'query, Row>(
        &mut self,
        query: impl LimitDsl<Output: LoadQuery<'query, PgConnection, Row>>,
    ) -> StoreResult<Option<Row>> {
        self.optional(query.limit(1))
    }

    /// Loads all rows of a query.
    pub(crate) fn load<'query, Row>(
        &mut self,
        query: impl LoadQuery<'query, PgConnection, Row>,
    ) -> StoreResult<Vec<Row>> {
        self.run(|connection| query.load(connection))
    }

    /// Like [`Self::optional`], but converts the row.
    pub(crate) fn optional_entity<'query, Row, Entity: TryFrom<Row, Error = StoreError>>(
        &mut self,
        query: impl LoadQuery<'query, PgConnection, Row>,
    ) -> StoreResult<Option<Entity>> {
        convert_row(self.optional(query)?)
    }

    /// Like [`Self::first`], but converts the row to an entity.
    pub(crate) fn first_entity<'query, Row, Entity: TryFrom<Row, Error = StoreError>>(
        &mut self,
        query: impl LimitDsl<Output: LoadQuery<'query, PgConnection, Row>>,
    ) -> StoreResult<Option<Entity>> {
        convert_row(self.first(query)?)
    }

    /// Like [`Self::load`], but converts the rows to entities.
    pub(crate) fn entities<'query, Row, Entity: TryFrom<Row, Error = StoreError>>(
        &mut self,
        query: impl LoadQuery<'query, PgConnection, Row>,
    ) -> StoreResult<Vec<Entity>> {
        convert_rows(self.load(query)?)
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
