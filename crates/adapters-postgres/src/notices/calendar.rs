use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::exists;
use diesel::sql_types::{Date, Integer};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, delete, insert_into, sql_query};
use domain::driving_record::appearance::Appearance;
use domain::shared::ids::{TicketId, UserId};
use ports::notices::calendar::{Calendars, CourtDate, LockedAppearance};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::legal_help::outcomes::{excused_at_sql, is_dismissed_sql};
use crate::notices::rows::CourtRow;
use crate::shared::rows::row_by_name;
use crate::store::PgStore;
use schema::{calendar_feeds, tickets, waived_appearances};

row_by_name! {
    struct AppearanceRow {
        id: i32,
        violation_type: String,
        court_date: Option<NaiveDate>,
        court_time: Option<String>,
        is_paid: bool,
        is_removed: bool,
        is_waived: bool,
        is_added_by_driver: bool,
    }
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
        let rows: Vec<CourtRow> = self.load(
            // SQL: raw, because other raw statements use the same conditions (`is_dismissed_sql`).
            sql_query(format!(
                "SELECT t.id, t.violation_type, t.court_date, t.court_time, t.consequence, t.removed_at IS NOT NULL AS is_removed,
                     COALESCE(w.waived_at, {}) AS waived_at, t.driver_entry IS NOT NULL AS is_added_by_driver
                 FROM tickets t LEFT JOIN waived_appearances w ON w.ticket_id = t.id
                 WHERE t.user_id = $1 AND t.is_court_required AND t.court_date >= $2 AND (t.removed_at IS NULL OR t.driver_entry IS DISTINCT FROM 'being_checked')
                     AND NOT {} ORDER BY t.court_date, t.id",
                excused_at_sql("t.id"),
                is_dismissed_sql("t.id")
            ))
            .bind::<Integer, _>(user.0)
            .bind::<Date, _>(first_day),
        )?;
        Ok(rows.into_iter().map(CourtDate::from).collect())
    }

    fn appearances_of(&mut self, user: UserId) -> StoreResult<Vec<Appearance>> {
        let rows: Vec<AppearanceRow> = self.load(
            // SQL: raw, because other raw statements use the same conditions (`is_dismissed_sql`).
            sql_query(format!(
                "SELECT t.id, t.violation_type, t.court_date, t.court_time, t.is_paid, t.removed_at IS NOT NULL AS is_removed,
                     EXISTS (SELECT FROM waived_appearances WHERE ticket_id = t.id) OR {} IS NOT NULL AS is_waived,
                     t.driver_entry IS NOT NULL AS is_added_by_driver
                 FROM tickets t WHERE t.user_id = $1 AND t.is_court_required AND (t.removed_at IS NULL OR t.driver_entry IS DISTINCT FROM 'being_checked')
                     AND NOT {} ORDER BY t.court_date, t.id",
                excused_at_sql("t.id"),
                is_dismissed_sql("t.id")
            ))
            .bind::<Integer, _>(user.0),
        )?;
        Ok(rows.into_iter().map(Appearance::from).collect())
    }

    fn lock_appearance(&mut self, ticket: TicketId) -> StoreResult<Option<LockedAppearance>> {
        let is_waived =
            exists(waived_appearances::table.filter(waived_appearances::ticket_id.eq(tickets::id)));
        let row: Option<(i32, bool)> = self.first(
            tickets::table
                .find(ticket.0)
                .filter(tickets::is_court_required)
                .select((tickets::user_id, is_waived))
                .for_update(),
        )?;
        Ok(row.map(|(user, is_waived)| LockedAppearance { user: UserId(user), is_waived }))
    }

    fn set_appearance_waiver(
        &mut self,
        ticket: TicketId,
        waived: Option<(UserId, DateTime<Utc>)>,
    ) -> StoreResult<()> {
        self.run(|connection| match waived {
            None => delete(waived_appearances::table.find(ticket.0)).execute(connection),
            Some((by, at)) => insert_into(waived_appearances::table)
                .values((
                    waived_appearances::ticket_id.eq(ticket.0),
                    waived_appearances::waived_by.eq(by.0),
                    waived_appearances::waived_at.eq(at),
                ))
                .on_conflict_do_nothing()
                .execute(connection),
        })?;
        Ok(())
    }

    fn calendar_url_created_at(&mut self, user: UserId) -> StoreResult<Option<DateTime<Utc>>> {
        self.first(calendar_feeds::table.find(user.0).select(calendar_feeds::created_at))
    }

    fn set_calendar_url(
        &mut self,
        user: UserId,
        url: Option<(&TokenHash, DateTime<Utc>)>,
    ) -> StoreResult<()> {
        self.run(|connection| match url {
            None => delete(calendar_feeds::table.find(user.0)).execute(connection),
            Some((hash, at)) => {
                let row =
                    (calendar_feeds::secret_hash.eq(hash.0.as_slice()), calendar_feeds::created_at.eq(at));
                insert_into(calendar_feeds::table)
                    .values((calendar_feeds::user_id.eq(user.0), row))
                    .on_conflict(calendar_feeds::user_id)
                    .do_update()
                    .set(row)
                    .execute(connection)
            }
        })?;
        Ok(())
    }

    fn calendar_owner(&mut self, secret: &TokenHash) -> StoreResult<Option<UserId>> {
        let owner: Option<i32> = self.first(
            calendar_feeds::table
                .filter(calendar_feeds::secret_hash.eq(secret.0.as_slice()))
                .select(calendar_feeds::user_id),
        )?;
        Ok(owner.map(UserId))
    }
}
