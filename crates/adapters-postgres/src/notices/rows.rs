//! Row types of messages, phone numbers and replies.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::{Queryable, Selectable};
use domain::driving_record::citation::Citation;
use domain::notices::change::{ItemChange, ItemDates};
use domain::notices::notice::{Channel, Notice, NoticeKind, NoticeStatus, PhoneState};
use domain::notices::reply::ReplyMeaning;
use domain::shared::ids::{NoticeId, ReplyId, TextNotificationId, TicketId, UserId};
use domain::shared::payable::PayableKind;
use ports::notices::calendar::CourtDate;
use ports::notices::numbers::{SentCode, TextNumber};
use ports::notices::planning::NewsItem;
use ports::notices::replies::Reply;
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreError;

use crate::error::unknown_value;
use crate::shared::rows::{parse_word, row_by_name};
use schema::{item_changes, news_items, notices, text_notification_requests};

#[derive(Queryable, Selectable)]
#[diesel(table_name = notices, check_for_backend(Pg))]
pub(super) struct NoticeRow {
    id: i32,
    user_id: i32,
    channel: String,
    kind: String,
    day: NaiveDate,
    request_id: Option<i32>,
    phone: Option<String>,
    due_at: DateTime<Utc>,
    status: String,
    batch: Option<i64>,
    body: Option<String>,
    reason: Option<String>,
    sent_at: Option<DateTime<Utc>>,
    confirmed_at: Option<DateTime<Utc>>,
}

impl TryFrom<NoticeRow> for Notice {
    type Error = StoreError;

    fn try_from(row: NoticeRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: NoticeId(row.id),
            user_id: UserId(row.user_id),
            channel: parse_word("notices.channel", &row.channel, Channel::parse)?,
            kind: parse_word("notices.kind", &row.kind, NoticeKind::parse)?,
            day: row.day,
            request_id: row.request_id.map(TextNotificationId),
            phone: row.phone,
            due_at: row.due_at,
            status: parse_word("notices.status", &row.status, NoticeStatus::parse)?,
            batch: row.batch,
            body: row.body,
            reason: row.reason,
            sent_at: row.sent_at,
            confirmed_at: row.confirmed_at,
        })
    }
}

#[derive(Queryable)]
pub(super) struct NumberRow {
    id: i32,
    user_id: i32,
    phone_number: String,
    confirmed_at: Option<DateTime<Utc>>,
    state: Option<String>,
    since: Option<DateTime<Utc>>,
}

impl TryFrom<NumberRow> for TextNumber {
    type Error = StoreError;

    fn try_from(row: NumberRow) -> Result<Self, StoreError> {
        let state =
            row.state.map(|word| parse_word("phone_states.state", &word, PhoneState::parse)).transpose()?;
        Ok(Self {
            id: TextNotificationId(row.id),
            user_id: UserId(row.user_id),
            phone: row.phone_number,
            confirmed_at: row.confirmed_at,
            state: state.zip(row.since),
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = text_notification_requests, check_for_backend(Pg))]
pub(super) struct CodeRow {
    code_salt: Option<Vec<u8>>,
    code_hash: Option<Vec<u8>>,
    code_expires_at: Option<DateTime<Utc>>,
    code_tries: i32,
}

impl CodeRow {
    /// Returns the sent code; `None` if a column of the code is null.
    pub(super) fn into_sent_code(self) -> Result<Option<SentCode>, StoreError> {
        let (Some(salt), Some(hash), Some(expires_at)) =
            (self.code_salt, self.code_hash, self.code_expires_at)
        else {
            return Ok(None);
        };
        let salt = salt.try_into().map_err(|_| unknown_value("text_notification_requests.code_salt"))?;
        let hash = hash.try_into().map_err(|_| unknown_value("text_notification_requests.code_hash"))?;
        Ok(Some(SentCode { salt, hash: TokenHash(hash), expires_at, tries: self.code_tries }))
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = news_items, check_for_backend(Pg))]
pub(super) struct NewsRow {
    item_kind: String,
    item_id: i32,
    amount_before: Option<String>,
}

impl TryFrom<NewsRow> for NewsItem {
    type Error = StoreError;

    fn try_from(row: NewsRow) -> Result<Self, StoreError> {
        let kind = parse_word("news_items.item_kind", &row.item_kind, PayableKind::parse)?;
        Ok(Self { item: kind.of(row.item_id), amount_before: row.amount_before })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = item_changes, check_for_backend(Pg))]
pub(super) struct ChangeRow {
    item_kind: String,
    item_id: i32,
    item_date: NaiveDate,
    needs_court_before: bool,
    court_date_before: Option<NaiveDate>,
    court_time_before: Option<String>,
    due_date_before: Option<NaiveDate>,
    needs_court_after: bool,
    court_date_after: Option<NaiveDate>,
    court_time_after: Option<String>,
    due_date_after: Option<NaiveDate>,
    is_removed: bool,
}

impl TryFrom<ChangeRow> for ItemChange {
    type Error = StoreError;

    fn try_from(row: ChangeRow) -> Result<Self, StoreError> {
        let kind = parse_word("item_changes.item_kind", &row.item_kind, PayableKind::parse)?;
        Ok(Self {
            item: kind.of(row.item_id),
            citation: Citation::default(),
            item_date: row.item_date,
            before: ItemDates {
                needs_court: row.needs_court_before,
                court_date: row.court_date_before,
                court_time: row.court_time_before,
                due_date: row.due_date_before,
            },
            after: ItemDates {
                needs_court: row.needs_court_after,
                court_date: row.court_date_after,
                court_time: row.court_time_after,
                due_date: row.due_date_after,
            },
            is_removed: row.is_removed,
            must_appear: false,
        })
    }
}

row_by_name! {
    pub(super) struct ReplyRow {
        id: i32,
        phone: Option<String>,
        user_id: Option<i32>,
        notice_id: Option<i32>,
        body: Option<String>,
        meaning: String,
        received_at: DateTime<Utc>,
        is_solved: bool,
        driver_name: Option<String>,
    }
}

impl TryFrom<ReplyRow> for Reply {
    type Error = StoreError;

    fn try_from(row: ReplyRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: ReplyId(row.id),
            phone: row.phone,
            user_id: row.user_id.map(UserId),
            notice_id: row.notice_id.map(NoticeId),
            body: row.body,
            meaning: parse_word("notice_replies.meaning", &row.meaning, ReplyMeaning::parse)?,
            received_at: row.received_at,
            is_solved: row.is_solved,
            driver_name: row.driver_name,
        })
    }
}

row_by_name! {
    pub(super) struct CourtRow {
        id: i32,
        violation_type: String,
        court_date: NaiveDate,
        court_time: Option<String>,
        consequence: Option<String>,
        is_removed: bool,
        waived_at: Option<DateTime<Utc>>,
        is_added_by_driver: bool,
    }
}

impl From<CourtRow> for CourtDate {
    fn from(row: CourtRow) -> Self {
        Self {
            ticket: TicketId(row.id),
            violation_type: row.violation_type,
            day: row.court_date,
            time: row.court_time,
            consequence: row.consequence,
            is_removed: row.is_removed,
            waived_at: row.waived_at,
            is_added_by_driver: row.is_added_by_driver,
        }
    }
}
