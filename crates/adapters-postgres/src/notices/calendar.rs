use chrono::{DateTime, NaiveDate, Utc};
use diesel::sql_types::{Binary, Bool, Date, Integer, Nullable, Text, Timestamptz};
use diesel::{OptionalExtension, QueryableByName, RunQueryDsl, sql_query};
use domain::driving_record::appearance::Appearance;
use domain::shared::ids::{TicketId, UserId};
use ports::notices::calendar::{Calendars, CourtDate};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::legal_help::outcomes::{excused_at, is_dismissed};
use crate::notices::rows::{CourtRow, Id};
use crate::store::PgStore;

#[derive(QueryableByName)]
struct CreatedAtRow {
    #[diesel(sql_type = Timestamptz)]
    at: DateTime<Utc>,
}

#[derive(QueryableByName)]
struct LockedAppearance {
    #[diesel(sql_type = Integer)]
    user_id: i32,
    #[diesel(sql_type = Bool)]
    is_waived: bool,
}

#[derive(QueryableByName)]
struct AppearanceRow {
    #[diesel(sql_type = Integer)]
    id: i32,
    #[diesel(sql_type = Text)]
    violation_type: String,
    #[diesel(sql_type = Nullable<Date>)]
    court_date: Option<NaiveDate>,
    #[diesel(sql_type = Nullable<Text>)]
    court_time: Option<String>,
    #[diesel(sql_type = Bool)]
    is_paid: bool,
    #[diesel(sql_type = Bool)]
    is_removed: bool,
    #[diesel(sql_type = Bool)]
    is_waived: bool,
    #[diesel(sql_type = Bool)]
    is_added_by_driver: bool,
}

impl From<AppearanceRow> for Appearance {
    fn from(row: AppearanceRow) -> Self {
        Self {
            ticket: TicketId(row.id),
            violation_type: row.violation_type,
            date: row.court_date,
            time: row.court_time,
            is_paid: row.is_paid,
            is_removed: row.is_removed,
            is_waived: row.is_waived,
            is_added_by_driver: row.is_added_by_driver,
        }
    }
}

impl Calendars for PgStore<'_> {
    fn court_dates_of(&mut self, user: UserId, first_day: NaiveDate) -> StoreResult<Vec<CourtDate>> {
        let rows: Vec<CourtRow> = self.run(|connection| {
            sql_query(format!(
                "SELECT t.id, t.violation_type, t.court_date, t.court_time, t.consequence, t.removed_at IS NOT NULL AS is_removed,
                     COALESCE(w.waived_at, {}) AS waived_at, t.driver_entry IS NOT NULL AS is_added_by_driver
                 FROM tickets t LEFT JOIN waived_appearances w ON w.ticket_id = t.id
                 WHERE t.user_id = $1 AND t.is_court_required AND t.court_date >= $2 AND (t.removed_at IS NULL OR t.driver_entry IS DISTINCT FROM 'being_checked')
                     AND NOT {} ORDER BY t.court_date, t.id",
                excused_at("t.id"),
                is_dismissed("t.id")
            ))
            .bind::<Integer, _>(user.0)
            .bind::<Date, _>(first_day)
            .load(connection)
        })?;
        Ok(rows.into_iter().map(CourtDate::from).collect())
    }

    fn appearances_of(&mut self, user: UserId) -> StoreResult<Vec<Appearance>> {
        let rows: Vec<AppearanceRow> = self.run(|connection| {
            sql_query(format!(
                "SELECT t.id, t.violation_type, t.court_date, t.court_time, t.is_paid, t.removed_at IS NOT NULL AS is_removed,
                     EXISTS (SELECT FROM waived_appearances WHERE ticket_id = t.id) OR {} IS NOT NULL AS is_waived,
                     t.driver_entry IS NOT NULL AS is_added_by_driver
                 FROM tickets t WHERE t.user_id = $1 AND t.is_court_required AND (t.removed_at IS NULL OR t.driver_entry IS DISTINCT FROM 'being_checked')
                     AND NOT {} ORDER BY t.court_date, t.id",
                excused_at("t.id"),
                is_dismissed("t.id")
            ))
            .bind::<Integer, _>(user.0)
            .load(connection)
        })?;
        Ok(rows.into_iter().map(Appearance::from).collect())
    }

    fn lock_appearance(&mut self, ticket: TicketId) -> StoreResult<Option<(UserId, bool)>> {
        let row: Option<LockedAppearance> = self.run(|connection| {
            sql_query(
                "SELECT user_id, EXISTS (SELECT FROM waived_appearances WHERE ticket_id = tickets.id) AS is_waived
                 FROM tickets WHERE id = $1 AND is_court_required FOR UPDATE",
            )
            .bind::<Integer, _>(ticket.0)
            .get_result(connection)
            .optional()
        })?;
        Ok(row.map(|row| (UserId(row.user_id), row.is_waived)))
    }

    fn set_appearance(
        &mut self,
        ticket: TicketId,
        waived: Option<(UserId, DateTime<Utc>)>,
    ) -> StoreResult<()> {
        self.run(|connection| match waived {
            None => sql_query("DELETE FROM waived_appearances WHERE ticket_id = $1")
                .bind::<Integer, _>(ticket.0)
                .execute(connection),
            Some((by, at)) => sql_query(
                "INSERT INTO waived_appearances (ticket_id, waived_by, waived_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            )
            .bind::<Integer, _>(ticket.0)
            .bind::<Integer, _>(by.0)
            .bind::<Timestamptz, _>(at)
            .execute(connection),
        })?;
        Ok(())
    }

    fn calendar_feed(&mut self, user: UserId) -> StoreResult<Option<DateTime<Utc>>> {
        let row: Option<CreatedAtRow> = self.run(|connection| {
            sql_query("SELECT created_at AS at FROM calendar_feeds WHERE user_id = $1")
                .bind::<Integer, _>(user.0)
                .get_result(connection)
                .optional()
        })?;
        Ok(row.map(|row| row.at))
    }

    fn set_calendar_feed(
        &mut self,
        user: UserId,
        feed: Option<(&TokenHash, DateTime<Utc>)>,
    ) -> StoreResult<()> {
        self.run(|connection| match feed {
            None => sql_query("DELETE FROM calendar_feeds WHERE user_id = $1")
                .bind::<Integer, _>(user.0)
                .execute(connection),
            Some((hash, at)) => sql_query(
                "INSERT INTO calendar_feeds (user_id, secret_hash, created_at) VALUES ($1, $2, $3)
                 ON CONFLICT (user_id) DO UPDATE SET secret_hash = excluded.secret_hash, created_at = excluded.created_at",
            )
            .bind::<Integer, _>(user.0)
            .bind::<Binary, _>(hash.0.as_slice())
            .bind::<Timestamptz, _>(at)
            .execute(connection),
        })?;
        Ok(())
    }

    fn calendar_owner(&mut self, secret: &TokenHash) -> StoreResult<Option<UserId>> {
        let row: Option<Id> = self.run(|connection| {
            sql_query("SELECT user_id AS id FROM calendar_feeds WHERE secret_hash = $1")
                .bind::<Binary, _>(secret.0.as_slice())
                .get_result(connection)
                .optional()
        })?;
        Ok(row.map(|row| UserId(row.id)))
    }
}
