//! Exports one user's data as a JSON object.
//!
//! SQL: raw, because [`PARTS`] lists tables and columns as strings, and rows are aggregated as jsonb.

mod columns;

use diesel::connection::SimpleConnection;
use diesel::sql_types::Integer;
use diesel::{OptionalExtension, PgConnection, QueryResult, RunQueryDsl, sql_query};
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::shared::field_names::json_name;
use serde_json::{Map, Value};

use columns::{ExportedTable, PARTS};

use crate::shared::rows::OneColumn;

/// Maximum number of exported rows per table, so that the file stays readable. Rows with the largest keys are
/// exported, which in most tables are the newest.
const MAX_ROWS: usize = 10_000;

/// Returns the user's data as JSON, or `None` if the user doesn't exist.
pub(super) fn personal_data_json(connection: &mut PgConnection, user: UserId) -> QueryResult<Option<String>> {
    // A repeatable-read transaction reads all tables from one snapshot. Times are in UTC.
    connection.build_transaction().repeatable_read().read_only().run(|connection| {
        connection.batch_execute("SET LOCAL TIME ZONE 'UTC'")?;
        let mut file = Map::new();
        for ExportedTable { name, table, owner_condition, key, columns } in PARTS {
            let columns = columns.join(", ");
            let found: Option<OneColumn<Option<Value>>> = sql_query(format!(
                "SELECT jsonb_agg(to_jsonb(part) ORDER BY part.id DESC) AS rows
                 FROM (SELECT {key} AS id, {columns} FROM {table} WHERE {owner_condition} ORDER BY {key} DESC LIMIT {MAX_ROWS}) AS part"
            ))
            .bind::<Integer, _>(user.0)
            .get_result(connection)
            .optional()?;
            let rows = found.and_then(|OneColumn(rows)| rows).unwrap_or_else(|| Value::Array(vec![]));
            file.insert((*name).to_owned(), prepare_for_export(rows, user));
        }
        let known = file.get("account").and_then(Value::as_array).is_some_and(|rows| !rows.is_empty());
        file.insert("notes".to_owned(), NOTES.iter().map(|note| Value::from(*note)).collect());
        Ok(known.then(|| format!("{:#}\n", Value::Object(file))))
    })
}

const NOTES: &[&str] = &[
    "Your password is stored only as a hash and isn’t in this file.",
    "The last digits of your social security number, if you entered them, are stored encrypted. We erase them when your status request is answered, when your account is closed, or after a set time, usually 90 days. They aren’t in this file.",
    "Card numbers never reach Lanewise. The payment provider stores them.",
];

/// Makes the data readable. Keys become camel case, cents become dollars with two decimals, and the ids of actors
/// and senders become "you", "staff" or "Lanewise". Leaves out the IP addresses of other users.
fn prepare_for_export(value: Value, user: UserId) -> Value {
    match value {
        Value::Array(rows) => rows.into_iter().map(|row| prepare_for_export(row, user)).collect(),
        Value::Object(row) => {
            let is_own = row.get("actor_id").is_none_or(|actor| actor.as_i64() == Some(user.0.into()));
            row.into_iter()
                .filter(|(key, _)| is_own || key != "address")
                .map(|(key, value)| export_field(&key, value, user))
                .collect()
        }
        other => other,
    }
}

/// Returns the name and the value that the export shows for a column `key` with this `value`. `user` is the
/// user who gets the export.
fn export_field(key: &str, value: Value, user: UserId) -> (String, Value) {
    match (key, value) {
        ("actor_id", actor) => ("by".to_owned(), describe_person(&actor, user)),
        ("sender_id", sender) => ("by".to_owned(), describe_person(&sender, user)),
        ("before" | "after", value) => (key.to_owned(), value),
        // A fee is stored in hundredths of a dollar or of a percent.
        (key, Value::Number(number)) if key.contains("_cents") || key.ends_with("_hundredths") => {
            let hundredths = number.as_i64().unwrap_or_default();
            let key = key.replace("_cents", "").replace("_hundredths", "");
            (json_name(&key), Value::from(Money::from_cents(hundredths).to_string()))
        }
        (key, value) => (json_name(key), value),
    }
}

/// Returns the words that the export for `user` shows for a person's `id`: "you", "staff", or "Lanewise" if
/// the id is null.
fn describe_person(id: &Value, user: UserId) -> Value {
    Value::from(match id.as_i64() {
        None => "Lanewise",
        Some(id) if id == i64::from(user.0) => "you",
        Some(_) => "staff",
    })
}

#[cfg(test)]
mod tests {
    use domain::shared::ids::UserId;
    use serde_json::Value;

    use super::export_field;

    #[test]
    fn amounts_stored_in_cents_or_hundredths_are_exported_with_two_decimals() {
        for (column, key) in [
            ("amount_cents", "amount"),
            ("fine_cents_at_hire", "fineAtHire"),
            ("processing_fee_hundredths", "processingFee"),
        ] {
            let expected = (key.to_owned(), Value::from("123.45"));
            assert_eq!(export_field(column, Value::from(12_345), UserId(1)), expected);
        }
        assert_eq!(export_field("points", Value::from(2), UserId(1)), ("points".to_owned(), Value::from(2)));
    }
}
