//! Planning of messages to drivers, day by day (docs/product/notices.md#reminders).

use chrono::{DateTime, NaiveDate, Utc};
use domain::notices::change::ItemChange;
use domain::notices::notice::{Channel, NoticeKind};
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;

use crate::shared::store_error::StoreResult;

/// Channels that are available now. Nothing is planned for an unavailable channel, so that no outdated
/// message is sent later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AvailableChannels {
    /// Whether texts can be sent.
    pub text: bool,
    /// Whether emails can be sent.
    pub mail: bool,
}

/// A day whose messages to drivers of some states should be planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayPlan {
    /// Kind of the messages.
    pub kind: NoticeKind,
    /// The day, in the time zone of these states.
    pub day: NaiveDate,
    /// Full names of the states.
    pub states: Vec<&'static str>,
    /// Whether to include drivers without a state.
    pub stateless: bool,
    /// Dates that the messages announce.
    pub dates: Vec<NaiveDate>,
    /// Earliest time to send them.
    pub at: DateTime<Utc>,
    /// Channels that are available now.
    pub ways: AvailableChannels,
}

/// Drivers who can get news now: those of some states, where it is daytime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsFilter {
    /// The day, in the time zone of these states.
    pub day: NaiveDate,
    /// Full names of the states.
    pub states: Vec<&'static str>,
    /// Whether to include drivers without a state.
    pub stateless: bool,
    /// Only news noted before this time.
    pub noted_before: DateTime<Utc>,
}

/// An item in a message with news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsItem {
    /// The item that is new or costs more.
    pub item: Payable,
    /// Previous amount as written; `None` for a new item.
    pub amount_before: Option<String>,
}

/// Drivers whose changes can be sent now on one channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeFilter {
    /// The channel to send on: text or email.
    pub channel: Channel,
    /// Full names of states.
    pub states: Vec<&'static str>,
    /// Whether to include drivers without a state.
    pub stateless: bool,
    /// Only drivers whose oldest change was noted before this time, so that changes made
    /// together are sent together.
    pub noted_before: DateTime<Utc>,
    /// Changes noted before this are too old to send.
    pub noted_after: DateTime<Utc>,
}

/// Planned days, and news that hasn't been sent.
pub trait NoticePlans {
    /// Whether messages of this kind are planned for this day and time zone.
    fn is_day_planned(&mut self, zone: &str, kind: NoticeKind, day: NaiveDate) -> StoreResult<bool>;
    /// Records that messages of this kind are planned for this day and time zone.
    fn note_planned_day(
        &mut self,
        zone: &str,
        kind: NoticeKind,
        day: NaiveDate,
        at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Stores messages and their jobs for up to `most` drivers after this one; existing messages stay. Returns the last
    /// driver, or `None` if there are no more.
    fn plan_day(&mut self, plan: &DayPlan, after: UserId, most: i64) -> StoreResult<Option<UserId>>;
    /// Returns drivers after this one who have unsent news and visible items, and got no news on this day yet.
    fn drivers_with_news(
        &mut self,
        wanted: &NewsFilter,
        after: UserId,
        most: i64,
    ) -> StoreResult<Vec<UserId>>;
    /// Stores a message with a driver's news of this day, and its jobs. `span` is the time in which it
    /// may be sent. Returns `false` if the day already had news, or if the texts already planned leave
    /// no time for it.
    fn plan_news(
        &mut self,
        user: UserId,
        day: NaiveDate,
        span: (DateTime<Utc>, DateTime<Utc>),
        ways: AvailableChannels,
    ) -> StoreResult<bool>;
    /// Postpones a driver's news of this day to another day, unless the message with it was sent.
    fn postpone_news(&mut self, user: UserId, day: NaiveDate) -> StoreResult<()>;
    /// Returns the next drivers after this one who have changes to send.
    fn drivers_with_changes(
        &mut self,
        wanted: &ChangeFilter,
        after: UserId,
        most: i64,
    ) -> StoreResult<Vec<UserId>>;
    /// Plans one message on this channel with all of a driver's waiting changes, and its jobs. Returns
    /// `false`, and plans nothing, if the texts already planned leave no time for it in the span.
    fn plan_changes(
        &mut self,
        user: UserId,
        channel: Channel,
        day: NaiveDate,
        span: (DateTime<Utc>, DateTime<Utc>),
    ) -> StoreResult<bool>;
    /// Moves the changes of a text that came too late back to the waiting ones, which are planned in the morning.
    /// Does nothing if one of the driver's numbers already got the text.
    fn postpone_changes(&mut self, user: UserId, batch: i64) -> StoreResult<()>;
    /// Returns the changes in a notice. The caller adds whether the driver must appear.
    fn changes_of(&mut self, user: UserId, channel: Channel, batch: i64) -> StoreResult<Vec<ItemChange>>;
    /// Deletes changes noted before this moment.
    fn forget_changes(&mut self, before: DateTime<Utc>) -> StoreResult<usize>;
    /// Returns the news in the message of this day.
    fn news_of(&mut self, user: UserId, day: NaiveDate) -> StoreResult<Vec<NewsItem>>;
    /// Deletes news that was sent before this day.
    fn forget_news(&mut self, before: NaiveDate) -> StoreResult<usize>;
}
