use chrono::{DateTime, Utc};
use diesel::connection::SimpleConnection;
use diesel::dsl::{exists, max, not};
use diesel::sql_types::{Integer, Text, Timestamptz};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, NullableExpressionMethods, PgConnection, QueryDsl,
    QueryResult, RunQueryDsl, delete, sql_query, update,
};
use domain::driving_record::kinds::ChargeStatus;
use domain::driving_record::new_item::{Field, FieldFormat};
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::shared::ids::{ImportId, TicketId};
use ports::imports::files::{NewCitation, StoredItems};
use ports::shared::field_names::json_name;

use crate::shared::locks::advisory_lock;
use crate::shared::rows::{OneColumn, row_by_name};
use schema::{
    import_files, import_keys, import_lines, import_pieces, imports, tickets, users, waiting_citations,
};

row_by_name! {
    struct StoredItemsRow {
        count: i32,
        first: Option<i32>,
        last: Option<i32>,
    }
}

/// Advisory lock for storing an import. The server uses this number for no other advisory lock.
const STORING: i64 = 4_130_013;

/// Takes the lock for storing imports, and locks the accounts of the drivers of this import's new lines.
/// Returns how many of these accounts are closed.
pub(super) fn lock_for_storing_and_count_closed_accounts(
    connection: &mut PgConnection,
    id: ImportId,
) -> QueryResult<i64> {
    // A statement of a job may run longer than that of a request.
    connection.batch_execute("SET LOCAL statement_timeout = '60s'")?;
    advisory_lock(connection, STORING)?;
    // If a driver's account is being closed at the same time, the closing waits for this transaction, or this
    // transaction waits until the account is closed.
    let new = import_lines::table
        .filter(import_lines::import_id.eq(id.0))
        .filter(import_lines::outcome.eq(LineOutcome::New.as_str()))
        .select(import_lines::user_id)
        .distinct();
    let drivers = users::table.filter(users::id.nullable().eq_any(new));
    drivers.order(users::id).select(users::id).for_key_share().execute(connection)?;
    drivers.filter(users::closed_at.is_not_null()).count().get_result(connection)
}

/// Returns the name of the table for the items of this `kind`.
pub(super) fn item_table(kind: ImportKind) -> &'static str {
    match kind {
        ImportKind::Ticket => "tickets",
        ImportKind::Parking => "parking",
        ImportKind::Toll => "tolls",
    }
}

/// Returns a field's column, and the SQL expression that reads the field's value from the line's fields `f`.
fn column_and_expression(field: &Field) -> (&'static str, String) {
    let text = format!("nullif(f->>'{}', '')", json_name(field.name));
    let hundredths = format!("round(({text})::numeric * 100)::bigint");
    match (field.name, field.input) {
        ("processing_fee_amount", _) => ("processing_fee_hundredths", hundredths),
        (_, FieldFormat::Money) => ("our_processing_fee_cents", hundredths),
        (name, FieldFormat::Text | FieldFormat::Word(_)) => (name, text),
        (name, FieldFormat::Date) => (name, format!("({text})::date")),
        (name, FieldFormat::Number) => (name, format!("({text})::int")),
        (name, FieldFormat::Flag) => (name, format!("coalesce(({text})::bool, false)")),
    }
}

/// Returns the line number of the last row in the next batch: the import's first `count` rows (or fewer, if
/// fewer are left) after the line `after`. `None` if no row follows.
pub(super) fn last_line_of_next_batch(
    connection: &mut PgConnection,
    id: ImportId,
    after: i32,
    count: i32,
) -> QueryResult<Option<i32>> {
    // SQL: the query builder can't select from a subquery. This one limits the rows.
    let OneColumn(last) = sql_query(
        "SELECT max(line) AS line FROM (
             SELECT line FROM import_lines WHERE import_id = $1 AND line > $2 ORDER BY line LIMIT $3
         ) AS next",
    )
    .bind::<Integer, _>(id.0)
    .bind::<Integer, _>(after)
    .bind::<Integer, _>(count)
    .get_result(connection)?;
    Ok(last)
}

row_by_name! {
    struct CitationRow {
        number: String,
        issuer: String,
    }
}

