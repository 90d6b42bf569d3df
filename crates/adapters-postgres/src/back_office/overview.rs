//! The figures of the overview.
//!
//! SQL: raw, because the statements group the ledger by time, and read a view that isn't in `schema`.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use diesel::sql_query;
use diesel::sql_types::{Array, Text, Timestamptz};
use domain::back_office::overview::PaymentPurpose;
use domain::back_office::queue::Queue;
use domain::legal_help::hire::HireStatus;
use domain::payments::ledger::Account;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::money::Money;
use ports::back_office::overview::{DayMoney, OpenWork, Overviews, TypeTotal};
use ports::shared::store_error::StoreResult;

use crate::error::unknown_value;
use crate::shared::rows::row_by_name;
use crate::store::PgStore;

row_by_name! {
    struct DayRow {
        day: NaiveDate,
        fines: i64,
        hires: i64,
        back: i64,
    }
}

row_by_name! {
    struct TypeRow {
        kind: String,
        n: i64,
        amount: i64,
    }
}

row_by_name! {
    struct OpenRow {
        queue: String,
        total: i64,
        day: i64,
        week: i64,
    }
}

row_by_name! {
    struct StatusRow {
        status: String,
        n: i64,
    }
}

/// Selects, for each day, the sums of fines, of hires, and of money that was refunded or charged back. Rows are first
/// grouped by hour, because converting each row to its local day would take most of the time. Grouping by hour is
/// exact, because days in the time zone $2 start on the hour.
const DAILY_TOTALS_SQL: &str = "
    SELECT (at AT TIME ZONE $2)::date AS day, coalesce(sum(fines), 0)::bigint AS fines,
        coalesce(sum(hires), 0)::bigint AS hires, coalesce(sum(back), 0)::bigint AS back
    FROM (
        SELECT date_bin('1 hour', e.happened_at, 'epoch') AS at,
            -sum(p.amount_cents) FILTER (WHERE e.kind = 'charge' AND p.account <> 'lawyers') AS fines,
            -sum(p.amount_cents) FILTER (WHERE e.kind = 'charge' AND p.account = 'lawyers') AS hires,
            sum(p.amount_cents) FILTER (WHERE e.kind <> 'charge') AS back
        FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
        WHERE e.happened_at >= $1 AND e.kind NOT IN ('remitted', 'recovered', 'written_off')
            AND p.account = ANY($3) GROUP BY 1
    ) AS moved GROUP BY 1 ORDER BY 1";

const BY_TYPE: &str = "
    SELECT CASE account WHEN 'traffic_fines' THEN 'traffic_ticket' WHEN 'parking_fines' THEN 'parking'
            WHEN 'tolls' THEN 'toll' ELSE 'lawyer' END AS kind,
        count(*) FILTER (WHERE is_charge) AS n, -sum(amount_cents)::bigint AS amount
    FROM (
        SELECT e.kind = 'charge' AS is_charge, p.amount_cents,
            CASE WHEN p.account IN ('to_recover', 'written_off') THEN (
                SELECT CASE payments.kind WHEN 'ticket' THEN 'traffic_fines' WHEN 'parking' THEN 'parking_fines'
                    WHEN 'toll' THEN 'tolls' ELSE 'lawyers' END
                FROM payments WHERE payments.id = e.payment_id
            ) ELSE p.account END AS account
        FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
        WHERE e.happened_at >= $1 AND e.kind NOT IN ('remitted', 'recovered', 'written_off')
            AND p.account = ANY($2)
    ) AS moved GROUP BY 1";

