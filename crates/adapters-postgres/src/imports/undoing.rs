use chrono::{DateTime, Utc};
use diesel::connection::SimpleConnection;
use diesel::sql_types::{Integer, Text};
use diesel::{
    ExpressionMethods, PgConnection, QueryDsl, QueryResult, RunQueryDsl, delete, sql_query, update,
};
use ports::imports::files::Import;

use crate::imports::storing::{delete_lines_of_import, item_table};
use crate::shared::rows::OneColumn;
use schema::{import_keys, imports};

/// Selects the ids of the items that an import created. The import also stored keys of items that already existed. The
/// range of ids from $3 to $4 excludes those items.
const CREATED_ITEMS_SQL: &str =
    "SELECT item_id FROM import_keys WHERE import_id = $1 AND kind = $2 AND item_id BETWEEN $3 AND $4";

/// Locks the import's items, and returns how many can't be deleted, for example because they were paid or have photos.
pub(super) fn lock_and_count_undeletable(connection: &mut PgConnection, import: &Import) -> QueryResult<i64> {
    let Some((first, last)) = import.items else { return Ok(0) };
    connection.batch_execute("SET LOCAL statement_timeout = '60s'")?;
    let table = item_table(import.kind);
    let (name, hired) = match table {
        "tickets" => ("ticket_id", "OR EXISTS (SELECT FROM lawyer_hires h WHERE h.ticket_id = i.id)"),
        "parking" => ("parking_id", ""),
        _ => ("toll_id", ""),
    };
    let (import, kind) = (import.id.0, import.kind.as_str());
    // This statement only locks the items, and a second statement checks them. While this statement waits for
    // the locks, other transactions may add photos, which this statement wouldn't see.
    // SQL: the kind decides the table, which the query builder needs at compile time.
    sql_query(format!(
        "SELECT count(*) FROM (
             SELECT id FROM {table} WHERE id IN ({CREATED_ITEMS_SQL}) ORDER BY id FOR UPDATE
         ) AS locked"
    ))
    .bind::<Integer, _>(import)
    .bind::<Text, _>(kind)
    .bind::<Integer, _>(first)
    .bind::<Integer, _>(last)
    .execute(connection)?;
    // SQL: the kind decides the table and the column, which the query builder needs at compile time.
    let OneColumn(counted) = sql_query(format!(
        "SELECT count(*) AS n FROM {table} i
         WHERE id IN ({CREATED_ITEMS_SQL}) AND (
             (is_paid AND paid_at IS DISTINCT FROM created_at) OR driver_entry IS NOT NULL
             OR EXISTS (SELECT FROM item_files f WHERE f.{name} = i.id)
             OR EXISTS (SELECT FROM contest_letters l WHERE l.{name} = i.id)
             OR EXISTS (SELECT FROM hardship_requests r WHERE r.{name} = i.id)
             OR EXISTS (SELECT FROM payments p WHERE p.{name} = i.id)
             OR EXISTS (SELECT FROM payment_transactions t WHERE t.{name} = i.id) {hired}
         )"
    ))
    .bind::<Integer, _>(import)
    .bind::<Text, _>(kind)
    .bind::<Integer, _>(first)
    .bind::<Integer, _>(last)
    .get_result(connection)?;
    Ok(counted)
}

/// Deletes the import's items with all their keys, its other keys and its lines, and records that the import was
/// undone. Returns the number of deleted items.
pub(super) fn undo_import(
    connection: &mut PgConnection,
    import: &Import,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    let mut removed = 0;
    if let Some((first, last)) = import.items {
        // SQL: the kind decides the table, which the query builder needs at compile time.
        removed =
            sql_query(format!("DELETE FROM {} WHERE id IN ({CREATED_ITEMS_SQL})", item_table(import.kind)))
                .bind::<Integer, _>(import.id.0)
                .bind::<Text, _>(import.kind.as_str())
                .bind::<Integer, _>(first)
                .bind::<Integer, _>(last)
                .execute(connection)?;
        // Other imports, cities' data and staff's decisions may have stored further keys of these
        // items. The keys are deleted, so that the citations can be filed again.
        // SQL: raw, because the condition contains the raw statement `CREATED_ITEMS_SQL`.
        sql_query(format!("DELETE FROM import_keys WHERE kind = $2 AND item_id IN ({CREATED_ITEMS_SQL})"))
            .bind::<Integer, _>(import.id.0)
            .bind::<Text, _>(import.kind.as_str())
            .bind::<Integer, _>(first)
            .bind::<Integer, _>(last)
            .execute(connection)?;
    }
    delete(import_keys::table.filter(import_keys::import_id.eq(import.id.0))).execute(connection)?;
    delete_lines_of_import(connection, import.id.0)?;
    update(imports::table.find(import.id.0))
        .set((imports::undone_at.eq(now), imports::file_columns.eq(serde_json::json!([]))))
        .execute(connection)?;
    Ok(removed)
}

/// Deletes the lines with errors of imports that ended before this time. Returns the number of these imports.
pub(super) fn delete_old_invalid_lines(
    connection: &mut PgConnection,
    before: DateTime<Utc>,
) -> QueryResult<usize> {
    let old: Vec<i32> = imports::table
        .filter(imports::sets_aside)
        .filter(imports::ended_at.lt(before))
        .filter(imports::file_columns.ne(serde_json::json!([])))
        .select(imports::id)
        .load(connection)?;
    for id in &old {
        delete_lines_of_import(connection, *id)?;
        update(imports::table.find(id))
            .set(imports::file_columns.eq(serde_json::json!([])))
            .execute(connection)?;
    }
    Ok(old.len())
}
