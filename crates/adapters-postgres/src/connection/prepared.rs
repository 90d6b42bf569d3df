//! Raw SQL statements that are prepared only once per connection.

use diesel::PgConnection;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::{QueryResult, RunQueryDsl};

/// Marks a raw SQL statement to be prepared once per connection. Long statements are marked if they often run with the
/// same SQL, because planning them takes longer than running them. A search isn't marked, because the best plan depends
/// on the searched string.
pub(crate) trait Prepared: Sized {
    /// Wraps the statement, so that a connection prepares it at the first use.
    fn prepared(self) -> PlannedOnce<Self> {
        PlannedOnce(self)
    }
}

impl<Statement: QueryFragment<Pg>> Prepared for Statement {}

/// A statement that each connection prepares once, by its SQL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlannedOnce<Statement>(Statement);

impl<Statement: QueryFragment<Pg>> QueryFragment<Pg> for PlannedOnce<Statement> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(pass)
    }

    // By default, diesel doesn't cache raw SQL, because the number of different statements is unlimited.
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
