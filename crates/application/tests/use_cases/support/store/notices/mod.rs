//! In-memory stores of notices, phone numbers, replies and calendars.

pub mod calendars;
mod messages;
mod noting;
mod numbers;
mod planning;
mod replies;
mod unconfirmed;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use domain::notices::change::ItemChange;
use domain::notices::notice::{Channel, Notice, PhoneState, ReminderChoices};
use domain::shared::ids::{NoticeId, TextNotificationId, TicketId, UserId};
use ports::notices::numbers::SentCode;
use ports::notices::planning::NewsItem;
use ports::notices::replies::Reply;
use ports::shared::secrets::TokenHash;

/// A change that a driver is notified about on one channel.
#[derive(Clone)]
pub struct MemoryChange {
    pub id: i64,
    pub user: UserId,
    pub channel: Channel,
    pub change: ItemChange,
    pub noted_at: DateTime<Utc>,
    /// Identifies the message that contains the change; `None` until the message is planned.
    pub batch: Option<i64>,
}

/// News about an item.
#[derive(Clone)]
pub struct MemoryNews {
    pub user: UserId,
    pub news: NewsItem,
    pub noted_at: DateTime<Utc>,
    /// The day of the message that contains the news; `None` until the message is planned.
    pub message_day: Option<NaiveDate>,
}

#[derive(Clone, Default)]
pub struct NoticeTables {
    pub notices: Vec<Notice>,
    pub unsubscribe: Vec<(NoticeId, TokenHash)>,
    /// The confirmed numbers, with the time at which each was confirmed.
    pub confirmed: BTreeMap<TextNotificationId, DateTime<Utc>>,
    pub codes: Vec<(TextNotificationId, SentCode)>,
    pub phones: BTreeMap<String, (PhoneState, DateTime<Utc>)>,
    pub choices: Vec<(UserId, ReminderChoices)>,
    pub replies: Vec<(String, Reply)>,
    /// The tickets whose appearance staff waived, with the time at which they did.
    pub waived: BTreeMap<TicketId, DateTime<Utc>>,
    /// The calendars. Each calendar has its driver, the hash of its secret, and the time since which it exists.
    pub feeds: Vec<(UserId, TokenHash, DateTime<Utc>)>,
    /// The days whose messages are planned, by time zone and kind.
    pub planned_days: BTreeSet<(String, &'static str, NaiveDate)>,
    pub news: Vec<MemoryNews>,
    pub changes: Vec<MemoryChange>,
    /// Counted messages to unconfirmed recipients. Undoing the count of a message sets its entry to `None`.
    pub to_unconfirmed: Vec<Option<(Channel, TokenHash, DateTime<Utc>)>>,
}
