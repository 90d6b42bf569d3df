//! How drivers are told, and what they answered (docs/PRODUCT.md#reminders).

use application::notices::desk::{Told, Verdict};
use application::notices::numbers::Reach;
use chrono::{DateTime, NaiveDate, Utc};
use domain::notices::notice::{Choices, Notice};
use ports::notices::calendar::CourtDate;
use ports::notices::numbers::TextNumber;
use ports::notices::replies::Reply;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::words as word;

/// What a driver wants to be told of, and how.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ReminderChoices)]
pub struct ChoicesDto {
    /// Dates, by text.
    pub text_reminders: bool,
    /// New and dearer items, by text.
    pub text_news: bool,
    /// Dates, by mail.
    pub mail_reminders: bool,
    /// New and dearer items, by mail.
    pub mail_news: bool,
}

impl From<Choices> for ChoicesDto {
    fn from(choices: Choices) -> Self {
        let Choices { text_reminders, text_news, mail_reminders, mail_news } = choices;
        Self { text_reminders, text_news, mail_reminders, mail_news }
    }
}

impl From<ChoicesDto> for Choices {
    fn from(choices: ChoicesDto) -> Self {
        let ChoicesDto { text_reminders, text_news, mail_reminders, mail_news } = choices;
        Self { text_reminders, text_news, mail_reminders, mail_news }
    }
}

/// Body of `POST /api/text-notifications/{id}/confirm`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NumberCodeBody {
    /// The six digits that were sent there.
    #[validate(length(max = 20, message = "A code has six digits."))]
    pub code: String,
}

/// Body of `POST /api/admin/replies/{id}/solve`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SolveReplyBody {
    /// What became of it: `solved`; `stop` when it meant stop; `go_on` when it did not.
    pub verdict: VerdictWord,
}

/// What became of a reply.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReplyVerdict)]
pub enum VerdictWord {
    /// Somebody has seen to it.
    Solved,
    /// It meant stop.
    Stop,
    /// It did not: texts go on.
    GoOn,
}

impl From<VerdictWord> for Verdict {
    fn from(word: VerdictWord) -> Self {
        match word {
            VerdictWord::Solved => Self::Solved,
            VerdictWord::Stop => Self::Stop,
            VerdictWord::GoOn => Self::GoOn,
        }
    }
}

/// Body of `PATCH /api/admin/tickets/{id}/appearance`.
#[derive(Serialize, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AppearanceBody {
    /// The driver must appear in court.
    pub must_appear: bool,
}

/// A driver's number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TextNumber)]
pub struct NumberDto {
    /// The request's id.
    pub id: i32,
    /// Ten digits.
    pub phone_number: String,
    /// When its code came back; before that nothing but codes is sent.
    #[schema(required = true)]
    pub confirmed_at: Option<DateTime<Utc>>,
    /// `stopped` when its owner said so, `paused` when they may have.
    #[schema(required = true)]
    pub state: Option<word::PhoneState>,
    /// Since when.
    #[schema(required = true)]
    pub state_since: Option<DateTime<Utc>>,
}

impl From<TextNumber> for NumberDto {
    fn from(number: TextNumber) -> Self {
        Self {
            id: number.id.0,
            phone_number: number.phone,
            confirmed_at: number.confirmed_at,
            state: number.state.map(|(state, _)| state.into()),
            // That an unconfirmed number is closed says how to go on; when its owner wrote is theirs alone.
            state_since: number.confirmed_at.and(number.state).map(|(_, since)| since),
        }
    }
}

/// How a driver is reached.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Reminders)]
pub struct ReachDto {
    /// Their numbers.
    pub numbers: Vec<NumberDto>,
    /// What they want.
    pub choices: ChoicesDto,
    /// Their address is confirmed: without that no reminder goes there.
    pub is_email_confirmed: bool,
    /// Texts can be sent here.
    pub can_text: bool,
    /// Mails can be sent here.
    pub can_mail: bool,
    /// Since when their calendar can be read at its address.
    #[schema(required = true)]
    pub calendar_since: Option<DateTime<Utc>>,
}

