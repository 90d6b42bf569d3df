//! A message to a driver: what it is about, which way it goes, and what became of it.

use chrono::{DateTime, NaiveDate, Utc};

use crate::shared::ids::{NoticeId, TextNotificationId, UserId};
use crate::shared::words::stored_words;

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// A text to a phone.
    Text,
    /// A mail.
    Mail,
}

stored_words!(Channel { Text => "text", Mail => "mail", });

/// What about. Each is told once a day at the most, to each number and by mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoticeKind {
    /// A code that confirms a number.
    Code,
    /// What is due, or in court, in some days.
    Reminder,
    /// Court is today.
    CourtDay,
    /// Items that are new, or cost more than before.
    News,
}

stored_words!(NoticeKind { Code => "code", Reminder => "reminder", CourtDay => "court_day", News => "news", });

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoticeStatus {
    /// Waits for its time.
    Planned,
    /// Handed to who sends it, and not known to be taken.
    Sending,
    /// Taken by who sends it.
    Sent,
    /// Arrived at the phone.
    Delivered,
    /// Not taken, or it did not arrive.
    Failed,
    /// Nothing was left to say, or it was too late.
    Skipped,
}

stored_words!(NoticeStatus {
    Planned => "planned",
    Sending => "sending",
    Sent => "sent",
    Delivered => "delivered",
    Failed => "failed",
    Skipped => "skipped",
});

impl NoticeStatus {
    /// Whether the provider's word changes this one: news of a way that has ended come late, and are not believed.
    pub const fn may_become(self, to: Self) -> bool {
        matches!(
            (self, to),
            (Self::Sending, Self::Sent | Self::Delivered | Self::Failed)
                | (Self::Sent, Self::Delivered | Self::Failed)
        )
    }
}

/// A message to a driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Identifier.
    pub id: NoticeId,
    /// To whom.
    pub user_id: UserId,
    /// Which way.
    pub channel: Channel,
    /// What about.
    pub kind: NoticeKind,
    /// Of which day, by the clock of the driver's state.
    pub day: NaiveDate,
    /// To which of the driver's numbers.
    pub request_id: Option<TextNotificationId>,
    /// Ten digits.
    pub phone: Option<String>,
    /// Not before.
    pub due_at: DateTime<Utc>,
    /// What became of it.
    pub status: NoticeStatus,
    /// What it says.
    pub body: Option<String>,
    /// Why it was not sent or did not arrive.
    pub reason: Option<String>,
    /// When it was taken.
    pub sent_at: Option<DateTime<Utc>>,
    /// When the driver answered 1.
    pub confirmed_at: Option<DateTime<Utc>>,
}

/// Whether a number may be sent something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PhoneState {
    /// Its owner said stop.
    Stopped,
    /// Its owner may have said stop: staff look at it.
    Paused,
}

stored_words!(PhoneState { Stopped => "stopped", Paused => "paused", });

/// What a driver wants to be told of, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// Dates, by text.
    pub text_reminders: bool,
    /// New and dearer items, by text.
    pub text_news: bool,
    /// Dates, by mail.
    pub mail_reminders: bool,
    /// New and dearer items, by mail.
    pub mail_news: bool,
}

impl Default for Choices {
    /// A number that was confirmed, and an address that was, get all there is until their owner says otherwise.
    fn default() -> Self {
        Self { text_reminders: true, text_news: true, mail_reminders: true, mail_news: true }
    }
}

impl Choices {
    /// Whether this is wanted.
    pub const fn wants(&self, channel: Channel, kind: NoticeKind) -> bool {
        match (channel, kind) {
            (_, NoticeKind::Code) => true,
            (Channel::Text, NoticeKind::News) => self.text_news,
            (Channel::Text, _) => self.text_reminders,
            (Channel::Mail, NoticeKind::News) => self.mail_news,
            (Channel::Mail, _) => self.mail_reminders,
        }
    }
}

/// How long the code that confirms a number is good, in minutes.
pub const CODE_MINUTES: i64 = 10;
/// Wrong codes until a new one is needed.
pub const MOST_CODE_TRIES: i32 = 5;
/// Codes that one driver gets, and that one number is sent, in a day: a stranger's phone is no toy.
pub const MOST_CODES: i64 = 5;
/// Texts handed to the provider in a second: what its account takes.
pub const TEXTS_A_SECOND: i64 = 10;

/// Six digits out of random bytes.
pub fn code_of(bytes: [u8; 10]) -> String {
    let number = bytes.iter().fold(0_u128, |number, byte| number << 8 | u128::from(*byte)) % 1_000_000;
    format!("{number:06}")
}
