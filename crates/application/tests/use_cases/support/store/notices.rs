//! In-memory store of notices, phone numbers and replies. A number is confirmed unless a test marks it as unconfirmed.
//! Only the real database can plan reminders of a day and news.

use chrono::{DateTime, NaiveDate, Utc};
use domain::notices::change::ItemChange;
use domain::notices::notice::{Channel, Notice, NoticeKind, NoticeStatus, PhoneState, ReminderChoices};
use domain::notices::unconfirmed::{DAY, HOUR, UnconfirmedSendCounts};
use domain::shared::ids::{NoticeId, ReplyId, TextNotificationId, TicketId, UserId};
use domain::shared::job::JobKind;
use domain::shared::us_state::UsState;
use ports::notices::messages::Messages;
use ports::notices::numbers::{SentCode, TextNumber, TextNumbers};
use ports::notices::planning::{AvailableChannels, ChangeFilter, DayPlan, NewsFilter, NewsItem, NoticePlans};
use ports::notices::replies::{NewReply, Replies, Reply};
use ports::notices::unconfirmed::{CountedMessageId, UnconfirmedRecipientCounts};
use ports::shared::jobs::{Jobs, NewJob};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::support::store::repositories::next_id;
use crate::support::store::unit::Unit;

#[derive(Clone, Default)]
pub struct NoticeTables {
    pub notices: Vec<Notice>,
    pub unsubscribe: Vec<(NoticeId, TokenHash)>,
    pub unconfirmed: Vec<TextNotificationId>,
    pub codes: Vec<(TextNotificationId, SentCode)>,
    pub phones: Vec<(String, PhoneState)>,
    pub choices: Vec<(UserId, ReminderChoices)>,
    pub replies: Vec<(String, Reply)>,
    pub waived: Vec<TicketId>,
    /// The calendars. Each calendar has its driver, the hash of its secret, and the time since which it exists.
    pub feeds: Vec<(UserId, TokenHash, DateTime<Utc>)>,
    pub news: Vec<NewsItem>,
    pub taken_back: Vec<(UserId, NaiveDate)>,
    pub changes: Vec<ItemChange>,
    /// The changes that aren't in a message yet. A change has one entry for each channel, with the time of the
    /// change.
    pub waiting_changes: Vec<(UserId, Channel, DateTime<Utc>)>,
    /// The planned messages about changes. Each message has the number of its changes.
    pub planned_changes: Vec<(UserId, Channel, usize)>,
    pub changes_taken_back: Vec<(UserId, i64)>,
    /// The messages to unconfirmed recipients that were counted. If the count of a message was undone, its
    /// entry is `None`.
    pub to_unconfirmed: Vec<Option<(Channel, TokenHash, DateTime<Utc>)>>,
}

impl Unit<'_> {
    fn notice_mut(&mut self, id: NoticeId) -> Option<&mut Notice> {
        self.tables.notices.notices.iter_mut().find(|notice| notice.id == id)
    }
}

impl UnconfirmedRecipientCounts for Unit<'_> {
    fn lock_unconfirmed(
        &mut self,
        channel: Channel,
        recipient: &TokenHash,
        now: DateTime<Utc>,
    ) -> StoreResult<UnconfirmedSendCounts> {
        let counted = || self.tables.notices.to_unconfirmed.iter().flatten();
        let to_it = |since| {
            let is_counted = move |(by, to, at): &&(Channel, TokenHash, DateTime<Utc>)| {
                *by == channel && to == recipient && *at > since
            };
            i64::try_from(counted().filter(is_counted).count()).unwrap()
        };
        let texts = counted().filter(|(by, _, at)| *by == Channel::Text && *at > now - HOUR).count();
        Ok(UnconfirmedSendCounts {
            last_hour: to_it(now - HOUR),
            last_day: to_it(now - DAY),
            texts_last_hour: if channel == Channel::Text { i64::try_from(texts).unwrap() } else { 0 },
        })
    }

    fn count_unconfirmed(
        &mut self,
        channel: Channel,
        recipient: &TokenHash,
        now: DateTime<Utc>,
    ) -> StoreResult<CountedMessageId> {
        let counted = &mut self.tables.notices.to_unconfirmed;
        counted.push(Some((channel, recipient.clone(), now)));
        Ok(CountedMessageId(i64::try_from(counted.len()).unwrap()))
    }

    fn uncount_unconfirmed(&mut self, message: CountedMessageId) -> StoreResult<()> {
        let place = usize::try_from(message.0).unwrap() - 1;
        self.tables.notices.to_unconfirmed[place] = None;
        Ok(())
    }
}

