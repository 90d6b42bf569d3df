//! Planning of messages to drivers, day by day (docs/product/notices.md#reminders).

use chrono::{DateTime, NaiveDate, Utc};
use domain::notices::change::ItemChange;
use domain::notices::notice::{Channel, NoticeKind};
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;

use crate::shared::store_error::StoreResult;

/// Channels that are available now. No messages are planned for an unavailable channel, because they would be outdated
/// once the channel is available again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AvailableChannels {
    /// Whether texts can be sent.
    pub text: bool,
    /// Whether emails can be sent.
    pub mail: bool,
}

/// The messages of one kind that are planned for one day, for the drivers of some states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayPlan {
    /// Kind of the messages.
    pub kind: NoticeKind,
    /// The day of the messages, in the time zone of these states.
    pub day: NaiveDate,
    /// Full names of the states.
    pub states: Vec<&'static str>,
    /// Whether to include drivers whose state is unknown.
    pub stateless: bool,
    /// Due dates, court dates and last days to contest that the messages remind of.
    pub dates: Vec<NaiveDate>,
    /// Earliest time to send the messages.
    pub at: DateTime<Utc>,
    /// Channels that are available now.
    pub channels: AvailableChannels,
}

/// Selects the drivers who can be notified of news now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsFilter {
    /// The day, in the time zone of these states.
    pub day: NaiveDate,
    /// Full names of the states.
    pub states: Vec<&'static str>,
    /// Whether to include drivers whose state is unknown.
    pub stateless: bool,
    /// Only news that was stored at or before this time.
    pub stored_before: DateTime<Utc>,
}

/// An item in a message with news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsItem {
    /// The item that is new or costs more.
    pub item: Payable,
    /// Previous amount as written; `None` for a new item.
    pub amount_before: Option<String>,
}

/// Selects the drivers who can be notified of changed dates now, on one channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeFilter {
    /// The channel to send on: text or email.
    pub channel: Channel,
    /// Full names of the states.
    pub states: Vec<&'static str>,
    /// Whether to include drivers whose state is unknown.
    pub stateless: bool,
    /// Only drivers with an unsent change that was stored at or before this time. The delay lets staff finish several
    /// changes, which are sent together.
    pub stored_before: DateTime<Utc>,
}

/// Which days are planned, and which news and changes haven't been sent.
pub trait NoticePlans {
    /// Whether messages of this kind are planned for this day and time zone.
    fn is_day_planned(&mut self, zone: &str, kind: NoticeKind, day: NaiveDate) -> StoreResult<bool>;
    /// Stores that messages of this kind are planned for this day and time zone. Deletes such records of days
    /// more than a week earlier.
    fn store_planned_day(
        &mut self,
        zone: &str,
        kind: NoticeKind,
        day: NaiveDate,
        planned_at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Stores messages and their jobs for up to `limit` drivers with ids above `after`. Existing messages stay
    /// unchanged. Returns the last driver; `None` if no drivers are left.
    fn plan_messages_for_day(
        &mut self,
        plan: &DayPlan,
        after: UserId,
        limit: i64,
    ) -> StoreResult<Option<UserId>>;
    /// Returns up to `limit` drivers with ids above `after` whose records staff have prepared, and who have
    /// unsent news and no message with news on this day.
    fn drivers_with_news(
        &mut self,
        filter: &NewsFilter,
        after: UserId,
        limit: i64,
    ) -> StoreResult<Vec<UserId>>;
    /// Plans messages with a driver's unsent news for this day, and their jobs: an email, and a text to each
    /// confirmed number. Leaves out channels that the driver turned off for news. The messages may be sent from
    /// the first to the second time of `sending_window`. Returns `false` if news was already planned for the day, or if
    /// earlier texts take all the time in `sending_window`.
    fn plan_news(
        &mut self,
        user: UserId,
        day: NaiveDate,
        sending_window: (DateTime<Utc>, DateTime<Utc>),
        channels: AvailableChannels,
    ) -> StoreResult<bool>;
    /// Makes a driver's news of this day unsent again, so that a later day's message includes it. Does nothing
    /// if a message of this day is being sent or was sent.
    fn postpone_news(&mut self, user: UserId, day: NaiveDate) -> StoreResult<()>;
    /// Returns up to `limit` drivers with ids above `after` who have unsent changes that may be sent now. Includes
    /// drivers whose records staff haven't prepared; for them, only changes of items that they added are stored.
    fn drivers_with_changes(
        &mut self,
        filter: &ChangeFilter,
        after: UserId,
        limit: i64,
    ) -> StoreResult<Vec<UserId>>;
    /// Plans one email, or one text to each confirmed number, with all of a driver's unsent changes
    /// on this channel. Also adds the jobs that send them, from the first to the second time of
    /// `sending_window`. `day` is the current day in the westernmost time zone of the driver's
    /// state. Returns `false` and plans nothing if there are no unsent changes, or if earlier texts
    /// take all the time in `sending_window`.
    fn plan_changes(
        &mut self,
        user: UserId,
        channel: Channel,
        day: NaiveDate,
        sending_window: (DateTime<Utc>, DateTime<Utc>),
    ) -> StoreResult<bool>;
    /// Makes the changes of a late text unsent again, so that a later text includes them. `batch` identifies the
    /// text's changes. Does nothing if one of the driver's numbers already got the text.
    fn mark_changes_unsent(&mut self, user: UserId, batch: i64) -> StoreResult<()>;
    /// Returns the changes that a notice contains. `batch` identifies the notice's changes. This
    /// method doesn't set `must_appear` and `citation` of the changes; the caller must set them.
    fn changes_of(&mut self, user: UserId, channel: Channel, batch: i64) -> StoreResult<Vec<ItemChange>>;
    /// Deletes unsent changes that were stored at or before this time, because they are too old to send. Later
    /// changes of these items are then stored as new changes. Returns how many were deleted.
    fn delete_unsent_changes(&mut self, before: DateTime<Utc>) -> StoreResult<usize>;
    /// Deletes changes that were stored before this time. Returns how many were deleted.
    fn delete_old_changes(&mut self, before: DateTime<Utc>) -> StoreResult<usize>;
    /// Returns the news that the message of this day contains.
    fn news_of(&mut self, user: UserId, day: NaiveDate) -> StoreResult<Vec<NewsItem>>;
    /// Deletes news whose message was planned for a day before this one. Returns how many were deleted.
    fn delete_old_news(&mut self, before: NaiveDate) -> StoreResult<usize>;
}
