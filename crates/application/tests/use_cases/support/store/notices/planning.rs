//! Plans messages in the in-memory database.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use domain::accounts::user::User;
use domain::driving_record::contesting::letter::ANSWER_DAYS;
use domain::driving_record::standing::HasStanding;
use domain::driving_record::ticket::Item;
use domain::notices::change::ItemChange;
use domain::notices::notice::{Channel, Notice, NoticeKind, NoticeStatus, TEXTS_A_SECOND};
use domain::shared::ids::{NoticeId, TextNotificationId, UserId};
use domain::shared::job::JobKind;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::notices::messages::Messages;
use ports::notices::numbers::TextNumbers;
use ports::notices::planning::{AvailableChannels, ChangeFilter, DayPlan, NewsFilter, NewsItem, NoticePlans};
use ports::shared::jobs::{Jobs, NewJob};
use ports::shared::store_error::StoreResult;

use super::noting::due_date;
use super::{MemoryChange, MemoryNews};
use crate::support::store::unit::Unit;

/// A phone number or an email address that gets a driver's message.
struct Recipient {
    user: UserId,
    /// The id of the driver's request for text notifications, and the phone number that gets them; `None` if the
    /// message is an email.
    number: Option<(TextNotificationId, String)>,
}

/// The fields that all planned messages share.
struct Plan {
    kind: NoticeKind,
    day: NaiveDate,
    at: DateTime<Utc>,
    batch: Option<i64>,
}

