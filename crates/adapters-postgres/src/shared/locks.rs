//! Advisory locks, which transactions hold until they end.

use diesel::sql_types::BigInt;
use diesel::{PgConnection, QueryResult, RunQueryDsl, sql_query};

/// Takes an advisory lock. Waits for the transaction that holds it.
pub(crate) fn advisory_lock(connection: &mut PgConnection, key: i64) -> QueryResult<usize> {
    // SQL: the query builder has no advisory locks.
    sql_query("SELECT pg_advisory_xact_lock($1)").bind::<BigInt, _>(key).execute(connection)
}
