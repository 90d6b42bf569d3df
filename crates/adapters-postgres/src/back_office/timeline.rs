use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text, Timestamptz, Untyped};
use diesel::{PgConnection, QueryResult, RunQueryDsl};
use domain::back_office::timeline::TimelineKind;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::back_office::timeline::{TimelineCursor, TimelineEntry, Timelines};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::error::unknown_value;
use crate::shared::rows::row_by_name;
use crate::store::PgStore;

/// The query for each kind of entry. Each query selects the rows of driver $1, with an index that
/// starts with the driver.
const SOURCES: [(TimelineKind, &str); 8] = [
    (
        TimelineKind::Ticket,
        "SELECT id, created_at AS at, violation_type AS title, location AS detail,
            CASE WHEN is_paid THEN 'Paid' ELSE status END AS status, amount AS amount_text, NULL::bigint AS cents
        FROM tickets WHERE user_id = $1 AND removed_at IS NULL",
    ),
    (
        TimelineKind::Parking,
        "SELECT id, created_at AS at, violation_type AS title, location AS detail, status, amount AS amount_text,
            NULL::bigint AS cents
        FROM parking WHERE user_id = $1 AND removed_at IS NULL",
    ),
    (
        TimelineKind::Toll,
        "SELECT id, created_at AS at, toll_road AS title, NULL::text AS detail, status, amount AS amount_text,
            NULL::bigint AS cents
        FROM tolls WHERE user_id = $1 AND removed_at IS NULL",
    ),
    (
        TimelineKind::Payment,
        "SELECT id, created_at AS at, coalesce(violation_type, payment_type) AS title, confirmation_number AS detail,
            status, NULL::text AS amount_text, amount_cents AS cents
        FROM payment_transactions WHERE user_id = $1",
    ),
    (
        TimelineKind::Hire,
        "SELECT id, created_at AS at, violation_type AS title, confirmation_number AS detail, status,
            NULL::text AS amount_text, amount_cents AS cents
        FROM lawyer_hires WHERE user_id = $1",
    ),
    (
        TimelineKind::Inquiry,
        "SELECT id, created_at AS at, type AS title, left(message, 300) AS detail, status, NULL::text AS amount_text,
            NULL::bigint AS cents
        FROM help_inquiries WHERE user_id = $1",
    ),
    (
        TimelineKind::Report,
        "SELECT id, reported_at AS at, ticket_type AS title, state::text AS detail, status, NULL::text AS amount_text,
            NULL::bigint AS cents
        FROM missing_ticket_reports WHERE user_id = $1",
    ),
    (
        TimelineKind::Text,
        "SELECT id, requested_at AS at, phone_number AS title, NULL::text AS detail,
            CASE WHEN is_sent THEN 'Sent' ELSE 'Pending' END AS status, NULL::text AS amount_text, NULL::bigint AS cents
        FROM text_notification_requests WHERE user_id = $1",
    ),
];

/// The kinds of records whose audit entries a timeline includes, each with its table. Entries about the
/// driver's account are included too.
const SUBJECTS: [(&str, &str); 10] = [
    ("ticket", "tickets"),
    ("parking", "parking"),
    ("toll", "tolls"),
    ("payment", "payments"),
    ("lawyer_hire", "lawyer_hires"),
    ("help_inquiry", "help_inquiries"),
    ("missing_ticket_report", "missing_ticket_reports"),
    ("text_notification_request", "text_notification_requests"),
    ("notice_reply", "notice_replies"),
    ("billed_again", "billed_again"),
];

/// SQL condition for entries that come after the cursor, which consists of the time $3, the kind $4 and the id
/// $5. All three are null for the first page.
const PLACE: &str = "($3::timestamptz IS NULL OR (at, kind, id) < ($3, $4, $5))";

