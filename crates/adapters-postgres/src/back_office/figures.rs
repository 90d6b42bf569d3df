//! The figures for monitoring.
//!
//! SQL: raw, because one statement counts rows of many tables.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_query;
use diesel::sql_types::Timestamptz;
use ports::back_office::figures::{CountsByAge, Monitoring, MonitoringFigures};
use ports::shared::store_error::StoreResult;

use crate::shared::rows::row_by_name;
use crate::store::PgStore;

/// Selects the values of the metrics. Each count stops at 10,000, because larger counts needn't be exact.
const FIGURES: &str = "
    SELECT refund.*, dispute.*, book.*, cursor.*,
        (SELECT matched_at FROM book_matching) AS books_matched_at,
        (SELECT max(received_at) FROM payment_events) AS last_event_at,
        (SELECT count(*) FROM (
            SELECT 1 FROM login_failures WHERE failed_at > $4 LIMIT 10000) AS one) AS failed_logins,
        (SELECT count(*) FROM (SELECT 1 FROM blocked_ips WHERE expires_at > $1 LIMIT 10000) AS one) AS blocked,
        import.*,
        pg_database_size(current_database()) AS database_bytes
    FROM (
        SELECT count(*) FILTER (WHERE at > $2) AS refunds_day, count(*) FILTER (WHERE at <= $2 AND at > $3) AS refunds_week,
            count(*) FILTER (WHERE at <= $3) AS refunds_older, min(at) AS refunds_since
        FROM (SELECT created_at AS at FROM refunds WHERE status IN ('due', 'refused', 'failed')
            ORDER BY created_at LIMIT 10000) AS one
    ) AS refund, (
        SELECT count(*) FILTER (WHERE at > $2) AS disputes_day, count(*) FILTER (WHERE at <= $2 AND at > $3) AS disputes_week,
            count(*) FILTER (WHERE at <= $3) AS disputes_older, min(at) AS disputes_since, min(due) AS next_evidence_due
        FROM (SELECT opened_at AS at, evidence_due_by AS due FROM chargebacks WHERE NOT is_answered
            ORDER BY opened_at LIMIT 10000) AS one
    ) AS dispute, (
        SELECT count(*) AS book_faults, coalesce(sum(abs(ours_cents - theirs_cents)), 0)::bigint AS book_fault_cents
        FROM (SELECT ours_cents, theirs_cents FROM book_differences WHERE kind <> 'foreign' LIMIT 10000) AS one
    ) AS book, (
        SELECT max(read_at) AS events_read_at, max(behind_from) AS events_behind_from FROM event_cursor
    ) AS cursor, (
        SELECT count(*) AS imports, min(created_at) AS import_since
        FROM (SELECT created_at FROM imports WHERE ended_at IS NULL AND status IN ('checking', 'storing') LIMIT 10000) AS one
    ) AS import";

row_by_name! {
    struct Row {
        refunds_day: i64,
        refunds_week: i64,
        refunds_older: i64,
        refunds_since: Option<DateTime<Utc>>,
        disputes_day: i64,
        disputes_week: i64,
        disputes_older: i64,
        disputes_since: Option<DateTime<Utc>>,
        next_evidence_due: Option<DateTime<Utc>>,
        book_faults: i64,
        book_fault_cents: i64,
        books_matched_at: Option<DateTime<Utc>>,
        events_read_at: Option<DateTime<Utc>>,
        events_behind_from: Option<DateTime<Utc>>,
        last_event_at: Option<DateTime<Utc>>,
        failed_logins: i64,
        blocked: i64,
        imports: i64,
        import_since: Option<DateTime<Utc>>,
        database_bytes: i64,
    }
}

impl Monitoring for PgStore<'_> {
    fn monitoring_figures(&mut self, now: DateTime<Utc>) -> StoreResult<MonitoringFigures> {
        let row: Row = self.get_result(
            sql_query(FIGURES)
                .bind::<Timestamptz, _>(now)
                .bind::<Timestamptz, _>(now - TimeDelta::days(1))
                .bind::<Timestamptz, _>(now - TimeDelta::days(7))
                .bind::<Timestamptz, _>(now - TimeDelta::minutes(5)),
        )?;
        Ok(MonitoringFigures {
            refunds_due: CountsByAge {
                day: row.refunds_day,
                week: row.refunds_week,
                older: row.refunds_older,
                since: row.refunds_since,
            },
            disputes: CountsByAge {
                day: row.disputes_day,
                week: row.disputes_week,
                older: row.disputes_older,
                since: row.disputes_since,
            },
            next_evidence_due: row.next_evidence_due,
            book_faults: row.book_faults,
            book_fault_cents: row.book_fault_cents,
            books_matched_at: row.books_matched_at,
            events_read_at: row.events_read_at,
            events_behind_from: row.events_behind_from,
            last_event_at: row.last_event_at,
            failed_logins: row.failed_logins,
            blocked: row.blocked,
            imports: row.imports,
            import_since: row.import_since,
            database_bytes: row.database_bytes,
        })
    }
}