/// Returns the citations of an import's new lines after the line `after`, up to `last_line`. Leaves out lines
/// whose items are already stored, and lines without a citation number or issuer.
pub(super) fn new_citations(
    connection: &mut PgConnection,
    id: ImportId,
    kind: ImportKind,
    (after, last_line): (i32, i32),
) -> QueryResult<Vec<NewCitation>> {
    // SQL: the query builder has no LATERAL. Here, LATERAL makes an object of each line's fields.
    let rows: Vec<CitationRow> = sql_query(
        "SELECT f->>'citationNumber' AS number, f->>'issuer' AS issuer FROM import_lines l
         CROSS JOIN LATERAL (SELECT jsonb_object_agg(p->>0, p->>1) AS f FROM jsonb_array_elements(l.fields) AS p) AS named
         WHERE l.import_id = $1 AND l.line > $2 AND l.line <= $3 AND l.outcome = 'new'
            AND f->>'citationNumber' <> '' AND f->>'issuer' <> ''
            AND NOT EXISTS (SELECT FROM import_keys k WHERE k.kind = $4 AND k.key = l.key)
         ORDER BY l.line",
    )
    .bind::<Integer, _>(id.0)
    .bind::<Integer, _>(after)
    .bind::<Integer, _>(last_line)
    .bind::<Text, _>(kind.as_str())
    .load(connection)?;
    Ok(rows.into_iter().map(|row| NewCitation { number: row.number, issuer: row.issuer }).collect())
}

/// Stores the items of an import's new lines after the line `after`, up to `last_line`. Returns the
/// number of created items, and their first and last id.
pub(super) fn store_items(
    connection: &mut PgConnection,
    id: ImportId,
    kind: ImportKind,
    (after, last_line): (i32, i32),
    stored_at: DateTime<Utc>,
) -> QueryResult<StoredItems> {
    let table = item_table(kind);
    let (columns, values): (Vec<_>, Vec<_>) = kind.item().fields().iter().map(column_and_expression).unzip();
    let (columns, values) = (columns.join(", "), values.join(", "));
    // If another import has stored the same key as a line since the check, the line creates no item. Keys
    // of lines whose item already exists are stored too, so that the lines are recognized even after
    // their items are removed.
    // SQL: the query builder has no CTEs. With CTEs, one statement stores keys and items.
    let stored: StoredItemsRow = sql_query(format!(
        "WITH lines AS (
            SELECT l.*, (SELECT jsonb_object_agg(p->>0, p->>1) FROM jsonb_array_elements(l.fields) AS p) AS f
            FROM import_lines l WHERE l.import_id = $1 AND l.line > $2 AND l.line <= $3
        ), known AS (
            INSERT INTO import_keys (kind, key, is_citation, item_id, import_id)
            SELECT $4, key, is_citation, item_id, $1 FROM lines WHERE outcome = 'existing' AND item_id IS NOT NULL
            ON CONFLICT DO NOTHING
        ), won AS (
            INSERT INTO import_keys (kind, key, is_citation, item_id, import_id)
            SELECT $4, key, is_citation, nextval(pg_get_serial_sequence('{table}', 'id'))::int, $1
            FROM (SELECT key, is_citation FROM lines WHERE outcome = 'new' ORDER BY line) AS new
            ON CONFLICT DO NOTHING RETURNING key, item_id
        ), made AS (
        INSERT INTO {table} (id, user_id, created_at, is_paid, paid_at, {columns})
        OVERRIDING SYSTEM VALUE
        SELECT won.item_id, lines.user_id, $5, f->>'status' = $6, CASE WHEN f->>'status' = $6 THEN $5 END, {values}
        FROM won JOIN lines ON lines.key = won.key AND lines.outcome = 'new'
        RETURNING id)
        SELECT count(*)::int AS count, min(id) AS first, max(id) AS last FROM made"
    ))
    .bind::<Integer, _>(id.0)
    .bind::<Integer, _>(after)
    .bind::<Integer, _>(last_line)
    .bind::<Text, _>(kind.as_str())
    .bind::<Timestamptz, _>(stored_at)
    // A line with the status "Paid" is stored as a paid item (`ItemDetails::is_paid`).
    .bind::<Text, _>(ChargeStatus::Paid.as_str())
    .get_result(connection)?;
    Ok(StoredItems { count: stored.count, ids: stored.first.zip(stored.last) })
}

