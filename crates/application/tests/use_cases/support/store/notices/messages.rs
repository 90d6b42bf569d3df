//! In-memory store of messages to drivers.

use std::cmp::Reverse;

use chrono::{DateTime, Utc};
use domain::notices::notice::{Notice, NoticeKind, NoticeStatus, ReminderChoices};
use domain::shared::ids::{NoticeId, UserId};
use ports::notices::messages::Messages;
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::support::store::audit_trail::without_nul;
use crate::support::store::unit::Unit;

impl Unit<'_> {
    fn notice_mut(&mut self, id: NoticeId) -> Option<&mut Notice> {
        self.tables.notices.notices.iter_mut().find(|notice| notice.id == id)
    }
}

impl Messages for Unit<'_> {
    fn notice(&mut self, id: NoticeId) -> StoreResult<Option<Notice>> {
        Ok(self.tables.notices.notices.iter().find(|notice| notice.id == id).cloned())
    }

    fn start_notice(
        &mut self,
        id: NoticeId,
        body: Option<&str>,
        unsubscribe: Option<&TokenHash>,
    ) -> StoreResult<bool> {
        let Some(notice) = self.notice_mut(id).filter(|notice| notice.status == NoticeStatus::Planned) else {
            return Ok(false);
        };
        notice.status = NoticeStatus::Sending;
        notice.body = body.map(without_nul);
        let tokens = &mut self.tables.notices.unsubscribe;
        tokens.retain(|(of, _)| *of != id);
        tokens.extend(unsubscribe.map(|hash| (id, hash.clone())));
        Ok(true)
    }

    fn end_notice(
        &mut self,
        id: NoticeId,
        status: NoticeStatus,
        reason: Option<&str>,
        ended_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        let Some(notice) = self.notice_mut(id) else { return Ok(false) };
        let may = match (notice.status, status) {
            (NoticeStatus::Planned, NoticeStatus::Skipped | NoticeStatus::Failed)
            | (NoticeStatus::Sending, NoticeStatus::Planned | NoticeStatus::Skipped) => true,
            (from, to) => from.may_become(to),
        };
        if may {
            notice.status = status;
            notice.reason = reason.map(without_nul);
            if matches!(status, NoticeStatus::Sent | NoticeStatus::Delivered) {
                notice.sent_at = notice.sent_at.or(Some(ended_at));
            }
        }
        Ok(may)
    }

    fn user_of_unsubscribe_token(&mut self, token: &TokenHash) -> StoreResult<Option<UserId>> {
        let of = self.tables.notices.unsubscribe.iter().find(|(_, hash)| hash == token).map(|(id, _)| *id);
        Ok(of.and_then(|id| self.notice_mut(id).map(|notice| notice.user_id)))
    }

    fn notices_of(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<Notice>> {
        let mut own: Vec<Notice> =
            self.tables.notices.notices.iter().filter(|notice| notice.user_id == user).cloned().collect();
        own.sort_by_key(|notice| Reverse(notice.id));
        own.truncate(usize::try_from(limit).unwrap());
        Ok(own)
    }

    fn last_notice_to(&mut self, phone: &str) -> StoreResult<Option<Notice>> {
        let is_to_phone = |notice: &&Notice| {
            notice.phone.as_deref() == Some(phone)
                && notice.kind != NoticeKind::Code
                && matches!(
                    notice.status,
                    NoticeStatus::Sending | NoticeStatus::Sent | NoticeStatus::Delivered
                )
        };
        Ok(self.tables.notices.notices.iter().filter(is_to_phone).max_by_key(|notice| notice.id).cloned())
    }

    fn mark_appearance_confirmed(&mut self, id: NoticeId, confirmed_at: DateTime<Utc>) -> StoreResult<()> {
        if let Some(notice) = self.notice_mut(id) {
            notice.confirmed_at = notice.confirmed_at.or(Some(confirmed_at));
        }
        Ok(())
    }

    fn reminder_choices(&mut self, user: UserId) -> StoreResult<ReminderChoices> {
        let known = self.tables.notices.choices.iter().rev().find(|(of, _)| *of == user);
        Ok(known.map(|(_, choices)| *choices).unwrap_or_default())
    }

    fn set_reminder_choices(
        &mut self,
        user: UserId,
        choices: ReminderChoices,
        _: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.tables.notices.choices.push((user, choices));
        Ok(())
    }
}
