use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::{Queryable, Selectable};
use domain::help::inquiry::{ChatMessage, HelpInquiry, InquiryKind, InquiryStatus, SenderType};
use domain::shared::ids::{ChatMessageId, InquiryId, UserId};
use ports::shared::store_error::StoreError;

use crate::shared::rows::parse_word;
use schema::{chat_messages, help_inquiries};

#[derive(Queryable, Selectable)]
#[diesel(table_name = help_inquiries, check_for_backend(Pg))]
pub(crate) struct InquiryRow {
    id: i32,
    user_id: i32,
    type_: String,
    message: Option<String>,
    phone_number: Option<String>,
    status: String,
    created_at: DateTime<Utc>,
    resolved_at: Option<DateTime<Utc>>,
    is_seen_by_admin: bool,
    is_solved: bool,
    waiting_since: Option<DateTime<Utc>>,
    is_answered: bool,
    assigned_to: Option<i32>,
}

impl TryFrom<InquiryRow> for HelpInquiry {
    type Error = StoreError;

    fn try_from(row: InquiryRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: InquiryId(row.id),
            user_id: UserId(row.user_id),
            kind: parse_word("help_inquiries.type", &row.type_, InquiryKind::parse)?,
            message: row.message,
            phone_number: row.phone_number,
            status: parse_word("help_inquiries.status", &row.status, InquiryStatus::parse)?,
            created_at: row.created_at,
            resolved_at: row.resolved_at,
            is_seen_by_admin: row.is_seen_by_admin,
            is_solved: row.is_solved,
            is_answered: row.is_answered,
            waiting_since: row.waiting_since,
            assigned_to: row.assigned_to.map(UserId),
            last_said: None,
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = chat_messages, check_for_backend(Pg))]
pub(crate) struct ChatMessageRow {
    id: i32,
    help_inquiry_id: i32,
    sender_id: i32,
    sender_type: String,
    message: String,
    created_at: DateTime<Utc>,
    is_read: bool,
    client_message_id: Option<String>,
}

impl TryFrom<ChatMessageRow> for ChatMessage {
    type Error = StoreError;

    fn try_from(row: ChatMessageRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: ChatMessageId(row.id),
            inquiry_id: InquiryId(row.help_inquiry_id),
            sender_id: UserId(row.sender_id),
            sender_type: parse_word("chat_messages.sender_type", &row.sender_type, SenderType::parse)?,
            message: row.message,
            created_at: row.created_at,
            is_read: row.is_read,
            client_message_id: row.client_message_id,
        })
    }
}
