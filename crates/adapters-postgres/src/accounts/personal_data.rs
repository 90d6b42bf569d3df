//! Everything about one user in one JSON object: each table's rows as they are, except what nobody may see.

use diesel::connection::SimpleConnection;
use diesel::sql_types::{Integer, Jsonb, Nullable};
use diesel::{
    Connection, OptionalExtension, PgConnection, QueryResult, QueryableByName, RunQueryDsl, sql_query,
};
use domain::shared::ids::UserId;
use serde_json::{Map, Value};

/// Name in the file, table, and whose rows. `$1` is the user.
const PARTS: &[(&str, &str, &str)] = &[
    ("account", "users", "id = $1"),
    ("drivingProfile", "driving_profiles", "user_id = $1"),
    ("tickets", "tickets", "user_id = $1 AND removed_at IS NULL"),
    ("parking", "parking", "user_id = $1"),
    ("tolls", "tolls", "user_id = $1"),
    ("payments", "payments", "user_id = $1"),
    ("paymentTransactions", "payment_transactions", "user_id = $1"),
    ("lawyerHires", "lawyer_hires", "user_id = $1"),
    ("helpInquiries", "help_inquiries", "user_id = $1"),
    (
        "chatMessages",
        "chat_messages",
        "sender_id = $1 OR help_inquiry_id IN (SELECT id FROM help_inquiries WHERE user_id = $1)",
    ),
    ("missingTicketReports", "missing_ticket_reports", "user_id = $1"),
    ("textNotificationRequests", "text_notification_requests", "user_id = $1"),
    ("sessions", "sessions", "user_id = $1"),
    ("loginPlaces", "login_places", "user_id = $1"),
    ("mailLinks", "account_links", "user_id = $1"),
    (
        "secondFactor",
        "(SELECT user_id AS id, user_id, created_at, confirmed_at FROM second_factors) AS own",
        "user_id = $1",
    ),
    ("securityEvents", "security_events", "user_id = $1"),
    // What staff did to others is those others' data.
    ("auditLog", "audit_log", "subject_kind = 'user' AND subject_id = $1"),
];

/// At most this many rows of a kind, the newest: the file stays one that a person can open.
const MOST_ROWS: usize = 10_000;

/// Secrets, what is only for staff's work, and what the part says already.
const LEFT_OUT: &[&str] = &[
    "password_hash",
    "token_hash",
    "sealed_ssn",
    "client_secret",
    "idempotency_key",
    "client_message_id",
    "search_text",
    "user_id",
    "removed_at",
    "removed_by",
    "removal_result",
    "is_seen_by_admin",
    "is_solved",
    "is_vehicle_update_solved",
    "is_status_request_solved",
    "version",
    "subject_kind",
    "subject_id",
];

#[derive(QueryableByName)]
struct Rows {
    #[diesel(sql_type = Nullable<Jsonb>)]
    rows: Option<Value>,
}

/// The file's text; none when there is no such user.
pub(super) fn of(connection: &mut PgConnection, user: UserId) -> QueryResult<Option<String>> {
    // One look at all tables at one moment, with times in UTC.
    connection.transaction(|connection| {
        connection.batch_execute("SET LOCAL TIME ZONE 'UTC'")?;
        let mut file = Map::new();
        for (name, table, whose) in PARTS {
            let found: Option<Rows> = sql_query(format!(
                "SELECT jsonb_agg(to_jsonb(part) ORDER BY part.id DESC) AS rows
                 FROM (SELECT * FROM {table} WHERE {whose} ORDER BY id DESC LIMIT {MOST_ROWS}) AS part"
            ))
            .bind::<Integer, _>(user.0)
            .get_result(connection)
            .optional()?;
            let rows = found.and_then(|found| found.rows).unwrap_or_else(|| Value::Array(vec![]));
            file.insert((*name).to_owned(), tidied(rows, user));
        }
        let known = file.get("account").and_then(Value::as_array).is_some_and(|rows| !rows.is_empty());
        file.insert("notes".to_owned(), NOTES.iter().map(|note| Value::from(*note)).collect());
        Ok(known.then(|| format!("{:#}\n", Value::Object(file))))
    })
}

const NOTES: &[&str] = &[
    "Your password is held as a hash only, and is not in this file.",
    "The last digits of your social security number, if you gave them, are held encrypted until your status request is answered, then erased. They are not in this file.",
    "Card numbers never reach Lanewise; the payment provider holds them.",
];

/// Keys as the API writes them, cents as decimal money, secrets left out, staff unnamed.
fn tidied(value: Value, user: UserId) -> Value {
    match value {
        Value::Array(rows) => rows.into_iter().map(|row| tidied(row, user)).collect(),
        Value::Object(row) => {
            let is_own = row.get("actor_id").is_none_or(|actor| actor.as_i64() == Some(user.0.into()));
            row.into_iter()
                .filter(|(key, _)| !LEFT_OUT.contains(&key.as_str()) && (is_own || key != "address"))
                .map(|(key, value)| field(&key, value, user))
                .collect()
        }
        other => other,
    }
}

fn field(key: &str, value: Value, user: UserId) -> (String, Value) {
    match (key, value) {
        ("actor_id", actor) => ("by".to_owned(), who(&actor, user)),
        ("sender_id", sender) => ("by".to_owned(), who(&sender, user)),
        ("before" | "after", value) => (key.to_owned(), value),
        (key, Value::Number(number)) if key.ends_with("_cents") => {
            let cents = number.as_i64().unwrap_or_default();
            let key = key.trim_end_matches("_cents");
            (camel(key), Value::from(format!("{}.{:02}", cents / 100, cents % 100)))
        }
        (key, value) => (camel(key), value),
    }
}

fn who(id: &Value, user: UserId) -> Value {
    Value::from(match id.as_i64() {
        None => "Lanewise",
        Some(id) if id == i64::from(user.0) => "you",
        Some(_) => "staff",
    })
}

fn camel(key: &str) -> String {
    let mut words = key.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |mut name, word| {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name + letters.as_str()
    })
}
