use chrono::{DateTime, Utc};
use diesel::dsl::{case_when, now};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, SelectableHelper, insert_into, update};
use domain::notices::notice::{Notice, NoticeKind, NoticeStatus, ReminderChoices};
use domain::shared::ids::{NoticeId, UserId};
use ports::notices::messages::Messages;
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::notices::rows::NoticeRow;
use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::{notices, reminder_choices};

/// Statuses of messages that are being sent or were sent, and didn't fail.
pub(super) const NOTIFIED: [NoticeStatus; 3] =
    [NoticeStatus::Sending, NoticeStatus::Sent, NoticeStatus::Delivered];

impl Messages for PgStore<'_> {
    fn notice(&mut self, id: NoticeId) -> StoreResult<Option<Notice>> {
        self.first_entity::<NoticeRow, _>(notices::table.find(id.0).select(NoticeRow::as_select()))
    }

    fn start_notice(
        &mut self,
        id: NoticeId,
        body: Option<&str>,
        unsubscribe: Option<&TokenHash>,
    ) -> StoreResult<bool> {
        let planned = notices::table.find(id.0).filter(notices::status.eq(NoticeStatus::Planned.as_str()));
        let started = self.count_changed(update(planned).set((
            notices::status.eq(NoticeStatus::Sending.as_str()),
            notices::body.eq(body.map(without_nul)),
            notices::unsubscribe_hash.eq(unsubscribe.map(|hash| hash.0.as_slice())),
            notices::changed_at.eq(now),
        )))?;
        Ok(started > 0)
    }

    fn end_notice(
        &mut self,
        id: NoticeId,
        status: NoticeStatus,
        reason: Option<&str>,
        ended_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        use NoticeStatus::{Delivered, Failed, Planned, Sending, Sent, Skipped};

        // The provider reports the changes that `NoticeStatus::may_become` allows. In addition, the worker
        // sets a message back to planned if the provider didn't accept it, skips a message, or marks it as
        // failed before sending it.
        let from: &[NoticeStatus] = match status {
            Planned | Sent => &[Sending],
            Skipped => &[Planned, Sending],
            Failed => &[Planned, Sending, Sent],
            Delivered => &[Sending, Sent],
            Sending => return Ok(false),
        };
        let notice = notices::table
            .find(id.0)
            .filter(notices::status.eq_any(from.iter().map(|status| status.as_str())));
        let end = (
            notices::status.eq(status.as_str()),
            notices::reason.eq(reason.map(without_nul)),
            notices::changed_at.eq(ended_at),
        );
        let changed = self.run(|connection| match status {
            Sent | Delivered => {
                let first_sent_at =
                    case_when(notices::sent_at.is_null(), Some(ended_at)).otherwise(notices::sent_at);
                update(notice).set((end, notices::sent_at.eq(first_sent_at))).execute(connection)
            }
            Planned | Sending | Skipped | Failed => update(notice).set(end).execute(connection),
        })?;
        Ok(changed > 0)
    }

    fn user_of_unsubscribe_token(&mut self, token: &TokenHash) -> StoreResult<Option<UserId>> {
        let user: Option<i32> = self.first(
            notices::table.filter(notices::unsubscribe_hash.eq(token.0.as_slice())).select(notices::user_id),
        )?;
        Ok(user.map(UserId))
    }

    fn notices_of(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<Notice>> {
        self.entities::<NoticeRow, _>(
            notices::table
                .filter(notices::user_id.eq(user.0))
                .order(notices::id.desc())
                .limit(limit)
                .select(NoticeRow::as_select()),
        )
    }

    fn last_notice_to(&mut self, phone: &str) -> StoreResult<Option<Notice>> {
        self.first_entity::<NoticeRow, _>(
            notices::table
                .filter(notices::phone.eq(phone))
                .filter(notices::kind.ne(NoticeKind::Code.as_str()))
                .filter(notices::status.eq_any(NOTIFIED.map(NoticeStatus::as_str)))
                .order(notices::id.desc())
                .select(NoticeRow::as_select()),
        )
    }

    fn mark_appearance_confirmed(&mut self, id: NoticeId, confirmed_at: DateTime<Utc>) -> StoreResult<()> {
        let unconfirmed = notices::table.find(id.0).filter(notices::confirmed_at.is_null());
        self.execute(update(unconfirmed).set(notices::confirmed_at.eq(confirmed_at)))
    }

    fn reminder_choices(&mut self, user: UserId) -> StoreResult<ReminderChoices> {
        let choices: Option<(bool, bool, bool, bool)> =
            self.first(reminder_choices::table.find(user.0).select((
                reminder_choices::text_reminders,
                reminder_choices::text_news,
                reminder_choices::mail_reminders,
                reminder_choices::mail_news,
            )))?;
        let stored = |(text_reminders, text_news, mail_reminders, mail_news)| ReminderChoices {
            text_reminders,
            text_news,
            mail_reminders,
            mail_news,
        };
        Ok(choices.map_or_else(ReminderChoices::default, stored))
    }

    fn set_reminder_choices(
        &mut self,
        user: UserId,
        choices: ReminderChoices,
        changed_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        let row = (
            reminder_choices::text_reminders.eq(choices.text_reminders),
            reminder_choices::text_news.eq(choices.text_news),
            reminder_choices::mail_reminders.eq(choices.mail_reminders),
            reminder_choices::mail_news.eq(choices.mail_news),
            reminder_choices::changed_at.eq(changed_at),
        );
        self.execute(
            insert_into(reminder_choices::table)
                .values((reminder_choices::user_id.eq(user.0), row))
                .on_conflict(reminder_choices::user_id)
                .do_update()
                .set(row),
        )
    }
}