/// Returns the timeline's query. $6 is the size of a page, so at most that many rows of each part are read.
fn timeline_query() -> String {
    let mut parts: Vec<String> = SOURCES
        .iter()
        .map(|(kind, rows)| {
            format!(
                "(SELECT '{kind}' AS kind, id, at, title, detail, status, amount_text, cents, NULL::text AS by_name,
                    NULL::text AS subject
                FROM (SELECT '{kind}' AS kind, * FROM ({rows}) AS rows) AS of_kind
                WHERE '{kind}' = ANY($2) AND {PLACE} ORDER BY at DESC, id DESC LIMIT $6)"
            )
        })
        .collect();
    let lines = |of: &str| {
        format!(
            "(SELECT 'audit' AS kind, id, at, action AS title,
                (SELECT string_agg(field, ', ') FROM jsonb_object_keys(after) AS field) AS detail,
                NULL::text AS status, NULL::text AS amount_text, NULL::bigint AS cents,
                (SELECT coalesce(u.full_name, u.email) FROM users u WHERE u.id = actor_id) AS by_name,
                subject_kind || ' ' || subject_id AS subject
            FROM (SELECT 'audit' AS kind, a.created_at AS at, a.* FROM audit_log a {of}) AS lines
            WHERE 'audit' = ANY($2) AND {PLACE} ORDER BY at DESC, id DESC LIMIT $6)"
        )
    };
    parts.push(lines("WHERE a.subject_kind = 'user' AND a.subject_id = $1"));
    for (kind, table) in SUBJECTS {
        parts.push(lines(&format!(
            "JOIN {table} s ON a.subject_kind = '{kind}' AND a.subject_id = s.id WHERE s.user_id = $1"
        )));
    }
    let all = parts.join("\nUNION ALL\n");
    format!("SELECT * FROM ({all}) AS timeline ORDER BY at DESC, kind DESC, id DESC LIMIT $6")
}

/// The timeline's query. The query's SQL never changes, so each connection prepares the query only once. Planning the
/// query takes longer than running it.
#[derive(QueryId)]
struct TimelineStatement {
    user: i32,
    kinds: Vec<String>,
    at: Option<DateTime<Utc>>,
    kind: Option<String>,
    id: Option<i32>,
    limit: i64,
}

impl QueryFragment<Pg> for TimelineStatement {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        static QUERY: LazyLock<String> = LazyLock::new(timeline_query);
        let mut pieces = QUERY.split('$');
        out.push_sql(pieces.next().unwrap_or_default());
        for piece in pieces {
            // Each `$n` becomes a separate parameter, because diesel numbers parameters in the order in which
            // they are added.
            let (number, rest) = piece.split_at(1);
            match number {
                "1" => out.push_bind_param::<Integer, _>(&self.user)?,
                "2" => out.push_bind_param::<Array<Text>, _>(&self.kinds)?,
                "3" => out.push_bind_param::<Nullable<Timestamptz>, _>(&self.at)?,
                "4" => out.push_bind_param::<Nullable<Text>, _>(&self.kind)?,
                "5" => out.push_bind_param::<Nullable<Integer>, _>(&self.id)?,
                _ => out.push_bind_param::<BigInt, _>(&self.limit)?,
            }
            out.push_sql(rest);
        }
        Ok(())
    }
}

impl Query for TimelineStatement {
    type SqlType = Untyped;
}

impl RunQueryDsl<PgConnection> for TimelineStatement {}

row_by_name! {
    struct Row {
        kind: String,
        id: i32,
        at: DateTime<Utc>,
        title: Option<String>,
        detail: Option<String>,
        status: Option<String>,
        amount_text: Option<String>,
        cents: Option<i64>,
        by_name: Option<String>,
        subject: Option<String>,
    }
}

impl TryFrom<Row> for TimelineEntry {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let kind =
            TimelineKind::parse(&row.kind).ok_or_else(|| unknown_value("the kind of a timeline entry"))?;
        Ok(Self {
            cursor: TimelineCursor { at: row.at, kind, id: row.id },
            title: row.title,
            detail: row.detail,
            status: row.status,
            amount_text: row.amount_text,
            amount: row.cents.map(Money::from_cents),
            by: row.by_name,
            subject: row.subject,
        })
    }
}

impl Timelines for PgStore<'_> {
    fn timeline(
        &mut self,
        user: UserId,
        kinds: &[TimelineKind],
        before: Option<TimelineCursor>,
        limit: i64,
    ) -> StoreResult<Vec<TimelineEntry>> {
        let kinds: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
        let statement = TimelineStatement {
            user: user.0,
            kinds: kinds.into_iter().map(str::to_owned).collect(),
            at: before.map(|place| place.at),
            kind: before.map(|place| place.kind.as_str().to_owned()),
            id: before.map(|place| place.id),
            limit,
        };
        let rows: Vec<Row> = self.load(statement)?;
        rows.into_iter().map(TimelineEntry::try_from).collect()
    }
}
