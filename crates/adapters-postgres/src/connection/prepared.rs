//! Statements that are prepared only once per connection.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::Integer;
use diesel::{PgConnection, QueryResult, RunQueryDsl};

/// Marks a statement to be prepared once per connection. By default, diesel prepares raw SQL, updates, and
/// queries with run-time conditions again for each call. Preparing often takes longer than running.
pub(crate) trait Prepared: Sized {
    /// Wraps the statement, so that a connection prepares it at the first use.
    fn prepared(self) -> PlannedOnce<Self> {
        PlannedOnce(self)
    }
}

impl<Statement: QueryFragment<Pg>> Prepared for Statement {}

/// A statement that each connection prepares once and then finds in its cache by the SQL. Run it with `load` or
/// `get_result`, not with `execute`: `execute` passes the statement by reference, and diesel doesn't cache it then.
/// For a write that returns no rows, use [`execute_prepared`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlannedOnce<Statement>(Statement);

impl<Statement: QueryFragment<Pg>> QueryFragment<Pg> for PlannedOnce<Statement> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(pass)
    }

    // By default, diesel doesn't cache these kinds of statements, because a program may build any
    // number of different ones.
    fn is_safe_to_cache_prepared(&self, _: &Pg) -> QueryResult<bool> {
        Ok(true)
    }
}

impl<Statement> QueryId for PlannedOnce<Statement> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Statement: Query> Query for PlannedOnce<Statement> {
    type SqlType = Statement::SqlType;
}

impl<Statement> RunQueryDsl<PgConnection> for PlannedOnce<Statement> {}

/// Runs an INSERT, UPDATE or DELETE that returns no rows. Each connection prepares the statement only once. Its SQL
/// must have only a few forms, whatever the data, because connections keep all their prepared statements.
pub(crate) fn execute_prepared(
    connection: &mut PgConnection,
    write: impl QueryFragment<Pg>,
) -> QueryResult<()> {
    WriteWithoutRows(write).prepared().load::<i32>(connection).map(drop)
}

/// A write that returns no rows, as a query: diesel caches a statement only if its rows are loaded.
#[derive(Clone, Copy, Debug)]
struct WriteWithoutRows<Statement>(Statement);

impl<Statement: QueryFragment<Pg>> QueryFragment<Pg> for WriteWithoutRows<Statement> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(pass)
    }
}

impl<Statement> Query for WriteWithoutRows<Statement> {
    // The type doesn't matter, because no row is ever read.
    type SqlType = Integer;
}
