//! Help inquiries and their chat.

use chrono::{DateTime, Utc};
use domain::help::inquiry::{ChatMessage, HelpInquiry, HelpRequest, SenderType, Turn};
use domain::shared::ids::{ChatMessageId, InquiryId, UserId};

use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// An inquiry to be recorded, in status pending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInquiry {
    /// Who asks.
    pub user_id: UserId,
    /// For what.
    pub request: HelpRequest,
    /// Now.
    pub created_at: DateTime<Utc>,
}

/// A message to be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChatMessage {
    /// Of which inquiry.
    pub inquiry_id: InquiryId,
    /// Who wrote it.
    pub sender_id: UserId,
    /// In which role.
    pub sender_type: SenderType,
    /// The text.
    pub message: String,
    /// Now.
    pub created_at: DateTime<Utc>,
    /// What the sender's page calls it.
    pub client_message_id: Option<String>,
}

/// Help inquiries and chat messages in the database.
pub trait Help {
    /// Records an inquiry.
    fn insert_inquiry(&mut self, inquiry: &NewInquiry) -> StoreResult<HelpInquiry>;
    /// An inquiry.
    fn inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>>;
    /// An inquiry, held until the transaction ends: its messages' ids then grow in the order in which they become visible.
    fn lock_inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>>;
    /// Marks an inquiry resolved; whether it may be is the use case's to say.
    fn resolve_inquiry(&mut self, id: InquiryId, at: DateTime<Utc>) -> StoreResult<Option<HelpInquiry>>;
    /// Notes who has said the last word, and whether staff have seen all of it.
    fn set_turn(&mut self, id: InquiryId, turn: &Turn) -> StoreResult<()>;
    /// Notes that staff have seen all that the driver said.
    fn mark_inquiry_seen(&mut self, id: InquiryId) -> StoreResult<()>;
    /// Notes who of the staff looks after an inquiry.
    fn assign_inquiry(&mut self, id: InquiryId, to: Option<UserId>) -> StoreResult<()>;
    /// Records a message.
    fn insert_chat_message(&mut self, message: &NewChatMessage) -> StoreResult<ChatMessage>;
    /// The message that its sender's page called this.
    fn chat_message_called(&mut self, inquiry: InquiryId, name: &str) -> StoreResult<Option<ChatMessage>>;
    /// An inquiry's messages, or those after one, newest first.
    fn chat_messages(
        &mut self,
        inquiry: InquiryId,
        after: Option<ChatMessageId>,
        page: Page,
    ) -> StoreResult<Paged<ChatMessage>>;
    /// An inquiry's newest message.
    fn newest_chat_message(&mut self, inquiry: InquiryId) -> StoreResult<Option<ChatMessageId>>;
}
