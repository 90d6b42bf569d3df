//! Row types of imports and of their lines.

use chrono::{DateTime, Utc};
use diesel::{Queryable, Selectable};
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::shared::ids::{ImportId, UserId};
use ports::imports::files::{FileColumn, Import, LineCounts, StagedLine};
use ports::shared::field_names::{field_name, json_name};
use ports::shared::store_error::StoreResult;
use serde_json::{Value, json};

use crate::error::unknown_value;
use crate::shared::search::without_nul;
use schema::{import_lines, imports};

#[derive(Queryable, Selectable)]
#[diesel(table_name = imports, check_for_backend(diesel::pg::Pg))]
pub(super) struct ImportRow {
    id: i32,
    kind: String,
    status: String,
    file_name: String,
    file_columns: Value,
    mapping: Option<Value>,
    total_lines: i32,
    done_lines: i32,
    new_lines: i32,
    existing_lines: i32,
    bad_lines: i32,
    large_lines: i32,
    estimated_lines: i32,
    stored_items: i32,
    first_item_id: Option<i32>,
    last_item_id: Option<i32>,
    message: Option<String>,
    created_by: i32,
    created_at: DateTime<Utc>,
    confirmed_by: Option<i32>,
    ended_at: Option<DateTime<Utc>>,
    queued_lines: i32,
    unclaimed_lines: i32,
    due_days: Option<i32>,
    sets_aside: bool,
    undone_at: Option<DateTime<Utc>>,
    issuer: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = import_lines, check_for_backend(diesel::pg::Pg))]
pub(super) struct LineRow {
    line: i32,
    outcome: String,
    user_id: Option<i32>,
    fields: Value,
    problems: Value,
    key: Option<Vec<u8>>,
    is_citation: bool,
    item_id: Option<i32>,
}

/// SQL expression for the name of the staff member who uploaded the file; the email address if there is no name.
pub(super) const NAME: &str = "coalesce(users.full_name, users.email)";

pub(super) fn status_names(statuses: &[ImportStatus]) -> Vec<&'static str> {
    statuses.iter().map(|status| status.as_str()).collect()
}

/// Converts a row to an import. `by_name` is the name of the staff member who uploaded the file.
pub(super) fn to_import((row, by_name): (ImportRow, String)) -> StoreResult<Import> {
    let texts = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect()
    };
    let columns = row.file_columns.as_array().into_iter().flatten().map(|column| FileColumn {
        header: column.get("header").and_then(Value::as_str).unwrap_or_default().to_owned(),
        samples: column.get("samples").map(texts).unwrap_or_default(),
    });
    let mapping = row
        .mapping
        .as_ref()
        .and_then(Value::as_array)
        .map(|names| names.iter().map(|name| name.as_str().map(field_name)).collect());
    Ok(Import {
        id: ImportId(row.id),
        kind: ImportKind::parse(&row.kind).ok_or_else(|| unknown_value("imports.kind"))?,
        status: ImportStatus::parse(&row.status).ok_or_else(|| unknown_value("imports.status"))?,
        file_name: row.file_name,
        columns: columns.collect(),
        mapping,
        counts: LineCounts {
            total: row.total_lines,
            done: row.done_lines,
            new: row.new_lines,
            existing: row.existing_lines,
            bad: row.bad_lines,
            large: row.large_lines,
            estimated: row.estimated_lines,
            queued: row.queued_lines,
            unclaimed: row.unclaimed_lines,
        },
        stored: row.stored_items,
        items: row.first_item_id.zip(row.last_item_id),
        message: row.message,
        by: UserId(row.created_by),
        by_name,
        created_at: row.created_at,
        confirmed_by: row.confirmed_by.map(UserId),
        ended_at: row.ended_at,
        due_days: row.due_days,
        issuer: row.issuer,
        stores_valid_lines_only: row.sets_aside,
        undone_at: row.undone_at,
    })
}

/// Parses fields from a JSON list of pairs. The opposite of [`pairs_to_json`].
pub(super) fn parse_pairs(value: &Value) -> Vec<(String, String)> {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let pairs = value.as_array().into_iter().flatten();
    pairs.map(|pair| (field_name(&text(pair.get(0))), text(pair.get(1)))).collect()
}

/// Converts an import's mapping to JSON for storing. `names` has the field of each column; `None` for
/// a column without one.
pub(super) fn mapping_to_json(names: &[Option<&'static str>]) -> Value {
    names.iter().map(|name| name.map(json_name)).map(Value::from).collect()
}

/// Converts fields to a JSON list of pairs, which keeps their order.
pub(super) fn pairs_to_json(pairs: &[(String, String)]) -> Value {
    pairs.iter().map(|(name, value)| json!([json_name(name), without_nul(value)])).collect()
}

/// Converts a row to a line of an import's file.
pub(super) fn to_line(row: LineRow) -> StoreResult<StagedLine> {
    Ok(StagedLine {
        line: row.line,
        outcome: LineOutcome::parse(&row.outcome).ok_or_else(|| unknown_value("import_lines.outcome"))?,
        user: row.user_id.map(UserId),
        fields: parse_pairs(&row.fields),
        problems: parse_pairs(&row.problems),
        key: row.key.and_then(|key| key.try_into().ok()),
        is_citation: row.is_citation,
        item: row.item_id,
    })
}
