use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{Double, Text};
use diesel::{ExpressionMethods, QueryDsl, delete, insert_into, sql_query};
use ports::payments::events::{EventCursor, EventReading};
use ports::shared::store_error::StoreResult;

use crate::connection::prepared::Prepared;
use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::{event_cursor, leases, payment_events};

/// Takes or renews a lease. Does nothing if another process has the lease. Uses the database's clock, because
/// the servers' clocks may differ.
const TAKE_LEASE: &str = "INSERT INTO leases (work, holder, until) \
    VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3)) \
    ON CONFLICT (work) DO UPDATE SET holder = excluded.holder, until = excluded.until \
    WHERE leases.holder = excluded.holder OR leases.until < clock_timestamp()";

impl EventReading for PgStore<'_> {
    fn event_cursor(&mut self) -> StoreResult<Option<EventCursor>> {
        type Row =
            (DateTime<Utc>, Option<DateTime<Utc>>, Option<DateTime<Utc>>, DateTime<Utc>, DateTime<Utc>);
        let row: Option<Row> = self.first(event_cursor::table.find(true).select((
            event_cursor::read_to,
            event_cursor::behind_from,
            event_cursor::behind_until,
            event_cursor::read_at,
            event_cursor::reread_at,
        )))?;
        Ok(row.map(|(read_to, from, until, read_at, reread_at)| EventCursor {
            read_to,
            behind: from.zip(until),
            read_at,
            reread_at,
        }))
    }

    fn set_event_cursor(&mut self, cursor: &EventCursor) -> StoreResult<()> {
        let row = (
            event_cursor::read_to.eq(cursor.read_to),
            event_cursor::behind_from.eq(cursor.behind.map(|(from, _)| from)),
            event_cursor::behind_until.eq(cursor.behind.map(|(_, until)| until)),
            event_cursor::read_at.eq(cursor.read_at),
            event_cursor::reread_at.eq(cursor.reread_at),
        );
        self.execute(
            insert_into(event_cursor::table)
                .values(row)
                .on_conflict(event_cursor::singleton)
                .do_update()
                .set(row),
        )
    }

    fn known_event_ids(&mut self, ids: &[&str]) -> StoreResult<Vec<String>> {
        let ids: Vec<String> = ids.iter().map(|id| without_nul(id)).collect();
        self.load(
            payment_events::table
                .filter(payment_events::provider_event_id.eq_any(&ids))
                .select(payment_events::provider_event_id)
                .prepared(),
        )
    }

    fn take_lease(&mut self, work: &str, holder: &str, duration: TimeDelta) -> StoreResult<bool> {
        let row = self.count_changed(
            // SQL: the query builder has no clock_timestamp and no make_interval.
            sql_query(TAKE_LEASE)
                .bind::<Text, _>(work)
                .bind::<Text, _>(holder)
                .bind::<Double, _>(duration.as_seconds_f64()),
        )?;
        Ok(row == 1)
    }

    fn end_lease(&mut self, work: &str, holder: &str) -> StoreResult<()> {
        self.execute(delete(leases::table.find(work)).filter(leases::holder.eq(holder)))
    }
}
