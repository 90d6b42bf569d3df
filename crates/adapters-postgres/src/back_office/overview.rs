use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use diesel::sql_types::{BigInt, Date, Text, Timestamptz};
use diesel::{QueryableByName, RunQueryDsl, sql_query};
use domain::back_office::overview::PaidFor;
use domain::back_office::queue::Queue;
use domain::legal_help::hire::HireStatus;
use domain::legal_help::refund_window::BUSINESS_ZONE;
use domain::shared::money::Money;
use ports::back_office::overview::{DayRevenue, OpenWork, Overviews, TypeTotal};
use ports::shared::store_error::StoreResult;

use crate::error::unknown_value;
use crate::store::PgStore;

#[derive(QueryableByName)]
struct DayRow {
    #[diesel(sql_type = Date)]
    day: NaiveDate,
    #[diesel(sql_type = BigInt)]
    fees: i64,
    #[diesel(sql_type = BigInt)]
    hires: i64,
}

#[derive(QueryableByName)]
struct TypeRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = BigInt)]
    n: i64,
    #[diesel(sql_type = BigInt)]
    amount: i64,
}

#[derive(QueryableByName)]
struct OpenRow {
    #[diesel(sql_type = Text)]
    queue: String,
    #[diesel(sql_type = BigInt)]
    total: i64,
    #[diesel(sql_type = BigInt)]
    day: i64,
    #[diesel(sql_type = BigInt)]
    week: i64,
}

#[derive(QueryableByName)]
struct StatusRow {
    #[diesel(sql_type = Text)]
    status: String,
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// By the hour first: asking each row for its day in the zone costs more than all the rest. The zone's days begin on the hour.
const REVENUE: &str = "
    SELECT (at AT TIME ZONE $2)::date AS day, sum(fee)::bigint AS fees, sum(hire)::bigint AS hires FROM (
        SELECT date_bin('1 hour', created_at, 'epoch') AS at, sum(our_fee_cents) AS fee, 0 AS hire
            FROM payment_transactions WHERE created_at >= $1 AND status IN ('Completed', 'Won') GROUP BY 1
        UNION ALL
        SELECT date_bin('1 hour', created_at, 'epoch'), 0, sum(amount_cents)
            FROM lawyer_hires WHERE created_at >= $1 AND status <> 'Cancelled' GROUP BY 1
    ) AS came GROUP BY 1 ORDER BY 1";

const BY_TYPE: &str = "
    SELECT payment_type AS kind, count(*) AS n, sum(amount_cents - refunded_cents)::bigint AS amount FROM payment_transactions
        WHERE created_at >= $1 AND status IN ('Completed', 'Won') GROUP BY 1
    UNION ALL
    SELECT 'lawyer', count(*), coalesce(sum(amount_cents), 0)::bigint FROM lawyer_hires
        WHERE created_at >= $1 AND status <> 'Cancelled'";

/// Totals come from the tallies; only what is young is counted, and there is never much of that.
const OPEN: &str = "
    WITH open AS (
        SELECT CASE list WHEN 'hires' THEN 'lawyer-hire' WHEN 'reports' THEN 'missing-ticket'
                WHEN 'vehicle_updates' THEN 'vehicle-update' WHEN 'status_requests' THEN 'status-request'
                WHEN 'inquiries' THEN 'help-inquiry' WHEN 'texts' THEN 'text-notification' END AS queue,
            sum(n)::bigint AS total
        FROM tallies
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
    "SELECT status, sum(n)::bigint AS n FROM tallies WHERE list = 'hires' GROUP BY 1 HAVING sum(n) > 0";

impl Overviews for PgStore<'_> {
    fn revenue_by_day(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<DayRevenue>> {
        let rows: Vec<DayRow> = self.run(|connection| {
            sql_query(REVENUE)
                .bind::<Timestamptz, _>(since)
                .bind::<Text, _>(BUSINESS_ZONE.name())
                .load(connection)
        })?;
        let revenue = |row: DayRow| DayRevenue {
            day: row.day,
            service_fees: Money::from_cents(row.fees),
            legal_help: Money::from_cents(row.hires),
        };
        Ok(rows.into_iter().map(revenue).collect())
    }

    fn payments_by_type(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<TypeTotal>> {
        let rows: Vec<TypeRow> =
            self.run(|connection| sql_query(BY_TYPE).bind::<Timestamptz, _>(since).load(connection))?;
        rows.into_iter()
            .map(|row| {
                let paid_for = PaidFor::parse(&row.kind)
                    .ok_or_else(|| unknown_value("payment_transactions.payment_type"))?;
                Ok(TypeTotal { paid_for, count: row.n, amount: Money::from_cents(row.amount) })
            })
            .collect()
    }

    fn open_work(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<OpenWork>> {
        let rows: Vec<OpenRow> = self.run(|connection| {
            sql_query(OPEN)
                .bind::<Timestamptz, _>(now - TimeDelta::days(1))
                .bind::<Timestamptz, _>(now - TimeDelta::days(7))
                .load(connection)
        })?;
        rows.into_iter()
            .map(|row| {
                let queue = Queue::parse(&row.queue).ok_or_else(|| unknown_value("tallies.list"))?;
                Ok(OpenWork { queue, total: row.total, within_a_day: row.day, within_a_week: row.week })
            })
            .collect()
    }

    fn hires_by_status(&mut self) -> StoreResult<Vec<(HireStatus, i64)>> {
        let rows: Vec<StatusRow> = self.run(|connection| sql_query(HIRES).load(connection))?;
        rows.into_iter()
            .map(|row| {
                let status =
                    HireStatus::parse(&row.status).ok_or_else(|| unknown_value("lawyer_hires.status"))?;
                Ok((status, row.n))
            })
            .collect()
    }
}
