use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Binary, Bool, Integer, Nullable, Text, Timestamptz};
use diesel::{OptionalExtension, QueryableByName, RunQueryDsl, sql_query};
use domain::notices::notice::{Notice, NoticeStatus, ReminderChoices};
use domain::shared::ids::{NoticeId, UserId};
use ports::notices::messages::Messages;
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::notices::rows::{Id, NoticeRow};
use crate::shared::rows::entities;
use crate::shared::search::without_nul;
use crate::store::PgStore;

const NOTICE: &str = "SELECT id, user_id, channel, kind, day, request_id, phone, due_at, status, batch, body, reason, sent_at, confirmed_at
    FROM notices";

#[derive(QueryableByName)]
struct ReminderChoicesRow {
    #[diesel(sql_type = Bool)]
    text_reminders: bool,
    #[diesel(sql_type = Bool)]
    text_news: bool,
    #[diesel(sql_type = Bool)]
    mail_reminders: bool,
    #[diesel(sql_type = Bool)]
    mail_news: bool,
}

impl Messages for PgStore<'_> {
    fn notice(&mut self, id: NoticeId) -> StoreResult<Option<Notice>> {
        let row: Option<NoticeRow> = self.run(|connection| {
            sql_query(format!("{NOTICE} WHERE id = $1"))
                .bind::<Integer, _>(id.0)
                .get_result(connection)
                .optional()
        })?;
        row.map(Notice::try_from).transpose()
    }

    fn start_notice(
        &mut self,
        id: NoticeId,
        body: Option<&str>,
        unsubscribe: Option<&TokenHash>,
    ) -> StoreResult<bool> {
        let started = self.run(|connection| {
            sql_query(
                "UPDATE notices SET status = 'sending', body = $2, unsubscribe_hash = $3, changed_at = now()
                 WHERE id = $1 AND status = 'planned'",
            )
            .bind::<Integer, _>(id.0)
            .bind::<Nullable<Text>, _>(body.map(without_nul))
            .bind::<Nullable<Binary>, _>(unsubscribe.map(|hash| hash.0.as_slice()))
            .execute(connection)
        })?;
        Ok(started > 0)
    }

    fn end_notice(
        &mut self,
        id: NoticeId,
        status: NoticeStatus,
        reason: Option<&str>,
        ended_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        // The same changes as in `NoticeStatus::may_become`, and one more: if the provider didn't accept a
        // message, the worker sets it back to planned.
        let from = match status {
            NoticeStatus::Planned | NoticeStatus::Sent => "'sending'",
            NoticeStatus::Skipped => "'planned', 'sending'",
            NoticeStatus::Failed => "'planned', 'sending', 'sent'",
            NoticeStatus::Delivered => "'sending', 'sent'",
            NoticeStatus::Sending => return Ok(false),
        };
        let changed = self.run(|connection| {
            sql_query(format!(
                "UPDATE notices SET status = $2, reason = $3, changed_at = $4,
                     sent_at = CASE WHEN $2 IN ('sent', 'delivered') THEN coalesce(sent_at, $4) ELSE sent_at END
                 WHERE id = $1 AND status IN ({from})"
            ))
            .bind::<Integer, _>(id.0)
            .bind::<Text, _>(status.as_str())
            .bind::<Nullable<Text>, _>(reason.map(without_nul))
            .bind::<Timestamptz, _>(ended_at)
            .execute(connection)
        })?;
        Ok(changed > 0)
    }

    fn unsubscriber(&mut self, token: &TokenHash) -> StoreResult<Option<UserId>> {
        let row: Option<Id> = self.run(|connection| {
            sql_query("SELECT user_id AS id FROM notices WHERE unsubscribe_hash = $1")
                .bind::<Binary, _>(token.0.as_slice())
                .get_result(connection)
                .optional()
        })?;
        Ok(row.map(|row| UserId(row.id)))
    }

    fn notices_of(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<Notice>> {
        let rows: Vec<NoticeRow> = self.run(|connection| {
            sql_query(format!("{NOTICE} WHERE user_id = $1 ORDER BY id DESC LIMIT $2"))
                .bind::<Integer, _>(user.0)
                .bind::<BigInt, _>(limit)
                .load(connection)
        })?;
        entities(rows)
    }

    fn last_notice_to(&mut self, phone: &str) -> StoreResult<Option<Notice>> {
        let row: Option<NoticeRow> = self.run(|connection| {
            sql_query(format!(
                "{NOTICE} WHERE phone = $1 AND kind <> 'code' AND status IN ('sending', 'sent', 'delivered') ORDER BY id DESC LIMIT 1"
            ))
            .bind::<Text, _>(phone)
            .get_result(connection)
            .optional()
        })?;
        row.map(Notice::try_from).transpose()
    }

    fn confirm_notice(&mut self, id: NoticeId, confirmed_at: DateTime<Utc>) -> StoreResult<()> {
        self.run(|connection| {
            sql_query("UPDATE notices SET confirmed_at = coalesce(confirmed_at, $2) WHERE id = $1")
                .bind::<Integer, _>(id.0)
                .bind::<Timestamptz, _>(confirmed_at)
                .execute(connection)
        })?;
        Ok(())
    }

    fn reminder_choices(&mut self, user: UserId) -> StoreResult<ReminderChoices> {
        let row: Option<ReminderChoicesRow> = self.run(|connection| {
            sql_query(
                "SELECT text_reminders, text_news, mail_reminders, mail_news FROM reminder_choices WHERE user_id = $1",
            )
            .bind::<Integer, _>(user.0)
            .get_result(connection)
            .optional()
        })?;
        Ok(row.map_or_else(ReminderChoices::default, |row| ReminderChoices {
            text_reminders: row.text_reminders,
            text_news: row.text_news,
            mail_reminders: row.mail_reminders,
            mail_news: row.mail_news,
        }))
    }

    fn set_reminder_choices(
        &mut self,
        user: UserId,
        choices: ReminderChoices,
        changed_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.run(|connection| {
            sql_query(
                "INSERT INTO reminder_choices (user_id, text_reminders, text_news, mail_reminders, mail_news, changed_at)
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id) DO UPDATE SET text_reminders = excluded.text_reminders,
                     text_news = excluded.text_news, mail_reminders = excluded.mail_reminders, mail_news = excluded.mail_news,
                     changed_at = excluded.changed_at",
            )
            .bind::<Integer, _>(user.0)
            .bind::<Bool, _>(choices.text_reminders)
            .bind::<Bool, _>(choices.text_news)
            .bind::<Bool, _>(choices.mail_reminders)
            .bind::<Bool, _>(choices.mail_news)
            .bind::<Timestamptz, _>(changed_at)
            .execute(connection)
        })?;
        Ok(())
    }
}
