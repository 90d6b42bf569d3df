//! Request and response bodies for reminders, texts and replies (docs/product/notices.md#reminders).

use application::notices::desk::{DriverNotices, ReplyDecision};
use application::notices::numbers::ReminderSettings;
use chrono::{DateTime, NaiveDate, Utc};
use domain::notices::notice::{Notice, ReminderChanges, ReminderChoices};
use ports::notices::calendar::CourtDate;
use ports::notices::numbers::TextNumber;
use ports::notices::replies::Reply;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;

/// Which reminders and news a driver wants, by text and by email.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReminderChoices)]
pub struct ReminderChoicesDto {
    /// Reminders of dates, and notices about changed dates and removed items, by text.
    pub text_reminders: bool,
    /// News about new items and higher amounts, by text.
    pub text_news: bool,
    /// Reminders of dates, and notices about changed dates and removed items, by email.
    pub mail_reminders: bool,
    /// News about new items and higher amounts, by email.
    pub mail_news: bool,
}

impl From<ReminderChoices> for ReminderChoicesDto {
    fn from(choices: ReminderChoices) -> Self {
        let ReminderChoices { text_reminders, text_news, mail_reminders, mail_news } = choices;
        Self { text_reminders, text_news, mail_reminders, mail_news }
    }
}

/// Body of `PATCH /api/reminders`. Choices that are left out stay the same.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReminderChoicesBody {
    /// Reminders of dates, and notices about changed dates and removed items, by text.
    pub text_reminders: Option<bool>,
    /// News about new items and higher amounts, by text.
    pub text_news: Option<bool>,
    /// Reminders of dates, and notices about changed dates and removed items, by email.
    pub mail_reminders: Option<bool>,
    /// News about new items and higher amounts, by email.
    pub mail_news: Option<bool>,
}

impl From<ReminderChoicesBody> for ReminderChanges {
    fn from(body: ReminderChoicesBody) -> Self {
        let ReminderChoicesBody { text_reminders, text_news, mail_reminders, mail_news } = body;
        Self { text_reminders, text_news, mail_reminders, mail_news }
    }
}

/// Body of `POST /api/text-notifications/{id}/confirm`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NumberCodeBody {
    /// The six-digit code that was sent to the number.
    #[validate(length(max = 20, message = "Enter the six digits of the code."))]
    pub code: String,
}

/// Body of `POST /api/admin/replies/{id}/solve`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SolveReplyBody {
    /// Staff's decision: `solved`, `stop` if the driver meant STOP, or `go_on` if not.
    pub verdict: ReplyDecisionWord,
}

/// Staff's decision about a reply.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReplyDecision)]
pub enum ReplyDecisionWord {
    /// Staff have handled the reply.
    Solved,
    /// The driver meant STOP.
    Stop,
    /// The driver didn't mean STOP, so texts continue.
    GoOn,
}

impl From<ReplyDecisionWord> for ReplyDecision {
    fn from(word: ReplyDecisionWord) -> Self {
        match word {
            ReplyDecisionWord::Solved => Self::Solved,
            ReplyDecisionWord::Stop => Self::Stop,
            ReplyDecisionWord::GoOn => Self::Resume,
        }
    }
}

/// Body of `PATCH /api/admin/tickets/{id}/appearance`.
#[derive(Serialize, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AppearanceBody {
    /// Whether the driver must appear in court.
    pub must_appear: bool,
}

/// A driver's phone number for texts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TextNumber)]
pub struct TextNumberDto {
    /// The id of the request for texts.
    pub id: i32,
    /// The phone number, ten digits.
    pub phone_number: String,
    /// When the driver confirmed the number with a code; null until then. An unconfirmed number gets only codes.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// `stopped` if the number's owner replied STOP, `paused` if a reply may mean STOP. Null if neither.
    pub state: Option<word::PhoneState>,
    /// When the number got this state; null without a state, or if the number isn't confirmed.
    pub state_since: Option<DateTime<Utc>>,
}

impl From<TextNumber> for TextNumberDto {
    fn from(number: TextNumber) -> Self {
        Self {
            id: number.id.0,
            phone_number: number.phone,
            confirmed_at: number.confirmed_at,
            state: number.state.map(|(state, _)| state.into()),
            // An unconfirmed number may belong to another person. The driver needs to know the number's state, but the
            // time at which its owner replied is private.
            state_since: number.confirmed_at.and(number.state).map(|(_, since)| since),
        }
    }
}

/// A driver's settings for reminders and news.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Reminders)]
pub struct ReminderSettingsDto {
    /// The driver's phone numbers for texts.
    pub numbers: Vec<TextNumberDto>,
    /// Which reminders and news the driver wants, by text and by email.
    pub choices: ReminderChoicesDto,
    /// Whether the email address is confirmed. Reminders and news are sent only to a confirmed address.
    pub is_email_confirmed: bool,
    /// Whether this installation can send texts.
    pub can_text: bool,
    /// Whether this installation can send email.
    pub can_mail: bool,
    /// When the driver created the private calendar link; null if there is none.
    pub calendar_since: Option<DateTime<Utc>>,
}

impl From<ReminderSettings> for ReminderSettingsDto {
    fn from(settings: ReminderSettings) -> Self {
        Self {
            numbers: settings.numbers.into_iter().map(TextNumberDto::from).collect(),
            choices: settings.choices.into(),
            is_email_confirmed: settings.is_email_confirmed,
            can_text: settings.can_text,
            can_mail: settings.can_mail,
            calendar_since: settings.calendar_since,
        }
    }
}