/// Returns whether `state` is one of `states`. If the driver has no state, returns `has_stateless`.
fn is_in(state: Option<UsState>, states: &[&'static str], has_stateless: bool) -> bool {
    state.map_or(has_stateless, |state| states.contains(&state.name()))
}

impl NoticePlans for Unit<'_> {
    fn is_day_planned(&mut self, zone: &str, kind: NoticeKind, day: NaiveDate) -> StoreResult<bool> {
        Ok(self.tables.notices.planned_days.contains(&(zone.to_owned(), kind.as_str(), day)))
    }

    fn store_planned_day(
        &mut self,
        zone: &str,
        kind: NoticeKind,
        day: NaiveDate,
        _: DateTime<Utc>,
    ) -> StoreResult<()> {
        let planned = &mut self.tables.notices.planned_days;
        planned.insert((zone.to_owned(), kind.as_str(), day));
        planned.retain(|(_, _, other)| *other >= day - Days::new(7));
        Ok(())
    }

    fn plan_messages_for_day(
        &mut self,
        plan: &DayPlan,
        after: UserId,
        limit: i64,
    ) -> StoreResult<Option<UserId>> {
        let mut dated = self.drivers_in_court(&plan.dates);
        if plan.kind != NoticeKind::CourtDay {
            dated.extend(self.drivers_with_due_items(&plan.dates));
            dated.extend(self.drivers_with_letters(plan));
        }
        let has_added = |user| dated.iter().any(|(id, is_added)| *id == user && *is_added);
        let is_reminded = |user: &&User| {
            user.id > after
                && dated.iter().any(|(id, _)| *id == user.id)
                && (user.has_items_ready() || has_added(user.id))
                && is_in(user.state, &plan.states, plan.stateless)
        };
        let mut page: Vec<UserId> =
            self.tables.open_users().filter(is_reminded).map(|user| user.id).collect();
        page.sort_unstable();
        page.truncate(usize::try_from(limit).unwrap());
        let messages = Plan { kind: plan.kind, day: plan.day, at: plan.at, batch: None };
        self.plan_messages(&messages, plan.channels, &page)?;
        Ok(page.last().copied())
    }

    fn drivers_with_news(
        &mut self,
        wanted: &NewsFilter,
        after: UserId,
        limit: i64,
    ) -> StoreResult<Vec<UserId>> {
        let tables = &self.tables.notices;
        let has_news = |user: UserId| {
            let mut news = tables.news.iter().filter(|news| news.user == user && news.message_day.is_none());
            news.any(|news| news.noted_at <= wanted.stored_before)
        };
        let has_message = |user| {
            let mut own = tables.notices.iter().filter(|notice| notice.user_id == user);
            own.any(|notice| notice.kind == NoticeKind::News && notice.day == wanted.day)
        };
        let is_wanted = |user: &&User| {
            user.id > after
                && user.has_items_ready()
                && is_in(user.state, &wanted.states, wanted.stateless)
                && has_news(user.id)
                && !has_message(user.id)
        };
        let mut users: Vec<UserId> = self.tables.open_users().filter(is_wanted).map(|user| user.id).collect();
        users.sort_unstable();
        users.truncate(usize::try_from(limit).unwrap());
        Ok(users)
    }

    fn plan_news(
        &mut self,
        user: UserId,
        day: NaiveDate,
        sending_window: (DateTime<Utc>, DateTime<Utc>),
        channels: AvailableChannels,
    ) -> StoreResult<bool> {
        let mut own = self.tables.notices.notices.iter().filter(|notice| notice.user_id == user);
        let is_planned = own.any(|notice| notice.kind == NoticeKind::News && notice.day == day);
        if is_planned || self.is_too_late(NoticeKind::News, user, sending_window, channels)? {
            return Ok(false);
        }
        let news = self.tables.notices.news.iter_mut().filter(|news| news.user == user);
        news.filter(|news| news.message_day.is_none()).for_each(|news| news.message_day = Some(day));
        self.plan_messages(
            &Plan { kind: NoticeKind::News, day, at: sending_window.0, batch: None },
            channels,
            &[user],
        )?;
        Ok(true)
    }

    fn postpone_news(&mut self, user: UserId, day: NaiveDate) -> StoreResult<()> {
        let is_of_day = |one: &Notice| one.user_id == user && one.kind == NoticeKind::News && one.day == day;
        if self.tables.notices.notices.iter().any(|one| is_of_day(one) && was_passed_on(one)) {
            return Ok(());
        }
        let news = &mut self.tables.notices.news;
        let is_late = |one: &MemoryNews| one.user == user && one.message_day == Some(day);
        let items: Vec<Payable> = news.iter().filter(|one| is_late(one)).map(|one| one.news.item).collect();
        news.retain(|one| one.message_day.is_some() || !items.contains(&one.news.item));
        news.iter_mut().filter(|one| is_late(one)).for_each(|one| one.message_day = None);
        Ok(())
    }

    fn news_of(&mut self, user: UserId, day: NaiveDate) -> StoreResult<Vec<NewsItem>> {
        let news = self.tables.notices.news.iter();
        let of_day = news.filter(|one| one.user == user && one.message_day == Some(day));
        Ok(of_day.map(|one| one.news.clone()).collect())
    }

    fn drivers_with_changes(
        &mut self,
        wanted: &ChangeFilter,
        after: UserId,
        limit: i64,
    ) -> StoreResult<Vec<UserId>> {
        let is_unsent = |user: UserId, one: &MemoryChange| {
            one.user == user
                && one.channel == wanted.channel
                && one.batch.is_none()
                && one.noted_at <= wanted.stored_before
        };
        let changes = &self.tables.notices.changes;
        let is_wanted = |user: &&User| {
            user.id > after
                && is_in(user.state, &wanted.states, wanted.stateless)
                && changes.iter().any(|one| is_unsent(user.id, one))
        };
        let mut users: Vec<UserId> = self.tables.open_users().filter(is_wanted).map(|user| user.id).collect();
        users.sort_unstable();
        users.truncate(usize::try_from(limit).unwrap());
        Ok(users)
    }

    fn plan_changes(
        &mut self,
        user: UserId,
        channel: Channel,
        day: NaiveDate,
        sending_window: (DateTime<Utc>, DateTime<Utc>),
    ) -> StoreResult<bool> {
        let channels = AvailableChannels { text: channel == Channel::Text, mail: channel == Channel::Mail };
        if self.is_too_late(NoticeKind::Change, user, sending_window, channels)? {
            return Ok(false);
        }
        let is_unsent =
            |one: &&mut MemoryChange| one.user == user && one.channel == channel && one.batch.is_none();
        let changes = &mut self.tables.notices.changes;
        let batch = changes.iter_mut().filter(is_unsent).map(|one| one.id).max();
        if batch.is_none() {
            return Ok(false);
        }
        changes.iter_mut().filter(is_unsent).for_each(|one| one.batch = batch);
        self.plan_messages(
            &Plan { kind: NoticeKind::Change, day, at: sending_window.0, batch },
            channels,
            &[user],
        )?;
        Ok(true)
    }

    fn mark_changes_unsent(&mut self, user: UserId, batch: i64) -> StoreResult<()> {
        let is_text_of =
            |one: &Notice| one.user_id == user && one.batch == Some(batch) && one.channel == Channel::Text;
        if self.tables.notices.notices.iter().any(|one| is_text_of(one) && was_passed_on(one)) {
            return Ok(());
        }
        let changes = &mut self.tables.notices.changes;
        let is_text = |one: &MemoryChange| one.user == user && one.channel == Channel::Text;
        let unsent = changes.iter().filter(|one| is_text(one) && one.batch.is_none());
        let newer: Vec<ItemChange> = unsent.map(|one| one.change.clone()).collect();
        let mut merged = vec![];
        for older in changes.iter_mut().filter(|one| is_text(one) && one.batch == Some(batch)) {
            if let Some(newer) = newer.iter().find(|newer| newer.item == older.change.item) {
                older.change.after = newer.after.clone();
                older.change.is_removed = newer.is_removed;
                merged.push(newer.item);
            }
        }
        changes.retain(|one| !(is_text(one) && one.batch.is_none() && merged.contains(&one.change.item)));
        let late = changes.iter_mut().filter(|one| is_text(one) && one.batch == Some(batch));
        late.for_each(|one| one.batch = None);
        Ok(())
    }

    fn changes_of(&mut self, user: UserId, channel: Channel, batch: i64) -> StoreResult<Vec<ItemChange>> {
        let mut changes: Vec<&MemoryChange> = self.tables.notices.changes.iter().collect();
        changes.retain(|one| one.user == user && one.channel == channel && one.batch == Some(batch));
        changes.sort_by_key(|one| one.id);
        Ok(changes.into_iter().map(|one| one.change.clone()).collect())
    }

    fn delete_unsent_changes(&mut self, before: DateTime<Utc>) -> StoreResult<usize> {
        let changes = &mut self.tables.notices.changes;
        let known = changes.len();
        changes.retain(|one| one.batch.is_some() || one.noted_at > before);
        Ok(known - changes.len())
    }

    fn delete_old_changes(&mut self, before: DateTime<Utc>) -> StoreResult<usize> {
        let changes = &mut self.tables.notices.changes;
        let known = changes.len();
        changes.retain(|one| one.noted_at >= before);
        Ok(known - changes.len())
    }

    fn delete_old_news(&mut self, before: NaiveDate) -> StoreResult<usize> {
        let news = &mut self.tables.notices.news;
        let known = news.len();
        news.retain(|one| one.message_day.is_none_or(|day| day >= before));
        Ok(known - news.len())
    }
}