/// Selects the numbers of open records in the overview's queues. The totals come from the view
/// `list_tallies`. Only records of the last week are counted row by row, because these records are few.
const OPEN: &str = "
    WITH open AS (
        SELECT CASE list WHEN 'hires' THEN 'lawyer-hire' WHEN 'reports' THEN 'missing-ticket'
                WHEN 'vehicle_updates' THEN 'vehicle-update' WHEN 'status_requests' THEN 'status-request'
                WHEN 'inquiries' THEN 'help-inquiry' WHEN 'texts' THEN 'text-notification' END AS queue,
            sum(n)::bigint AS total
        FROM list_tallies
        WHERE list IN ('hires', 'reports', 'vehicle_updates', 'status_requests', 'inquiries', 'texts') AND NOT is_solved
        GROUP BY 1
    ), young AS (
        SELECT 'lawyer-hire' AS queue, created_at AS at FROM lawyer_hires WHERE NOT is_solved AND created_at > $2
        UNION ALL
        SELECT 'missing-ticket', reported_at FROM missing_ticket_reports WHERE NOT is_solved AND reported_at > $2
        UNION ALL
        SELECT 'help-inquiry', created_at FROM help_inquiries WHERE NOT is_solved AND created_at > $2
        UNION ALL
        SELECT 'text-notification', requested_at FROM text_notification_requests WHERE NOT is_solved AND requested_at > $2
        UNION ALL
        SELECT 'vehicle-update', vehicle_info_added_at FROM users
            WHERE NOT is_vehicle_update_solved AND vehicle_info_added_at > $2 AND closed_at IS NULL
        UNION ALL
        SELECT 'status-request', status_requested_at FROM users
            WHERE NOT is_status_request_solved AND status_requested_at > $2 AND closed_at IS NULL
    ), ages AS (
        SELECT queue, count(*) AS week, count(*) FILTER (WHERE at > $1) AS day FROM young GROUP BY 1
    )
    SELECT open.queue, open.total, coalesce(ages.day, 0) AS day, coalesce(ages.week, 0) AS week
    FROM open LEFT JOIN ages USING (queue)";

const HIRES: &str =
    "SELECT status, sum(n)::bigint AS n FROM list_tallies WHERE list = 'hires' GROUP BY 1 HAVING sum(n) > 0";

/// Returns the ledger accounts that payments are posted to. The overview includes only these accounts.
fn accounts_of_payments() -> Vec<&'static str> {
    let all = Account::ALL.iter().filter(|account| account.is_funded_by_payments());
    all.map(|account| account.as_str()).collect()
}

impl Overviews for PgStore<'_> {
    fn money_by_day(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<DayMoney>> {
        let rows: Vec<DayRow> = self.load(
            sql_query(DAILY_TOTALS_SQL)
                .bind::<Timestamptz, _>(since)
                .bind::<Text, _>(BUSINESS_ZONE.name())
                .bind::<Array<Text>, _>(accounts_of_payments()),
        )?;
        let moved = |row: DayRow| DayMoney {
            day: row.day,
            fines: Money::from_cents(row.fines),
            legal_help: Money::from_cents(row.hires),
            refunded_or_charged_back: Money::from_cents(row.back),
        };
        Ok(rows.into_iter().map(moved).collect())
    }

    fn payments_by_type(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<TypeTotal>> {
        let rows: Vec<TypeRow> = self.load(
            sql_query(BY_TYPE).bind::<Timestamptz, _>(since).bind::<Array<Text>, _>(accounts_of_payments()),
        )?;
        rows.into_iter()
            .map(|row| {
                let paid_for = PaymentPurpose::parse(&row.kind)
                    .ok_or_else(|| unknown_value("ledger_postings.account"))?;
                Ok(TypeTotal { paid_for, count: row.n, amount: Money::from_cents(row.amount) })
            })
            .collect()
    }

    fn open_work(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<OpenWork>> {
        let rows: Vec<OpenRow> = self.load(
            sql_query(OPEN)
                .bind::<Timestamptz, _>(now - TimeDelta::days(1))
                .bind::<Timestamptz, _>(now - TimeDelta::days(7)),
        )?;
        rows.into_iter()
            .map(|row| {
                let queue = Queue::parse(&row.queue).ok_or_else(|| unknown_value("tallies.list"))?;
                Ok(OpenWork { queue, total: row.total, within_a_day: row.day, within_a_week: row.week })
            })
            .collect()
    }

    fn hires_by_status(&mut self) -> StoreResult<Vec<(HireStatus, i64)>> {
        let rows: Vec<StatusRow> = self.load(sql_query(HIRES))?;
        rows.into_iter()
            .map(|row| {
                let status =
                    HireStatus::parse(&row.status).ok_or_else(|| unknown_value("lawyer_hires.status"))?;
                Ok((status, row.n))
            })
            .collect()
    }
}