impl NoticePlans for Unit<'_> {
    fn is_day_planned(&mut self, _: &str, _: NoticeKind, _: NaiveDate) -> StoreResult<bool> {
        Ok(false)
    }

    fn store_planned_day(
        &mut self,
        _: &str,
        _: NoticeKind,
        _: NaiveDate,
        _: DateTime<Utc>,
    ) -> StoreResult<()> {
        Ok(())
    }

    fn plan_day(&mut self, _: &DayPlan, _: UserId, _: i64) -> StoreResult<Option<UserId>> {
        Ok(None)
    }

    fn drivers_with_news(&mut self, _: &NewsFilter, _: UserId, _: i64) -> StoreResult<Vec<UserId>> {
        Ok(vec![])
    }

    fn plan_news(
        &mut self,
        _: UserId,
        _: NaiveDate,
        _: (DateTime<Utc>, DateTime<Utc>),
        _: AvailableChannels,
    ) -> StoreResult<bool> {
        Ok(false)
    }

    fn postpone_news(&mut self, user: UserId, day: NaiveDate) -> StoreResult<()> {
        self.tables.notices.taken_back.push((user, day));
        Ok(())
    }

    fn news_of(&mut self, _: UserId, _: NaiveDate) -> StoreResult<Vec<NewsItem>> {
        Ok(self.tables.notices.news.clone())
    }

    fn drivers_with_changes(
        &mut self,
        wanted: &ChangeFilter,
        after: UserId,
        limit: i64,
    ) -> StoreResult<Vec<UserId>> {
        let waits = |user: UserId| {
            let of_driver = |(of, by, at): &&(UserId, Channel, DateTime<Utc>)| {
                *of == user && *by == wanted.channel && *at > wanted.noted_after && *at <= wanted.noted_before
            };
            self.tables.notices.waiting_changes.iter().any(|one| of_driver(&one))
        };
        let is_there = |state: Option<UsState>| {
            state.map_or(wanted.stateless, |state| wanted.states.contains(&state.name()))
        };
        let mut drivers: Vec<UserId> =
            self.tables.users.iter().filter(|user| is_there(user.state)).map(|user| user.id).collect();
        drivers.retain(|user| *user > after && waits(*user));
        drivers.sort_unstable();
        drivers.truncate(usize::try_from(limit).unwrap());
        Ok(drivers)
    }

    fn plan_changes(
        &mut self,
        user: UserId,
        channel: Channel,
        _: NaiveDate,
        (at, until): (DateTime<Utc>, DateTime<Utc>),
    ) -> StoreResult<bool> {
        if channel == Channel::Text && at >= until {
            return Ok(false);
        }
        let waiting = &mut self.tables.notices.waiting_changes;
        let before = waiting.len();
        waiting.retain(|(of, by, _)| (*of, *by) != (user, channel));
        let changes = before - waiting.len();
        self.tables.notices.planned_changes.push((user, channel, changes));
        Ok(changes > 0)
    }

    fn postpone_changes(&mut self, user: UserId, batch: i64) -> StoreResult<()> {
        self.tables.notices.changes_taken_back.push((user, batch));
        Ok(())
    }

    fn changes_of(&mut self, _: UserId, _: Channel, _: i64) -> StoreResult<Vec<ItemChange>> {
        Ok(self.tables.notices.changes.clone())
    }

    fn delete_old_changes(&mut self, _: DateTime<Utc>) -> StoreResult<usize> {
        Ok(0)
    }

    fn delete_old_news(&mut self, _: NaiveDate) -> StoreResult<usize> {
        Ok(0)
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
        self.tables.notices.unsubscribe.extend(unsubscribe.map(|hash| (id, hash.clone())));
        let Some(notice) = self.notice_mut(id).filter(|notice| notice.status == NoticeStatus::Planned) else {
            return Ok(false);
        };
        notice.status = NoticeStatus::Sending;
        notice.body = body.map(str::to_owned);
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
        let may = match status {
            NoticeStatus::Planned => notice.status == NoticeStatus::Sending,
            NoticeStatus::Skipped | NoticeStatus::Failed if notice.status == NoticeStatus::Planned => true,
            NoticeStatus::Skipped => notice.status == NoticeStatus::Sending,
            to => notice.status.may_become(to),
        };
        if may {
            notice.status = status;
            notice.reason = reason.map(str::to_owned);
            if status == NoticeStatus::Sent {
                notice.sent_at = Some(ended_at);
            }
        }
        Ok(may)
    }

    fn unsubscriber(&mut self, token: &TokenHash) -> StoreResult<Option<UserId>> {
        let of = self.tables.notices.unsubscribe.iter().find(|(_, hash)| hash == token).map(|(id, _)| *id);
        Ok(of.and_then(|id| self.notice_mut(id).map(|notice| notice.user_id)))
    }

    fn notices_of(&mut self, user: UserId, _: i64) -> StoreResult<Vec<Notice>> {
        Ok(self.tables.notices.notices.iter().filter(|notice| notice.user_id == user).cloned().collect())
    }

    fn last_notice_to(&mut self, phone: &str) -> StoreResult<Option<Notice>> {
        let is_to_phone = |notice: &&Notice| {
            notice.phone.as_deref() == Some(phone)
                && notice.kind != NoticeKind::Code
                && notice.sent_at.is_some()
        };
        Ok(self.tables.notices.notices.iter().rev().find(is_to_phone).cloned())
    }

    fn confirm_notice(&mut self, id: NoticeId, confirmed_at: DateTime<Utc>) -> StoreResult<()> {
        if let Some(notice) = self.notice_mut(id) {
            notice.confirmed_at = Some(confirmed_at);
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

impl TextNumbers for Unit<'_> {
    fn text_numbers_of(&mut self, user: UserId) -> StoreResult<Vec<TextNumber>> {
        let ids: Vec<_> =
            self.tables.text_requests.iter().filter(|r| r.user_id == Some(user)).map(|r| r.id).collect();
        ids.into_iter().filter_map(|id| self.text_number(id).transpose()).collect()
    }

    fn text_number(&mut self, id: TextNotificationId) -> StoreResult<Option<TextNumber>> {
        let notified = &self.tables.notices;
        Ok(self.tables.text_requests.iter().find(|request| request.id == id).map(|request| {
            let state = notified.phones.iter().find(|(phone, _)| *phone == request.phone_number);
            TextNumber {
                id,
                user_id: request.user_id.unwrap(),
                phone: request.phone_number.clone(),
                confirmed_at: (!notified.unconfirmed.contains(&id)).then_some(request.requested_at),
                state: state.map(|(_, state)| (*state, request.requested_at)),
            }
        }))
    }

    fn owner_of_phone(&mut self, phone: &str) -> StoreResult<Option<TextNumber>> {
        let id = self.tables.text_requests.iter().find(|request| request.phone_number == phone).map(|r| r.id);
        id.map_or(Ok(None), |id| self.text_number(id))
    }

    fn plan_code(
        &mut self,
        user: UserId,
        request: TextNotificationId,
        phone: &str,
        planned_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        let notice = Notice {
            id: NoticeId(next_id(&self.tables.notices.notices)),
            user_id: user,
            channel: Channel::Text,
            kind: NoticeKind::Code,
            day: planned_at.date_naive(),
            request_id: Some(request),
            phone: Some(phone.to_owned()),
            due_at: planned_at,
            status: NoticeStatus::Planned,
            batch: None,
            body: None,
            reason: None,
            sent_at: None,
            confirmed_at: None,
        };
        // Only a number that the test marked as unconfirmed gets a job for its code. Other tests count their
        // own jobs, and a further job would change their counts.
        if self.tables.notices.unconfirmed.contains(&request) {
            let payload = [("notice".to_owned(), notice.id.to_string())].into();
            self.enqueue(&NewJob { kind: JobKind::SendText, payload, run_at: planned_at, dedupe_key: None })?;
        }
        self.tables.notices.notices.push(notice);
        Ok(())
    }

    fn count_codes(&mut self, user: UserId, phone: &str, since: DateTime<Utc>) -> StoreResult<(i64, i64)> {
        let codes = || {
            self.tables
                .notices
                .notices
                .iter()
                .filter(|one| one.kind == NoticeKind::Code && one.due_at > since)
        };
        let of_driver = codes().filter(|one| one.user_id == user).count();
        let to_number = codes().filter(|one| one.phone.as_deref() == Some(phone)).count();
        Ok((of_driver.try_into().unwrap(), to_number.try_into().unwrap()))
    }

    fn lock_code(&mut self, id: TextNotificationId) -> StoreResult<Option<SentCode>> {
        Ok(self.tables.notices.codes.iter().find(|(of, _)| *of == id).map(|(_, code)| code.clone()))
    }

    fn store_code(&mut self, id: TextNotificationId, code: &SentCode) -> StoreResult<()> {
        self.tables.notices.codes.retain(|(of, _)| *of != id);
        self.tables.notices.codes.push((id, code.clone()));
        Ok(())
    }

    fn count_wrong_number_code(&mut self, id: TextNotificationId) -> StoreResult<()> {
        self.tables
            .notices
            .codes
            .iter_mut()
            .filter(|(of, _)| *of == id)
            .for_each(|(_, code)| code.tries += 1);
        Ok(())
    }

    fn confirm_number(&mut self, id: TextNotificationId, _: DateTime<Utc>) -> StoreResult<()> {
        self.tables.notices.unconfirmed.retain(|of| *of != id);
        self.tables.notices.codes.retain(|(of, _)| *of != id);
        Ok(())
    }

    fn phone_state(&mut self, phone: &str) -> StoreResult<Option<PhoneState>> {
        Ok(self.tables.notices.phones.iter().find(|(known, _)| known == phone).map(|(_, state)| *state))
    }

    fn set_phone_state(
        &mut self,
        phone: &str,
        state: Option<PhoneState>,
        _: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.tables.notices.phones.retain(|(known, _)| known != phone);
        self.tables.notices.phones.extend(state.map(|state| (phone.to_owned(), state)));
        Ok(())
    }
}

impl Replies for Unit<'_> {
    fn insert_reply(&mut self, new: &NewReply) -> StoreResult<Option<ReplyId>> {
        if self.tables.notices.replies.iter().any(|(id, _)| *id == new.provider_id) {
            return Ok(None);
        }
        let id = ReplyId(next_id(&self.tables.notices.replies));
        let reply = Reply {
            id,
            phone: Some(new.phone.clone()),
            user_id: new.user_id,
            notice_id: new.notice_id,
            body: new.body.clone(),
            meaning: new.meaning,
            received_at: new.received_at,
            is_solved: !new.meaning.is_for_staff(),
            driver_name: None,
        };
        self.tables.notices.replies.push((new.provider_id.clone(), reply));
        Ok(Some(id))
    }

    fn lock_reply(&mut self, id: ReplyId) -> StoreResult<Option<Reply>> {
        Ok(self.tables.notices.replies.iter().map(|(_, reply)| reply).find(|reply| reply.id == id).cloned())
    }

    fn open_replies(&mut self, _: i64) -> StoreResult<Vec<Reply>> {
        Ok(self
            .tables
            .notices
            .replies
            .iter()
            .map(|(_, reply)| reply.clone())
            .filter(|reply| !reply.is_solved)
            .collect())
    }

    fn count_open_replies(&mut self) -> StoreResult<i64> {
        Ok(self.open_replies(0)?.len().try_into().unwrap())
    }

    fn replies_of(&mut self, user: UserId, _: i64) -> StoreResult<Vec<Reply>> {
        let replies = self.tables.notices.replies.iter().map(|(_, reply)| reply.clone());
        Ok(replies.filter(|reply| reply.user_id == Some(user)).collect())
    }

    fn solve_reply(&mut self, id: ReplyId, _: UserId, _: DateTime<Utc>) -> StoreResult<()> {
        self.tables.notices.replies.iter_mut().filter(|(_, reply)| reply.id == id).for_each(|(_, reply)| {
            reply.is_solved = true;
        });
        Ok(())
    }
}