/// Returns whether Lanewise passed a message to the provider, and the provider hasn't refused it.
fn was_passed_on(notice: &Notice) -> bool {
    matches!(notice.status, NoticeStatus::Sending | NoticeStatus::Sent | NoticeStatus::Delivered)
}

impl Unit<'_> {
    /// Returns the drivers who must appear in court on one of these days, and whether they added the ticket.
    fn drivers_in_court(&self, days: &[NaiveDate]) -> Vec<(UserId, bool)> {
        let in_court = self.tables.tickets.iter().filter(|ticket| {
            let is_on_day = ticket.filed.court_date.is_some_and(|day| days.contains(&day));
            is_on_day
                && ticket.filed.is_court_required
                && !self.is_waived(ticket.id)
                && !self.facts_of(ticket.payable()).is_dismissed
        });
        in_court.map(|ticket| (ticket.user_id, self.is_added_by_driver(ticket.id))).collect()
    }

    /// Returns the drivers with an unpaid item that is due on one of these days, and whether the
    /// driver added the item.
    fn drivers_with_due_items(&self, days: &[NaiveDate]) -> Vec<(UserId, bool)> {
        let is_due = |item: &Item| !item.is_paid() && due_date(item).is_some_and(|day| days.contains(&day));
        let due = self.all_items().into_iter().filter(is_due);
        due.map(|item| (item.user_id(), self.facts_of(item.payable()).driver_entry.is_some())).collect()
    }

    /// Returns the drivers to remind of a letter, and whether the driver added the letter's item. These are the
    /// drivers who must send a letter by one of the plan's dates, and those to ask whether the issuer answered.
    fn drivers_with_letters(&self, plan: &DayPlan) -> Vec<(UserId, bool)> {
        let answered = plan.day - Days::new(ANSWER_DAYS);
        let letters = self.tables.letters.iter().filter(|letter| match &letter.sent {
            None => letter.deadline.counted.is_some_and(|day| plan.dates.contains(&day)),
            Some(sent) => sent.sent_on == answered,
        });
        letters.map(|one| (one.user_id, self.facts_of(one.item.payable()).driver_entry.is_some())).collect()
    }

    /// Returns the numbers and the mailboxes that get a driver's messages of this kind.
    fn recipients(
        &mut self,
        kind: NoticeKind,
        channels: AvailableChannels,
        user: UserId,
    ) -> StoreResult<Vec<Recipient>> {
        let choices = self.reminder_choices(user)?;
        let mut found = vec![];
        if channels.text && choices.wants(Channel::Text, kind) {
            let mut numbers = self.text_numbers_of(user)?;
            numbers.retain(|number| number.confirmed_at.is_some() && number.state.is_none());
            numbers.sort_by(|one, other| one.phone.cmp(&other.phone));
            found.extend(
                numbers.into_iter().map(|number| Recipient { user, number: Some((number.id, number.phone)) }),
            );
        }
        let mut users = self.tables.users.iter();
        let has_email = users.any(|one| one.id == user && one.verified.email.is_some());
        if channels.mail && has_email && choices.wants(Channel::Mail, kind) {
            found.push(Recipient { user, number: None });
        }
        Ok(found)
    }

    /// Returns the earliest time for a text: `at`, or the time of the last planned text if that is later.
    fn text_start(&self, at: DateTime<Utc>) -> DateTime<Utc> {
        let planned = self.tables.notices.notices.iter();
        let texts = planned.filter(|one| one.status == NoticeStatus::Planned && one.channel == Channel::Text);
        texts.map(|one| one.due_at).max().map_or(at, |last| last.max(at))
    }

    /// Returns whether the driver gets a text that can't be sent before `until`.
    fn is_too_late(
        &mut self,
        kind: NoticeKind,
        user: UserId,
        (at, until): (DateTime<Utc>, DateTime<Utc>),
        channels: AvailableChannels,
    ) -> StoreResult<bool> {
        let has_text = self.recipients(kind, channels, user)?.iter().any(|one| one.number.is_some());
        Ok(has_text && self.text_start(at) + TimeDelta::seconds(1) >= until)
    }

    /// Plans the texts and emails to the drivers `users`.
    fn plan_messages(
        &mut self,
        plan: &Plan,
        channels: AvailableChannels,
        users: &[UserId],
    ) -> StoreResult<()> {
        let start = self.text_start(plan.at);
        let mut texts = 0;
        for user in users {
            for Recipient { user, number } in self.recipients(plan.kind, channels, *user)? {
                let (channel, due_at) = if number.is_some() {
                    texts += 1;
                    (Channel::Text, start + TimeDelta::milliseconds(texts * 1000 / TEXTS_A_SECOND))
                } else {
                    (Channel::Mail, plan.at)
                };
                self.plan_message(Notice {
                    id: NoticeId(0),
                    user_id: user,
                    channel,
                    kind: plan.kind,
                    day: plan.day,
                    request_id: number.as_ref().map(|(id, _)| *id),
                    phone: number.map(|(_, phone)| phone),
                    due_at,
                    status: NoticeStatus::Planned,
                    batch: plan.batch,
                    body: None,
                    reason: None,
                    sent_at: None,
                    confirmed_at: None,
                })?;
            }
        }
        Ok(())
    }

    /// Stores a message with a new id, and the job that sends it. A message that exists stays unchanged.
    pub(super) fn plan_message(&mut self, new: Notice) -> StoreResult<()> {
        fn key(one: &Notice) -> impl PartialEq {
            (one.user_id, one.day, one.kind, one.channel, one.phone.clone(), one.batch)
        }
        let mut known = self.tables.notices.notices.iter();
        if new.kind != NoticeKind::Code && known.any(|one| key(one) == key(&new)) {
            return Ok(());
        }
        let id = NoticeId(self.tables.next_id("notices", self.tables.notices.notices.len()));
        let (kind, payload) = match new.channel {
            Channel::Text => (JobKind::SendText, vec![("notice", id.to_string())]),
            Channel::Mail => {
                (JobKind::SendMail, vec![("letter", "notice".to_owned()), ("of", id.to_string())])
            }
        };
        let payload = payload.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        self.enqueue(&NewJob { kind, payload, run_at: new.due_at, dedupe_key: None })?;
        self.tables.notices.notices.push(Notice { id, ..new });
        Ok(())
    }
}
