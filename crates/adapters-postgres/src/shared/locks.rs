//! Advisory locks, which transactions hold until they end.

use diesel::sql_types::BigInt;
use diesel::{PgConnection, QueryResult, RunQueryDsl, sql_query};

use crate::connection::prepared::Prepared;
use crate::shared::rows::OneColumn;

/// Takes the advisory lock `key` until the transaction ends. Waits for another transaction that holds the lock.
pub(crate) fn advisory_lock(connection: &mut PgConnection, key: i64) -> QueryResult<()> {
    // SQL: the query builder has no advisory locks.
    sql_query("SELECT true FROM pg_advisory_xact_lock($1)")
        .bind::<BigInt, _>(key)
        .prepared()
        .load::<OneColumn<bool>>(connection)
        .map(drop)
}