impl From<Reach> for ReachDto {
    fn from(reach: Reach) -> Self {
        Self {
            numbers: reach.numbers.into_iter().map(NumberDto::from).collect(),
            choices: reach.choices.into(),
            is_email_confirmed: reach.is_email_confirmed,
            can_text: reach.can_text,
            can_mail: reach.can_mail,
            calendar_since: reach.calendar_since,
        }
    }
}

/// Where a driver's calendar is read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CalendarFeed)]
pub struct FeedDto {
    /// The whole address: it is told this once.
    pub address: String,
}

/// A message to a driver.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notice)]
pub struct NoticeDto {
    /// Identifier.
    pub id: i32,
    /// Which way.
    pub channel: word::Channel,
    /// What about.
    pub kind: word::NoticeKind,
    /// Of which day, by the clock of the driver's state.
    pub day: NaiveDate,
    /// To which number.
    #[schema(required = true)]
    pub phone_number: Option<String>,
    /// Not before.
    pub due_at: DateTime<Utc>,
    /// What became of it.
    pub status: word::NoticeStatus,
    /// What it says; none of codes, and of what is not sent yet.
    #[schema(required = true)]
    pub body: Option<String>,
    /// Why it was not sent or did not arrive.
    #[schema(required = true)]
    pub reason: Option<String>,
    /// When it was taken.
    #[schema(required = true)]
    pub sent_at: Option<DateTime<Utc>>,
    /// When the driver answered 1.
    #[schema(required = true)]
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

/// What a driver answered by text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NoticeReply)]
pub struct ReplyDto {
    /// Identifier.
    pub id: i32,
    /// From which number.
    #[schema(required = true)]
    pub phone_number: Option<String>,
    /// Whose number it was.
    #[schema(required = true)]
    pub user_id: Option<i32>,
    /// What the driver is called.
    #[schema(required = true)]
    pub driver_name: Option<String>,
    /// Which message it answers.
    #[schema(required = true)]
    pub notice_id: Option<i32>,
    /// What it says.
    #[schema(required = true)]
    pub body: Option<String>,
    /// What it means.
    pub meaning: word::Meaning,
    /// When it came.
    pub received_at: DateTime<Utc>,
    /// Nobody has to look at it, or somebody has.
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

/// A day in court.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CourtDate)]
pub struct CourtDateDto {
    /// Of which ticket.
    pub ticket_id: i32,
    /// What for.
    pub violation_type: String,
    /// On which day.
    pub day: NaiveDate,
    /// When, as it is written.
    #[schema(required = true)]
    pub time: Option<String>,
    /// The ticket was removed; its court still waits unless staff say otherwise.
    pub is_removed: bool,
    /// Since when the driver need not appear; none: they must.
    #[schema(required = true)]
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

/// Everything about how a driver is told.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DriverNotices)]
pub struct ToldDto {
    /// Their numbers.
    pub numbers: Vec<NumberDto>,
    /// What they want.
    pub choices: ChoicesDto,
    /// The last hundred messages, newest first.
    pub notices: Vec<NoticeDto>,
    /// The last hundred replies, newest first.
    pub replies: Vec<ReplyDto>,
    /// Days in court that are to come.
    pub court_dates: Vec<CourtDateDto>,
}

impl From<Told> for ToldDto {
    fn from(told: Told) -> Self {
        Self {
            numbers: told.numbers.into_iter().map(NumberDto::from).collect(),
            choices: told.choices.into(),
            notices: told.notices.into_iter().map(NoticeDto::from).collect(),
            replies: told.replies.into_iter().map(ReplyDto::from).collect(),
            court_dates: told.court_dates.into_iter().map(CourtDateDto::from).collect(),
        }
    }
}

/// Replies that wait for a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReplyQueue)]
pub struct QueueDto {
    /// Those that have waited longest, 200 at most.
    pub replies: Vec<ReplyDto>,
    /// How many wait in all.
    pub total: i64,
}