/// The URL of a driver's private calendar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CalendarFeed)]
pub struct CalendarFeedDto {
    /// The complete URL, which no later response contains.
    pub address: String,
}

/// A notice to a driver.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notice)]
pub struct NoticeDto {
    pub id: i32,
    /// Whether the notice is a text or an email.
    pub channel: word::Channel,
    /// The topic of the notice.
    pub kind: word::NoticeKind,
    /// Day of the notice, in the time zone of the driver's state.
    pub day: NaiveDate,
    /// The number that receives the notice; null for an email.
    pub phone_number: Option<String>,
    /// The earliest time to send the notice.
    pub due_at: DateTime<Utc>,
    /// Whether the notice was sent and whether it arrived.
    pub status: word::NoticeStatus,
    /// The notice's wording. Null for a confirmation code, and until the notice is sent.
    pub body: Option<String>,
    /// Why the notice wasn't sent or didn't arrive; null if there is no reason.
    pub reason: Option<String>,
    /// When the provider accepted the notice; null until then.
    pub sent_at: Option<DateTime<Utc>>,
    /// When the driver confirmed an appearance with a reply such as `1`; null if the driver didn't.
    pub confirmed_at: Option<DateTime<Utc>>,
}

impl From<Notice> for NoticeDto {
    fn from(notice: Notice) -> Self {
        Self {
            id: notice.id.0,
            channel: notice.channel.into(),
            kind: notice.kind.into(),
            day: notice.day,
            phone_number: notice.phone,
            due_at: notice.due_at,
            status: notice.status.into(),
            body: notice.body,
            reason: notice.reason,
            sent_at: notice.sent_at,
            confirmed_at: notice.confirmed_at,
        }
    }
}

/// A driver's reply by text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NoticeReply)]
pub struct ReplyDto {
    pub id: i32,
    /// The phone number that sent the reply; null if it isn't stored.
    pub phone_number: Option<String>,
    /// The id of the driver who had this number when the reply arrived; null if unknown.
    pub user_id: Option<i32>,
    /// The driver's full name or, if none is stored, the part of the email address before the `@`. Null if
    /// no driver is known.
    pub driver_name: Option<String>,
    /// The id of the notice that the driver replied to; null if unknown.
    pub notice_id: Option<i32>,
    pub body: Option<String>,
    /// How Lanewise understood the reply.
    pub meaning: word::ReplyMeaning,
    /// When Lanewise received the reply.
    pub received_at: DateTime<Utc>,
    /// Whether staff have handled the reply or don't have to.
    pub is_solved: bool,
}

impl From<Reply> for ReplyDto {
    fn from(reply: Reply) -> Self {
        Self {
            id: reply.id.0,
            phone_number: reply.phone,
            user_id: reply.user_id.map(|id| id.0),
            driver_name: reply.driver_name,
            notice_id: reply.notice_id.map(|id| id.0),
            body: reply.body,
            meaning: reply.meaning.into(),
            received_at: reply.received_at,
            is_solved: reply.is_solved,
        }
    }
}

/// A court date of a driver.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CourtDate)]
pub struct CourtDateDto {
    /// The id of the ticket that requires the appearance.
    pub ticket_id: i32,
    /// The violation on the ticket.
    pub violation_type: String,
    /// The day of the appearance.
    pub day: NaiveDate,
    /// The time of the appearance, as staff entered it; null if they entered none.
    pub time: Option<String>,
    /// Whether staff removed the ticket. Removing a ticket doesn't waive its appearance.
    pub is_removed: bool,
    /// When staff, or the ticket's lawyer, recorded that the driver doesn't have to appear. Null if
    /// the driver must appear.
    pub waived_at: Option<DateTime<Utc>>,
}

impl From<CourtDate> for CourtDateDto {
    fn from(date: CourtDate) -> Self {
        Self {
            ticket_id: date.ticket.0,
            violation_type: date.violation_type,
            day: date.day,
            time: date.time,
            is_removed: date.is_removed,
            waived_at: date.waived_at,
        }
    }
}

/// A driver's settings, notices, replies and court dates, for staff.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DriverNotices)]
pub struct DriverNoticesDto {
    /// The driver's phone numbers for texts.
    pub numbers: Vec<TextNumberDto>,
    /// Which reminders and news the driver wants, by text and by email.
    pub choices: ReminderChoicesDto,
    /// The last hundred notices, newest first.
    pub notices: Vec<NoticeDto>,
    /// The last hundred replies, newest first.
    pub replies: Vec<ReplyDto>,
    /// The driver's court dates from today on, except those of dismissed tickets.
    pub court_dates: Vec<CourtDateDto>,
}

impl From<DriverNotices> for DriverNoticesDto {
    fn from(notices: DriverNotices) -> Self {
        Self {
            numbers: notices.numbers.into_iter().map(TextNumberDto::from).collect(),
            choices: notices.choices.into(),
            notices: notices.notices.into_iter().map(NoticeDto::from).collect(),
            replies: notices.replies.into_iter().map(ReplyDto::from).collect(),
            court_dates: notices.court_dates.into_iter().map(CourtDateDto::from).collect(),
        }
    }
}

/// Replies that staff must read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReplyQueue)]
pub struct ReplyQueueDto {
    /// The replies that have waited longest, at most 200.
    pub replies: Vec<ReplyDto>,
    /// Number of waiting replies.
    pub total: i64,
}
