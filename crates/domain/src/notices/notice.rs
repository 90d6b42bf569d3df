//! Notices, which are messages to drivers: kinds, channels and statuses.

use chrono::{DateTime, NaiveDate, Utc};

use crate::shared::ids::{NoticeId, TextNotificationId, UserId};
use crate::shared::stored_words::stored_words;

/// The channel on which Lanewise sends a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// A text to the driver's phone.
    Text,
    /// An email to the account's email address.
    Mail,
}

stored_words!(Channel { Text => "text", Mail => "mail", });

/// The kind of a message. A driver gets at most one message a day of each kind by email, and one at each
/// phone number. Codes and notices about changes have no such limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoticeKind {
    /// A code that confirms a phone number.
    Code,
    /// A reminder of dates in the next days, such as due dates, court dates and the last day to contest.
    Reminder,
    /// A reminder that court is today.
    CourtDay,
    /// News about items that are new or cost more.
    News,
    /// A notice about changed dates, court appearances that became or are no longer required, or removed items.
    Change,
}

stored_words!(NoticeKind { Code => "code", Reminder => "reminder", CourtDay => "court_day", News => "news",
    Change => "change", });

/// A choice that turns messages on or off, by channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MessageChoice {
    /// Reminders, including those on the day of court, and notices about changes.
    Reminders,
    /// News about items that are new or cost more.
    News,
}

impl NoticeKind {
    /// The choice that turns messages of this kind on or off. `None` for codes, which the driver asked for.
    pub const fn choice(self) -> Option<MessageChoice> {
        match self {
            Self::Code => None,
            Self::Reminder | Self::CourtDay | Self::Change => Some(MessageChoice::Reminders),
            Self::News => Some(MessageChoice::News),
        }
    }
}

/// How far the sending of a message has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoticeStatus {
    /// The message waits for its sending time.
    Planned,
    /// Lanewise passed the message to the provider and hasn't stored the provider's response yet.
    Sending,
    /// The provider accepted the message.
    Sent,
    /// The message arrived on the phone.
    Delivered,
    /// The provider refused the message, or it didn't arrive.
    Failed,
    /// Lanewise didn't send the message, because its content no longer applied or its time had passed.
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
    /// Whether a report by the provider may change this status to `next`. Lanewise ignores late reports about
    /// a message that was delivered or failed.
    pub const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Sending, Self::Sent | Self::Delivered | Self::Failed)
                | (Self::Sent, Self::Delivered | Self::Failed)
        )
    }
}

/// A message to a driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Id of the message.
    pub id: NoticeId,
    /// The driver who receives the message.
    pub user_id: UserId,
    /// The channel that the message is sent on.
    pub channel: Channel,
    /// What the message is for, such as a reminder or a code.
    pub kind: NoticeKind,
    /// Day on which Lanewise should send the message, in the time zone of the driver's state.
    pub day: NaiveDate,
    /// The text request whose number receives the text; `None` for an email.
    pub request_id: Option<TextNotificationId>,
    /// Phone number that receives the text, ten digits; `None` for an email.
    pub phone: Option<String>,
    /// Earliest time to send the message.
    pub due_at: DateTime<Utc>,
    /// Progress of sending the message.
    pub status: NoticeStatus,
    /// Id of the group of changes that a notice about changes reports; `None` for other kinds.
    pub batch: Option<i64>,
    /// Text of the message; `None` until it is composed, just before sending. Always `None` for a
    /// code, whose text isn't stored.
    pub body: Option<String>,
    /// Why the message wasn't sent or didn't arrive, if known.
    pub reason: Option<String>,
    /// When the provider accepted the message; `None` before that.
    pub sent_at: Option<DateTime<Utc>>,
    /// When the driver confirmed the court date with a reply such as "1"; `None` if the driver didn't.
    pub confirmed_at: Option<DateTime<Utc>>,
}

/// Why a phone number receives no texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PhoneState {
    /// The number's owner replied STOP.
    Stopped,
    /// The number's owner may have meant STOP. Staff must read the reply.
    Paused,
}

stored_words!(PhoneState { Stopped => "stopped", Paused => "paused", });

/// The messages that a driver wants, by channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReminderChoices {
    /// Whether the driver wants reminders and notices about changes by text.
    pub text_reminders: bool,
    /// Whether the driver wants news by text.
    pub text_news: bool,
    /// Whether the driver wants reminders and notices about changes by email.
    pub mail_reminders: bool,
    /// Whether the driver wants news by email.
    pub mail_news: bool,
}

impl Default for ReminderChoices {
    fn default() -> Self {
        Self { text_reminders: true, text_news: true, mail_reminders: true, mail_news: true }
    }
}

impl ReminderChoices {
    /// Whether the driver wants messages of this kind on this channel.
    pub const fn wants(&self, channel: Channel, kind: NoticeKind) -> bool {
        match (channel, kind.choice()) {
            (_, None) => true,
            (Channel::Text, Some(MessageChoice::Reminders)) => self.text_reminders,
            (Channel::Text, Some(MessageChoice::News)) => self.text_news,
            (Channel::Mail, Some(MessageChoice::Reminders)) => self.mail_reminders,
            (Channel::Mail, Some(MessageChoice::News)) => self.mail_news,
        }
    }
}

/// A driver's changes of their [`ReminderChoices`]; `None` keeps the stored choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReminderChanges {
    /// Reminders and notices about changes by text.
    pub text_reminders: Option<bool>,
    /// News by text.
    pub text_news: Option<bool>,
    /// Reminders and notices about changes by email.
    pub mail_reminders: Option<bool>,
    /// News by email.
    pub mail_news: Option<bool>,
}

impl ReminderChanges {
    /// Returns the stored choices with these changes.
    pub fn apply(self, stored: ReminderChoices) -> ReminderChoices {
        ReminderChoices {
            text_reminders: self.text_reminders.unwrap_or(stored.text_reminders),
            text_news: self.text_news.unwrap_or(stored.text_news),
            mail_reminders: self.mail_reminders.unwrap_or(stored.mail_reminders),
            mail_news: self.mail_news.unwrap_or(stored.mail_news),
        }
    }
}

/// How long a code is valid, in minutes.
pub const CODE_MINUTES: i64 = 10;
/// Number of invalid attempts after which a code stops working and the driver needs a new code.
pub const MAX_CODE_TRIES: i32 = 5;
/// Maximum number of codes per driver and per number in a day, so that no one can flood a stranger's phone.
pub const MAX_CODES: i64 = 5;
/// Maximum number of texts that Lanewise sends per second, which is the limit of our account at the provider.
pub const TEXTS_A_SECOND: i64 = 10;

/// Derives a six-digit confirmation code from random bytes.
pub fn code_from_bytes(bytes: [u8; 10]) -> String {
    let number = bytes.iter().fold(0_u128, |number, byte| number << 8 | u128::from(*byte)) % 1_000_000;
    format!("{number:06}")
}
