//! The search by number, and the records that have waited longest.
//!
//! SQL: the query builder can't select from unions.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Integer, Text, Timestamptz};
use domain::back_office::desk::{SearchResultKind, WaitingQueue};
use domain::back_office::waiting::WaitingFacts;
use domain::notices::reply::ReplyMeaning;
use domain::payments::refund::RefundStatus;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::back_office::desk::{Desk, SearchResult, WaitingRecord};
use ports::shared::store_error::StoreResult;

use crate::connection::prepared::Prepared;
use crate::error::unknown_value;
use crate::payments::remittances::held_money::HOLDS_SQL;
use crate::shared::rows::{parse_word, row_by_name};
use crate::shared::search::{prefix_pattern, without_nul};
use crate::store::PgStore;

/// A kind of record that is found by its id: the kind's name, its table, the SQL expressions for the string to show,
/// the confirmation number and a report's state, and the SQL condition for rows to include.
type RecordKindById = [&'static str; 6];

/// All kinds of records that are found by their id.
const NUMBERED: [RecordKindById; 7] = [
    ["ticket", "tickets", "violation_type", "NULL::text", "NULL::text", "removed_at IS NULL"],
    ["parking", "parking", "violation_type", "NULL", "NULL::text", "removed_at IS NULL"],
    ["toll", "tolls", "toll_road", "NULL", "NULL::text", "removed_at IS NULL"],
    ["hire", "lawyer_hires", "coalesce(violation_type, '')", "confirmation_number", "NULL::text", "true"],
    [
        "payment",
        "payment_transactions",
        "coalesce(violation_type, '')",
        "confirmation_number",
        "NULL::text",
        "true",
    ],
    ["inquiry", "help_inquiries", "left(coalesce(message, ''), 100)", "NULL", "NULL::text", "true"],
    ["report", "missing_ticket_reports", "ticket_type", "NULL", "state", "true"],
];

/// Returns the query for records whose ids are in one of several ranges, at most $3 of each kind. $1 and $2 are
/// arrays with the first and the last id of each range. Each range is one read of the index, so rows between
/// the ranges cost nothing.
fn records_by_id_sql() -> String {
    let of_kind = |[kind, table, label, confirmation, state, counted]: RecordKindById| {
        format!(
            "(SELECT '{kind}' AS kind, found.* FROM unnest($1::integer[], $2::integer[]) AS digits (first, last) CROSS JOIN LATERAL (
                SELECT id, user_id, {label} AS label, {confirmation} AS confirmation_number, NULL::text AS citation_number,
                    {state} AS report_state FROM {table} WHERE id BETWEEN first AND last AND {counted} ORDER BY id LIMIT $3) AS found
             ORDER BY id LIMIT $3)"
        )
    };
    NUMBERED.map(of_kind).join(" UNION ALL ")
}

