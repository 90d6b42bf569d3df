use chrono::{DateTime, NaiveDate, Utc};
use diesel::sql_types::{Array, BigInt, Bool, Date, Integer, Text, Timestamptz};
use diesel::{RunQueryDsl, sql_query};
use domain::notices::change::ItemChange;
use domain::notices::notice::{Channel, NoticeKind};
use domain::shared::ids::UserId;
use ports::notices::planning::{AvailableChannels, ChangeFilter, DayPlan, NewsFilter, NewsItem, NoticePlans};
use ports::shared::store_error::StoreResult;

use crate::accounts::user_rows::IS_READY;
use crate::notices::planning;
use crate::notices::rows::{ChangeRow, Id, NewsRow};
use crate::shared::rows::{Count, entities};
use crate::store::PgStore;

impl NoticePlans for PgStore<'_> {
    fn is_day_planned(&mut self, zone: &str, kind: NoticeKind, day: NaiveDate) -> StoreResult<bool> {
        let found: Count = self.run(|connection| {
            sql_query("SELECT count(*) AS n FROM reminder_days WHERE day = $1 AND zone = $2 AND kind = $3")
                .bind::<Date, _>(day)
                .bind::<Text, _>(zone)
                .bind::<Text, _>(kind.as_str())
                .get_result(connection)
        })?;
        Ok(found.n > 0)
    }

    fn store_planned_day(
        &mut self,
        zone: &str,
        kind: NoticeKind,
        day: NaiveDate,
        planned_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.run(|connection| {
            sql_query(
                "INSERT INTO reminder_days (zone, day, kind, planned_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            )
            .bind::<Text, _>(zone)
            .bind::<Date, _>(day)
            .bind::<Text, _>(kind.as_str())
            .bind::<Timestamptz, _>(planned_at)
            .execute(connection)?;
            // The record that a day was planned is deleted after a week.
            sql_query("DELETE FROM reminder_days WHERE day < $1::date - 7").bind::<Date, _>(day).execute(connection)
        })?;
        Ok(())
    }

    fn plan_day(&mut self, plan: &DayPlan, after: UserId, limit: i64) -> StoreResult<Option<UserId>> {
        let last = self.run(|connection| planning::plan_day(connection, plan, after, limit))?;
        Ok(last.map(UserId))
    }

    fn drivers_with_news(
        &mut self,
        wanted: &NewsFilter,
        after: UserId,
        limit: i64,
    ) -> StoreResult<Vec<UserId>> {
        let rows: Vec<Id> = self.run(|connection| {
            sql_query(format!(
                "SELECT DISTINCT n.user_id AS id FROM news_items n JOIN users u ON u.id = n.user_id
                 WHERE n.told_on IS NULL AND n.noted_at <= $1 AND n.user_id > $2
                     AND u.closed_at IS NULL AND u.{IS_READY} AND (u.state = ANY($4) OR ($5 AND u.state IS NULL))
                     AND NOT EXISTS (SELECT FROM notices t WHERE t.user_id = n.user_id AND t.day = $6 AND t.kind = 'news')
                 ORDER BY 1 LIMIT $3",
            ))
            .bind::<Timestamptz, _>(wanted.noted_before)
            .bind::<Integer, _>(after.0)
            .bind::<BigInt, _>(limit)
            .bind::<Array<Text>, _>(&wanted.states)
            .bind::<Bool, _>(wanted.stateless)
            .bind::<Date, _>(wanted.day)
            .load(connection)
        })?;
        Ok(rows.into_iter().map(|row| UserId(row.id)).collect())
    }

    fn plan_news(
        &mut self,
        user: UserId,
        day: NaiveDate,
        span: (DateTime<Utc>, DateTime<Utc>),
        ways: AvailableChannels,
    ) -> StoreResult<bool> {
        self.run(|connection| planning::plan_news(connection, user, day, span, ways))
    }

    fn postpone_news(&mut self, user: UserId, day: NaiveDate) -> StoreResult<()> {
        self.run(|connection| planning::postpone_news(connection, user, day))
    }

    fn news_of(&mut self, user: UserId, day: NaiveDate) -> StoreResult<Vec<NewsItem>> {
        let rows: Vec<NewsRow> = self.run(|connection| {
            sql_query("SELECT item_kind, item_id, amount_before FROM news_items WHERE user_id = $1 AND told_on = $2 ORDER BY id")
                .bind::<Integer, _>(user.0)
                .bind::<Date, _>(day)
                .load(connection)
        })?;
        entities(rows)
    }

    fn drivers_with_changes(
        &mut self,
        wanted: &ChangeFilter,
        after: UserId,
        limit: i64,
    ) -> StoreResult<Vec<UserId>> {
        let rows: Vec<Id> = self.run(|connection| {
            sql_query(format!(
                "SELECT DISTINCT c.user_id AS id FROM item_changes c JOIN users u ON u.id = c.user_id
                 WHERE c.batch IS NULL AND c.channel = $1 AND c.noted_at <= $2 AND c.noted_at > $3 AND c.user_id > $4
                     AND u.closed_at IS NULL AND u.{IS_READY} AND (u.state = ANY($6) OR ($7 AND u.state IS NULL))
                 ORDER BY 1 LIMIT $5"
            ))
            .bind::<Text, _>(wanted.channel.as_str())
            .bind::<Timestamptz, _>(wanted.noted_before)
            .bind::<Timestamptz, _>(wanted.noted_after)
            .bind::<Integer, _>(after.0)
            .bind::<BigInt, _>(limit)
            .bind::<Array<Text>, _>(&wanted.states)
            .bind::<Bool, _>(wanted.stateless)
            .load(connection)
        })?;
        Ok(rows.into_iter().map(|row| UserId(row.id)).collect())
    }

    fn plan_changes(
        &mut self,
        user: UserId,
        channel: Channel,
        day: NaiveDate,
        span: (DateTime<Utc>, DateTime<Utc>),
    ) -> StoreResult<bool> {
        self.run(|connection| planning::plan_changes(connection, user, channel, day, span))
    }

    fn postpone_changes(&mut self, user: UserId, batch: i64) -> StoreResult<()> {
        self.run(|connection| planning::postpone_changes(connection, user, batch))
    }

    fn changes_of(&mut self, user: UserId, channel: Channel, batch: i64) -> StoreResult<Vec<ItemChange>> {
        let rows: Vec<ChangeRow> = self.run(|connection| {
            sql_query(
                "SELECT item_kind, item_id, item_date, needs_court_before, court_date_before, court_time_before, due_date_before,
                     needs_court_after, court_date_after, court_time_after, due_date_after, is_removed
                 FROM item_changes WHERE user_id = $1 AND batch = $2 AND channel = $3 ORDER BY id",
            )
            .bind::<Integer, _>(user.0)
            .bind::<BigInt, _>(batch)
            .bind::<Text, _>(channel.as_str())
            .load(connection)
        })?;
        entities(rows)
    }

    fn delete_old_changes(&mut self, before: DateTime<Utc>) -> StoreResult<usize> {
        self.run(|connection| {
            sql_query("DELETE FROM item_changes WHERE noted_at < $1")
                .bind::<Timestamptz, _>(before)
                .execute(connection)
        })
    }

    fn delete_old_news(&mut self, before: NaiveDate) -> StoreResult<usize> {
        self.run(|connection| {
            sql_query("DELETE FROM news_items WHERE told_on < $1").bind::<Date, _>(before).execute(connection)
        })
    }
}
