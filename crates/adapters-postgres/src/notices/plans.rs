use chrono::{DateTime, Days, NaiveDate, Utc};
use diesel::dsl::{exists, not};
use diesel::sql_types::Bool;
use diesel::{
    BoolExpressionMethods, ExpressionMethods, IntoSql, QueryDsl, RunQueryDsl, SelectableHelper, delete,
    insert_into, select,
};
use domain::notices::change::ItemChange;
use domain::notices::notice::{Channel, NoticeKind};
use domain::shared::ids::UserId;
use ports::notices::planning::{AvailableChannels, ChangeFilter, DayPlan, NewsFilter, NewsItem, NoticePlans};
use ports::shared::store_error::StoreResult;

use crate::accounts::user_rows::is_ready;
use crate::notices::planning;
use crate::notices::rows::{ChangeRow, NewsRow};
use crate::store::PgStore;
use schema::{item_changes, news_items, notices, reminder_days, users};

impl NoticePlans for PgStore<'_> {
    fn is_day_planned(&mut self, zone: &str, kind: NoticeKind, day: NaiveDate) -> StoreResult<bool> {
        let planned = reminder_days::table.find((day, zone, kind.as_str()));
        self.get_result(select(exists(planned)))
    }

    fn store_planned_day(
        &mut self,
        zone: &str,
        kind: NoticeKind,
        day: NaiveDate,
        planned_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.run(|connection| {
            insert_into(reminder_days::table)
                .values((
                    reminder_days::zone.eq(zone),
                    reminder_days::day.eq(day),
                    reminder_days::kind.eq(kind.as_str()),
                    reminder_days::planned_at.eq(planned_at),
                ))
                .on_conflict_do_nothing()
                .execute(connection)?;
            // The record that a day was planned is deleted after a week.
            delete(reminder_days::table.filter(reminder_days::day.lt(day - Days::new(7)))).execute(connection)
        })?;
        Ok(())
    }

    fn plan_messages_for_day(
        &mut self,
        plan: &DayPlan,
        after: UserId,
        limit: i64,
    ) -> StoreResult<Option<UserId>> {
        let last = self.run(|connection| planning::plan_messages_for_day(connection, plan, after, limit))?;
        Ok(last.map(UserId))
    }

    fn drivers_with_news(
        &mut self,
        filter: &NewsFilter,
        after: UserId,
        limit: i64,
    ) -> StoreResult<Vec<UserId>> {
        let is_there = users::state.eq_any(&filter.states);
        let notified = notices::table
            .filter(notices::user_id.eq(news_items::user_id))
            .filter(notices::day.eq(filter.day))
            .filter(notices::kind.eq(NoticeKind::News.as_str()));
        let ids: Vec<i32> = self.load(
            news_items::table
                .inner_join(users::table)
                .filter(news_items::told_on.is_null())
                .filter(news_items::noted_at.le(filter.stored_before))
                .filter(news_items::user_id.gt(after.0))
                .filter(users::closed_at.is_null())
                .filter(is_ready())
                .filter(is_there.or(users::state.is_null().and(filter.stateless.into_sql::<Bool>())))
                .filter(not(exists(notified)))
                .order(news_items::user_id)
                .limit(limit)
                .select(news_items::user_id)
                .distinct(),
        )?;
        Ok(ids.into_iter().map(UserId).collect())
    }

    fn plan_news(
        &mut self,
        user: UserId,
        day: NaiveDate,
        sending_window: (DateTime<Utc>, DateTime<Utc>),
        channels: AvailableChannels,
    ) -> StoreResult<bool> {
        self.run(|connection| planning::plan_news(connection, user, day, sending_window, channels))
    }

    fn postpone_news(&mut self, user: UserId, day: NaiveDate) -> StoreResult<()> {
        self.run(|connection| planning::postpone_news(connection, user, day))
    }

    fn news_of(&mut self, user: UserId, day: NaiveDate) -> StoreResult<Vec<NewsItem>> {
        self.entities::<NewsRow, _>(
            news_items::table
                .filter(news_items::user_id.eq(user.0))
                .filter(news_items::told_on.eq(day))
                .order(news_items::id)
                .select(NewsRow::as_select()),
        )
    }

    fn drivers_with_changes(
        &mut self,
        filter: &ChangeFilter,
        after: UserId,
        limit: i64,
    ) -> StoreResult<Vec<UserId>> {
        let is_there = users::state.eq_any(&filter.states);
        let ids: Vec<i32> = self.load(
            item_changes::table
                .inner_join(users::table)
                .filter(item_changes::batch.is_null())
                .filter(item_changes::channel.eq(filter.channel.as_str()))
                .filter(item_changes::noted_at.le(filter.stored_before))
                .filter(item_changes::user_id.gt(after.0))
                .filter(users::closed_at.is_null())
                .filter(is_there.or(users::state.is_null().and(filter.stateless.into_sql::<Bool>())))
                .order(item_changes::user_id)
                .limit(limit)
                .select(item_changes::user_id)
                .distinct(),
        )?;
        Ok(ids.into_iter().map(UserId).collect())
    }

    fn plan_changes(
        &mut self,
        user: UserId,
        channel: Channel,
        day: NaiveDate,
        sending_window: (DateTime<Utc>, DateTime<Utc>),
    ) -> StoreResult<bool> {
        self.run(|connection| planning::plan_changes(connection, user, channel, day, sending_window))
    }

    fn mark_changes_unsent(&mut self, user: UserId, batch: i64) -> StoreResult<()> {
        self.run(|connection| planning::mark_changes_unsent(connection, user, batch))
    }

    fn changes_of(&mut self, user: UserId, channel: Channel, batch: i64) -> StoreResult<Vec<ItemChange>> {
        self.entities::<ChangeRow, _>(
            item_changes::table
                .filter(item_changes::user_id.eq(user.0))
                .filter(item_changes::batch.eq(batch))
                .filter(item_changes::channel.eq(channel.as_str()))
                .order(item_changes::id)
                .select(ChangeRow::as_select()),
        )
    }

    fn delete_unsent_changes(&mut self, before: DateTime<Utc>) -> StoreResult<usize> {
        let unsent = item_changes::table.filter(item_changes::batch.is_null());
        let old = unsent.filter(item_changes::noted_at.le(before));
        self.count_changed(delete(old))
    }

    fn delete_old_changes(&mut self, before: DateTime<Utc>) -> StoreResult<usize> {
        let old = item_changes::table.filter(item_changes::noted_at.lt(before));
        self.count_changed(delete(old))
    }

    fn delete_old_news(&mut self, before: NaiveDate) -> StoreResult<usize> {
        let old = news_items::table.filter(news_items::told_on.lt(before));
        self.count_changed(delete(old))
    }
}
