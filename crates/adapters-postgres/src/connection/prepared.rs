//! Statements that are written out and planned once a connection.

use diesel::PgConnection;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::{QueryResult, RunQueryDsl};

/// What is asked again and again with few texts: planning a long statement takes longer than answering it. Not for a search, whose best
/// plan depends on what is searched.
pub(crate) trait Prepared: Sized {
    /// The same statement, which a connection prepares when it first asks it.
    fn prepared(self) -> PlannedOnce<Self> {
        PlannedOnce(self)
    }
}

impl<Statement: QueryFragment<Pg>> Prepared for Statement {}

/// A statement that is kept by its text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlannedOnce<Statement>(Statement);

impl<Statement: QueryFragment<Pg>> QueryFragment<Pg> for PlannedOnce<Statement> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(pass)
    }

    // Written out statements forbid it, because their texts might be many.
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