/// Returns the tickets with an issuer that the import created, in the order of their ids.
pub(super) fn imported_tickets(connection: &mut PgConnection, id: ImportId) -> QueryResult<Vec<TicketId>> {
    let is_stored = import_keys::kind
        .eq(ImportKind::Ticket.as_str())
        .and(import_keys::key.nullable().eq(import_lines::key))
        .and(import_keys::import_id.eq(import_lines::import_id.nullable()));
    let ids: Vec<i32> = import_lines::table
        .inner_join(import_keys::table.on(is_stored))
        .inner_join(tickets::table.on(tickets::id.eq(import_keys::item_id)))
        .filter(import_lines::import_id.eq(id.0))
        .filter(import_lines::outcome.eq(LineOutcome::New.as_str()))
        .filter(tickets::issuer.is_not_null())
        .order(tickets::id)
        .select(tickets::id)
        .load(connection)?;
    Ok(ids.into_iter().map(TicketId).collect())
}

/// Records that the import's items are stored, and deletes its file and lines. Lines with errors stay if staff can
/// download them. Returns `false` if the import wasn't in the status `storing`; the file and the lines are deleted
/// in that case, too.
pub(super) fn finish_storing(
    connection: &mut PgConnection,
    id: ImportId,
    stored: StoredItems,
    finished_at: DateTime<Utc>,
) -> QueryResult<bool> {
    let storing = imports::table.find(id.0).filter(imports::status.eq(ImportStatus::Storing.as_str()));
    let finished = update(storing)
        .set((
            imports::status.eq(ImportStatus::Stored.as_str()),
            imports::stored_items.eq(stored.count),
            imports::first_item_id.eq(stored.ids.map(|(first, _)| first)),
            imports::last_item_id.eq(stored.ids.map(|(_, last)| last)),
            imports::done_lines.eq(imports::total_lines),
            imports::ended_at.eq(finished_at),
        ))
        .execute(connection)?;
    // The file's columns stay stored if rows with errors can be downloaded, because the download needs them.
    let whole = imports::table.find(id.0).filter(imports::sets_aside.eq(false));
    update(whole).set(imports::file_columns.eq(serde_json::json!([]))).execute(connection)?;
    let is_set_aside = exists(imports::table.find(id.0).filter(imports::sets_aside.eq(true)));
    let done = import_lines::table
        .filter(import_lines::import_id.eq(id.0))
        .filter(not(is_set_aside).or(import_lines::outcome.ne(LineOutcome::Invalid.as_str())));
    delete(done).execute(connection)?;
    delete_file(connection, id.0)?;
    Ok(finished > 0)
}

/// Deletes an import's file and lines. Also deletes its staged waiting citations, which the import
/// hasn't stored yet (`stored_at` is null).
pub(super) fn delete_file_and_lines(connection: &mut PgConnection, id: i32) -> QueryResult<()> {
    delete_lines_of_import(connection, id)?;
    let citations = waiting_citations::table.filter(waiting_citations::import_id.eq(id));
    delete(citations.filter(waiting_citations::stored_at.is_null())).execute(connection)?;
    delete_file(connection, id)
}

/// Deletes the file of the import `id`.
fn delete_file(connection: &mut PgConnection, id: i32) -> QueryResult<()> {
    delete(import_pieces::table.filter(import_pieces::import_id.eq(id))).execute(connection)?;
    delete(import_files::table.find(id)).execute(connection)?;
    Ok(())
}

/// Deletes an import's lines in batches of [`LINES_AT_ONCE`], because one statement for all lines could time out.
pub(super) fn delete_lines_of_import(connection: &mut PgConnection, id: i32) -> QueryResult<()> {
    let own = import_lines::table.filter(import_lines::import_id.eq(id));
    let last: Option<i32> = own.select(max(import_lines::line)).first(connection)?;
    for first in (0..=last.unwrap_or_default()).step_by(LINES_AT_ONCE) {
        let until = first.saturating_add(i32::try_from(LINES_AT_ONCE).unwrap_or(i32::MAX));
        delete(own.filter(import_lines::line.ge(first)).filter(import_lines::line.lt(until)))
            .execute(connection)?;
    }
    Ok(())
}

const LINES_AT_ONCE: usize = 20_000;