/// Selects items whose citation number matches the pattern $1: the newest $2 of each kind.
const CITED: &str = "
    (SELECT 'ticket' AS kind, id, user_id, violation_type AS label, NULL::text AS confirmation_number, citation_number,
        NULL::text AS report_state FROM tickets
    WHERE citation_number IS NOT NULL AND upper(translate(citation_number, ' -', '') COLLATE \"C\") LIKE $1 AND removed_at IS NULL
    ORDER BY id DESC LIMIT $2)
    UNION ALL
    (SELECT 'parking', id, user_id, violation_type, NULL, citation_number, NULL FROM parking
    WHERE citation_number IS NOT NULL AND upper(translate(citation_number, ' -', '') COLLATE \"C\") LIKE $1 AND removed_at IS NULL
    ORDER BY id DESC LIMIT $2)
    UNION ALL
    (SELECT 'toll', id, user_id, toll_road, NULL, citation_number, NULL FROM tolls
    WHERE citation_number IS NOT NULL AND upper(translate(citation_number, ' -', '') COLLATE \"C\") LIKE $1 AND removed_at IS NULL
    ORDER BY id DESC LIMIT $2)";

/// Selects hires and payments whose confirmation number matches the pattern $1, at most $2 of each kind.
const CONFIRMED: &str = "
    (SELECT 'hire' AS kind, id, user_id, coalesce(violation_type, '') AS label, confirmation_number, NULL::text AS citation_number,
        NULL::text AS report_state FROM lawyer_hires WHERE confirmation_number LIKE $1 ORDER BY confirmation_number LIMIT $2)
    UNION ALL
    (SELECT 'payment', id, user_id, coalesce(violation_type, ''), confirmation_number, NULL, NULL
    FROM payment_transactions WHERE confirmation_number LIKE $1 ORDER BY confirmation_number LIMIT $2)";

/// Selects the $1 oldest open records of all queues at the time $2. A refund that is due counts
/// only if it was created before $3. Unmatched citations are grouped by driver. All money without a
/// payment is one row. All unreadable events are one row, and all late remittances are one row.
static WAITING: LazyLock<String> = LazyLock::new(|| {
    format!(
        "
    SELECT * FROM (
        (SELECT 'citation' AS queue, candidate_id AS id, candidate_id AS user_id, count(*) AS number, NULL::bigint AS cents,
            NULL::text AS word, min(citation) AS text, min(created_at) AS since, NULL::timestamptz AS due_by
        FROM (SELECT id, candidate_id, citation, created_at FROM waiting_citations
            WHERE stored_at IS NOT NULL AND candidate_id IS NOT NULL ORDER BY id LIMIT 1000) AS first
        GROUP BY candidate_id)
        UNION ALL
        (SELECT 'chargeback', id, user_id, NULL, amount_cents, NULL, reason, opened_at, evidence_due_by
        FROM chargebacks WHERE NOT is_answered AND evidence_due_by > $2 ORDER BY opened_at LIMIT $1)
        UNION ALL
        (SELECT 'refund', r.id, p.user_id, num_nonnulls(r.asked_at), r.amount_cents, r.status, NULL, r.created_at, NULL
        FROM refunds r JOIN payments p ON p.id = r.payment_id
        WHERE r.status IN ('due', 'refused', 'failed') AND (r.status <> 'due' OR r.created_at < $3 AND NOT EXISTS (
            SELECT FROM chargebacks c WHERE c.payment_id = r.payment_id
                AND c.status <> 'lost' AND (c.is_withdrawn OR c.status IN ('needs_response', 'under_review'))))
        ORDER BY r.created_at LIMIT $1)
        UNION ALL
        (SELECT 'orphan', 0, NULL, count(*), NULL, NULL, NULL, min(seen_at), NULL
        FROM (SELECT seen_at FROM orphan_intents o WHERE NOT EXISTS (
            SELECT FROM attention_closed WHERE kind = 'orphan' AND provider_id = o.provider_intent_id)
            ORDER BY seen_at LIMIT 1000) AS first HAVING count(*) > 0)
        UNION ALL
        (SELECT 'unread-event', 0, NULL, count(*), NULL, NULL, NULL, min(received_at), NULL
        FROM (SELECT received_at FROM payment_events e WHERE NOT understood AND NOT EXISTS (
            SELECT FROM attention_closed WHERE kind = 'unread_event' AND provider_id = e.provider_event_id)
            ORDER BY id LIMIT 1000) AS first HAVING count(*) > 0)
        UNION ALL
        (SELECT 'remittance', 0, NULL, count(*), NULL, NULL, NULL, min(send_by), NULL
        FROM ((SELECT o.send_by FROM obligations o JOIN payments p ON p.id = o.payment_id {HOLDS_SQL}
            WHERE o.status IN ('owed', 'prepared') AND o.send_by < $2 AND p.status = 'settled' AND NOT held.is_held_back
            ORDER BY o.send_by LIMIT 1000) UNION ALL (
            SELECT o.send_by FROM lawyer_obligations o {HOLDS_SQL}
            WHERE o.status IN ('owed', 'prepared') AND o.send_by < $2 AND o.claim_cents > o.sent_cents
                AND NOT held.is_held_back
            ORDER BY o.send_by LIMIT 1000)) AS first HAVING count(*) > 0)
        UNION ALL
        (SELECT 'billed-again', b.id, b.user_id, NULL, coalesce(p.amount_received_cents, p.amount_cents), NULL,
            p.confirmation_number, b.opened_at, NULL
        FROM billed_again b JOIN payments p ON p.id = b.payment_id WHERE b.settled_at IS NULL ORDER BY b.opened_at LIMIT $1)
        UNION ALL
        (SELECT 'lawyer-hire', id, user_id, NULL, NULL, NULL, coalesce(violation_type, ''), created_at, NULL
        FROM lawyer_hires WHERE NOT is_solved ORDER BY created_at LIMIT $1)
        UNION ALL
        (SELECT 'missing-ticket', id, user_id, NULL, NULL, state, ticket_type, reported_at, NULL
        FROM missing_ticket_reports WHERE NOT is_solved ORDER BY reported_at LIMIT $1)
        UNION ALL
        (SELECT 'help-inquiry', id, user_id, NULL, NULL, NULL, left(coalesce(message, ''), 100), created_at, NULL
        FROM help_inquiries WHERE NOT is_solved ORDER BY created_at LIMIT $1)
        UNION ALL
        (SELECT 'text-notification', id, user_id, NULL, NULL, NULL, phone_number, requested_at, NULL
        FROM text_notification_requests WHERE NOT is_solved ORDER BY requested_at LIMIT $1)
        UNION ALL
        (SELECT 'added-item', a.id::int, a.user_id, NULL, NULL, NULL, coalesce(t.violation_type, p.violation_type, o.toll_road), a.added_at, NULL
        FROM added_items a LEFT JOIN tickets t ON t.id = a.ticket_id LEFT JOIN parking p ON p.id = a.parking_id
            LEFT JOIN tolls o ON o.id = a.toll_id
        WHERE a.status = 'being_checked' ORDER BY a.added_at LIMIT $1)
        UNION ALL
        (SELECT 'hardship', r.id::int, r.user_id, NULL, NULL, NULL, coalesce(t.violation_type, p.violation_type, o.toll_road), r.asked_at, NULL
        FROM hardship_requests r LEFT JOIN tickets t ON t.id = r.ticket_id LEFT JOIN parking p ON p.id = r.parking_id
            LEFT JOIN tolls o ON o.id = r.toll_id
        WHERE r.answered_at IS NULL ORDER BY r.asked_at LIMIT $1)
        UNION ALL
        (SELECT 'text-reply', id, user_id, NULL, NULL, meaning, left(coalesce(body, ''), 100), received_at, NULL
        FROM notice_replies WHERE NOT is_solved ORDER BY id LIMIT $1)
        UNION ALL
        (SELECT 'vehicle-update', id, id, NULL, NULL, NULL, coalesce(vehicle_license_plate, ''), vehicle_info_added_at, NULL
        FROM users WHERE vehicle_info_added_at IS NOT NULL AND closed_at IS NULL AND NOT is_vehicle_update_solved
        ORDER BY vehicle_info_added_at LIMIT $1)
        UNION ALL
        (SELECT 'status-request', id, id, NULL, NULL, NULL, coalesce(state, ''), status_requested_at, NULL
        FROM users WHERE status_requested_at IS NOT NULL AND closed_at IS NULL AND NOT is_status_request_solved
        ORDER BY status_requested_at LIMIT $1)
    ) AS waiting ORDER BY since, queue, id LIMIT $1"
    )
});

row_by_name! {
    struct FoundRow {
        kind: String,
        id: i32,
        user_id: i32,
        label: String,
        confirmation_number: Option<String>,
        citation_number: Option<String>,
        /// State of a missing-ticket report; null for other records.
        report_state: Option<String>,
    }
}

row_by_name! {
    /// An unsolved record. The meaning of some columns depends on the queue ([`waiting_facts`]).
    struct WaitingRow {
        queue: String,
        id: i32,
        user_id: Option<i32>,
        /// For a queue that has one row for several records, their number. For a refund: 1 if the refund was
        /// requested from the provider, or else 0. Null for other queues.
        number: Option<i64>,
        /// Amount in cents; null for queues without amounts.
        cents: Option<i64>,
        /// Status of a refund, meaning of a driver's text reply, or state of a report. Null for other queues.
        word: Option<String>,
        /// String about the record, such as its violation type, a plate or the start of a message. Null for queues
        /// without such a string.
        text: Option<String>,
        since: DateTime<Utc>,
        due_by: Option<DateTime<Utc>>,
    }
}

impl Desk for PgStore<'_> {
    fn records_by_id(&mut self, ids: &[RangeInclusive<i32>], limit: i64) -> StoreResult<Vec<SearchResult>> {
        let (first, last): (Vec<i32>, Vec<i32>) = ids.iter().map(|ids| (*ids.start(), *ids.end())).unzip();
        let rows = self.load(
            sql_query(records_by_id_sql())
                .bind::<Array<Integer>, _>(first)
                .bind::<Array<Integer>, _>(last)
                .bind::<BigInt, _>(limit)
                .prepared(),
        )?;
        to_search_results(rows)
    }

    fn records_by_citation(&mut self, beginning: &str, limit: i64) -> StoreResult<Vec<SearchResult>> {
        let pattern = prefix_pattern(beginning);
        let rows =
            self.load(sql_query(CITED).bind::<Text, _>(pattern).bind::<BigInt, _>(limit).prepared())?;
        to_search_results(rows)
    }

    fn records_by_confirmation(&mut self, beginning: &str, limit: i64) -> StoreResult<Vec<SearchResult>> {
        let pattern = prefix_pattern(&without_nul(beginning));
        let rows =
            self.load(sql_query(CONFIRMED).bind::<Text, _>(pattern).bind::<BigInt, _>(limit).prepared())?;
        to_search_results(rows)
    }

    fn longest_waiting(
        &mut self,
        now: DateTime<Utc>,
        stuck_since: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<WaitingRecord>> {
        let rows: Vec<WaitingRow> = self.load(
            sql_query(WAITING.as_str())
                .bind::<BigInt, _>(limit)
                .bind::<Timestamptz, _>(now)
                .bind::<Timestamptz, _>(stuck_since)
                .prepared(),
        )?;
        let waiting = |row: WaitingRow| {
            let queue = WaitingQueue::parse(&row.queue).ok_or_else(|| unknown_value("queue"))?;
            Ok(WaitingRecord {
                queue,
                id: row.id,
                user_id: row.user_id.map(UserId),
                since: row.since,
                due_by: row.due_by,
                facts: waiting_facts(queue, row)?,
            })
        };
        rows.into_iter().map(waiting).collect()
    }
}

/// Returns the facts to show about a waiting record. The `queue` decides what the columns of `row` mean.
fn waiting_facts(queue: WaitingQueue, row: WaitingRow) -> StoreResult<WaitingFacts> {
    let number = row.number.unwrap_or_default();
    let amount = Money::from_cents(row.cents.unwrap_or_default());
    let word = row.word.unwrap_or_default();
    let text = row.text.unwrap_or_default();
    Ok(match queue {
        WaitingQueue::Citation => WaitingFacts::Citations(number, Some(text).filter(|text| !text.is_empty())),
        WaitingQueue::Chargeback => WaitingFacts::Chargeback(amount, text),
        WaitingQueue::Refund => WaitingFacts::Refund {
            amount,
            status: parse_word("refunds.status", &word, RefundStatus::parse)?,
            is_requested: number > 0,
        },
        WaitingQueue::Orphan => WaitingFacts::Orphans(number),
        WaitingQueue::UnreadEvent => WaitingFacts::UnreadEvents(number),
        WaitingQueue::Remittance => WaitingFacts::LateAmounts(number),
        WaitingQueue::BilledAgain => WaitingFacts::SecondBill(amount, text),
        WaitingQueue::MissingTicket => WaitingFacts::Report(text, word),
        WaitingQueue::TextReply => match parse_word("notice_replies.meaning", &word, ReplyMeaning::parse)? {
            ReplyMeaning::CannotCome => WaitingFacts::CannotCome(text),
            ReplyMeaning::MayMeanStop => WaitingFacts::MayMeanStop(text),
            ReplyMeaning::Stop
            | ReplyMeaning::Start
            | ReplyMeaning::Help
            | ReplyMeaning::Confirmed
            | ReplyMeaning::Other => WaitingFacts::Text(text),
        },
        WaitingQueue::TextNotification
        | WaitingQueue::LawyerHire
        | WaitingQueue::VehicleUpdate
        | WaitingQueue::StatusRequest
        | WaitingQueue::HelpInquiry
        | WaitingQueue::AddedItem
        | WaitingQueue::Hardship => WaitingFacts::Text(text),
    })
}

/// Converts found rows to search results. The label of a report is built from its type and state.
fn to_search_results(rows: Vec<FoundRow>) -> StoreResult<Vec<SearchResult>> {
    let record = |row: FoundRow| {
        Ok(SearchResult {
            kind: SearchResultKind::parse(&row.kind).ok_or_else(|| unknown_value("kind"))?,
            id: row.id,
            user_id: UserId(row.user_id),
            label: match row.report_state {
                Some(state) => WaitingFacts::Report(row.label, state).label(),
                None => row.label,
            },
            citation_number: row.citation_number,
            confirmation_number: row.confirmation_number,
        })
    };
    rows.into_iter().map(record).collect()
}
