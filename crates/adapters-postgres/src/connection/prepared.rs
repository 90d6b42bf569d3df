//! Statements that are prepared only once per connection.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
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

/// A statement that each connection prepares once and then finds in its cache by the SQL. Its rows must be loaded:
/// `execute` passes the statement by reference, and diesel then doesn't cache it. So a statement that changes rows
/// needs a RETURNING clause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlannedOnce<Statement>(Statement);

impl<Statement: QueryFragment<Pg>> QueryFragment<Pg> for PlannedOnce<Statement> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(pass)
    }

    // By default, diesel doesn't cache such statements, because their number is unlimited.
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
